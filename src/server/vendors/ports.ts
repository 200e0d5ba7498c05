import type { NeonQueryFunction } from '@neondatabase/serverless'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Member } from '../member.ts'
import type { Cookie } from '../cookies.ts'
import type { Programme } from '../programme.ts'

/** Interfaces of vendors. Our own SQL has none: it is called with `sql`. */

export interface Deps {
  sql: Sql
  sessions: Sessions
  passwords: PasswordHasher
  passkeys: PasskeyVerifier
  avatars: AvatarStore
  pictures: Pictures
  repository: Repository
  clock: Clock
  siteUrl: string
  programme: Programme
}

export type Sql = NeonQueryFunction<false, false>

/** Retries once after a lost connection. Only for idempotent statements. */
export type RetryingSql = (
  strings: TemplateStringsArray,
  ...params: unknown[]
) => Promise<Record<string, unknown>[]>

export interface Sessions {
  /**
   * Starts a session and returns its cookie; ends the oldest of more than ten. null when this is no longer the member's password hash.
   */
  start(memberId: string, proof: { passwordHash: string; userAgent: string | null }): Promise<Cookie | null>
  /** The same for the owner of a passkey, and counts its use. null when it was removed meanwhile, or the counter is old. */
  startWithPasskey(use: Pick<Passkey, 'id' | 'counter'>, userAgent: string | null): Promise<Cookie | null>
  /** null when the token is unknown, expired or ended. */
  find(token: string): Promise<FoundSession | null>
  end(token: string): Promise<void>
  endAllOf(memberId: string): Promise<void>
}

export interface FoundSession {
  member: Member
  renewedCookie: Cookie | null
}

/** Slow on purpose. Normalises Unicode and nothing else. */
export interface PasswordHasher {
  hash(password: string): Promise<string>
  /**
   * Whether the password matches. With null, false after the same work, so that timing doesn't reveal whether an account
   * exists.
   */
  verify(passwordHash: string | null, password: string): Promise<boolean>
  isOutdated(passwordHash: string): boolean
}

/** WebAuthn. Whether a challenge is still open is the caller's to judge. */
export interface PasskeyVerifier {
  creationOptions(
    member: Pick<Member, 'id' | 'email' | 'fullName'>,
    existing: readonly PasskeyDescriptor[],
  ): Promise<PublicKeyCredentialCreationOptionsJSON>
  /** @param allowed any passkey of the site without it. */
  requestOptions(allowed?: readonly PasskeyDescriptor[]): Promise<PublicKeyCredentialRequestOptionsJSON>
  /** What a browser says that it answers; null for what isn't a response. */
  challengeOf(response: PasskeyResponse): Promise<string | null>
  /** null unless it is for this site and this challenge, from a browser that has verified the person. */
  verifyCreation(response: PasskeyResponse, challenge: string): Promise<Passkey | null>
  /** The new counter; null as in `verifyCreation`, and for a copy's counter. */
  verifyUse(response: PasskeyResponse, passkey: StoredPasskey, challenge: string): Promise<number | null>
}

/** From a browser, unverified. */
export interface PasskeyResponse {
  id: string
  response: { clientDataJSON: string }
}

export interface Passkey {
  id: string
  publicKey: Uint8Array
  counter: number
  transports: string[]
}

export type StoredPasskey = Omit<Passkey, 'transports'>
type PasskeyDescriptor = Pick<Passkey, 'id' | 'transports'>

/** Pictures by key. Keys are immutable. */
export interface AvatarStore {
  put(key: string, picture: Uint8Array): Promise<void>
  /** null when there is no such key. */
  read(key: string): Promise<Uint8Array | null>
  remove(key: string): Promise<void>
  list(): Promise<string[]>
}

export interface Pictures {
  /** null when the file is unreadable or too large to decode safely. */
  toAvatar(file: Uint8Array): Promise<Uint8Array | null>
}

export interface Repository {
  /** For one hour, this repository alone, and no more than the editor needs. @throws when there is no app, or GitHub refuses. */
  createToken(): Promise<string>
}

/** The email provider. Never throws for the provider's errors. */
export interface Mailer {
  send(mail: Mail, outboxId: string): Promise<Outcome>
  /** Sends at most 500 emails in one call. One outcome for each, in their order. */
  sendBatch(batch: readonly BatchedMail[]): Promise<Outcome[]>
  find(mail: Mail, outboxId: string): Promise<Outcome | { is: 'unknown' }>
  /** Sends emails to all members to this address again, unless its owner marked one as spam. */
  reactivate(address: string): Promise<Outcome>
}

export interface BatchedMail {
  mail: Mail
  outboxId: string
}

export interface Mail {
  to: string
  subject: string
  html: string
  text: string
  /** null for email about an account, which nobody can unsubscribe from. */
  unsubscribeUrl: string | null
}

/** Another system that is notified of sign-ups. Never throws for its errors. */
export interface Webhook {
  post(event: object, outboxId: string): Promise<Outcome>
}

/** Why an email is refused to an address that bounced or complained. */
export const INACTIVE_ADDRESS = 'postmark_406'

export type Outcome =
  | { is: 'delivered'; providerMessageId: string }
  | { is: 'refused'; reason: string }
  | { is: 'failed'; reason: string }
  /** The provider doesn't answer, or has a fault of its own, for which no message is given up. */
  | { is: 'unavailable'; reason: string }
  /** No message gets through now: misconfigured, which is an alarm, or rate limited. */
  | { is: 'blocked'; reason: string; alarm: boolean }

/** Files of the build that only the gate can read. */
export interface Pages {
  /**
   * A protected file, by its canonical path; null when there is no such file.
   *
   * @throws when the store is unavailable.
   */
  openProtected(path: string): Promise<BuiltFile | null>
  /** A public screen, by its path. @throws when it is missing or the store is unavailable. */
  openPublic(path: string): Promise<BuiltFile>
}

/** A file of the build, before markers are filled in. */
export interface BuiltFile {
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Milliseconds since 1970. */
export type Clock = () => number

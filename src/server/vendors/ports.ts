import type { NeonQueryFunction } from '@neondatabase/serverless'
import type { Member } from '../member.ts'
import type { HostCookie } from '../tokens.ts'

/** What the rules know of each vendor. Our own SQL has no port: it is called with `sql`. */

/** All that use cases are given, made once for a process in `deps.ts`. */
export interface Deps {
  sql: Sql
  sessions: Sessions
  passwords: PasswordHasher
  avatars: AvatarStore
  pictures: Pictures
  clock: Clock
  /** Members whose picture this process is decoding. */
  decoding: Set<string>
}

/** Neon's query function: a tagged template and `.query(text, params)`, over HTTP. Each call is one statement. */
export type Sql = NeonQueryFunction<false, false>

/** One statement that may be carried out twice, because it is: once more where its answer got lost. */
export type RetryingSql = (
  strings: TemplateStringsArray,
  ...params: unknown[]
) => Promise<Record<string, unknown>[]>

/** The signed-in sessions of members. Tokens are bearer secrets: only their SHA-256 is stored. */
export interface Sessions {
  /**
   * Starts a session under a new random token and returns the cookie that carries it; of more than ten the oldest
   * ends. null when the hash that the password was proven against is no longer the member's.
   */
  start(memberId: string, proof: SessionProof): Promise<HostCookie | null>
  /** null when the token is unknown, expired or ended. Reads in one statement. */
  find(token: string): Promise<FoundSession | null>
  /** Ends this one session; an unknown token is not an error. */
  end(token: string): Promise<void>
  endAllOf(memberId: string): Promise<void>
}

export interface SessionProof {
  /** What the member's password was verified against. */
  passwordHash: string
  userAgent: string | null
  /** Where from, so coarsely that it may be kept; null or left out where that is not known. */
  network?: string | null
}

export interface FoundSession {
  member: Member
  /** Present when the session was extended by this look-up: the browser must be told the new expiry. */
  renewedCookie: HostCookie | null
}

/** Slow on purpose. One password in two Unicode forms is one password; nothing else of it is changed. */
export interface PasswordHasher {
  hash(password: string): Promise<string>
  /**
   * Whether this is the password of the hash. Without a hash, false after just as much work: the time it takes
   * does not tell whether an account exists.
   */
  verify(passwordHash: string | null, password: string): Promise<boolean>
  /** Whether the hash was made with weaker parameters than a new one would be. */
  isOutdated(passwordHash: string): boolean
}

/** Pictures under keys. What is stored under a key is written once and never changed. */
export interface AvatarStore {
  put(key: string, picture: Uint8Array): Promise<void>
  /** null when there is nothing under this key. */
  read(key: string): Promise<Uint8Array | null>
  /** A picture that is gone already is not an error. */
  remove(key: string): Promise<void>
  /** Every key there is. */
  list(): Promise<string[]>
}

/** Makes a picture fit to be shown: square, small, one format, and nothing of the file it came in. */
export interface Pictures {
  /** null when it cannot be read, or is too large to be read safely. */
  toAvatar(file: Uint8Array): Promise<Uint8Array | null>
}

/** Hands mail to the provider. Neither method throws for what the provider answers. */
export interface Mailer {
  send(mail: Mail, outboxId: string): Promise<Outcome>
  /** Whether the carrier has already accepted the mail of this row. */
  find(mail: Mail, outboxId: string): Promise<Outcome | { is: 'unknown' }>
}

export interface Mail {
  to: string
  subject: string
  html: string
  text: string
}

/** Another system that hears of sign-ups. Does not throw for what that system answers. */
export interface Webhook {
  post(event: object, outboxId: string): Promise<Outcome>
}

export type Outcome =
  | { is: 'delivered'; providerId: string }
  /** This message will never be accepted. */
  | { is: 'refused'; reason: string }
  /** This message was not accepted now. */
  | { is: 'failed'; reason: string; retryAfterMs?: number }
  /** No message gets through now: too many of them, or we are not let in at all. */
  | { is: 'blocked'; reason: string; retryAfterMs?: number; alarm: boolean }

/** The built site as the gate sees it: files that are reached only through it. */
export interface Pages {
  /**
   * A protected file, by its canonical path. What was read once may be kept: a build never changes.
   *
   * @returns null when there is no such file.
   * @throws when the file server fails: that is an outage, not an absence.
   */
  openProtected(path: string): Promise<BuiltFile | null>
  /** A public screen, by its path; throws when it is missing or the file server fails. */
  openPublic(path: string): Promise<BuiltFile>
}

/** A file of the build, the same for everybody. */
export interface BuiltFile {
  type: string
  /** The file server's own; null when it gives none. */
  etag: string | null
  bytes: Uint8Array<ArrayBuffer>
}

/** Milliseconds since 1970. */
export type Clock = () => number

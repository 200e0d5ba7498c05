import type { Email } from '#src/shared/forms.ts'
import type { Viewer } from '#src/shared/viewer.ts'

/** The signed-in sessions of members. Tokens are bearer secrets: only their SHA-256 is stored. */
export interface Sessions {
  /**
   * Starts a session under a new random token and returns the cookie that carries it; of more than ten the oldest
   * ends. null when the hash that the password was proven against is no longer the member's.
   */
  start(memberId: string, proof: SessionProof): Promise<SessionCookie | null>
  /**
   * null when the token is unknown, expired or ended. Reads in one statement; with too many to look up, throws a
   * BusyError instead.
   *
   * @param address where the request comes from, as the platform gives it: those who ask share what there is by it.
   */
  find(token: string, address?: string): Promise<FoundSession | null>
  /** Ends this one session; an unknown token is not an error. */
  end(token: string): Promise<void>
  endAllOf(memberId: string): Promise<void>
  /** The cookie that takes the session away from the browser. */
  blankCookie(): SessionCookie
}

/** The credentials of members, by their canonical e-mail. */
export interface Accounts {
  /** null when there is no account with this e-mail. */
  findByEmail(email: Email): Promise<Account | null>
  /**
   * Writes the account, its pending profile and what has to be told about it, all or nothing: the mail that confirms
   * the address, and word to other systems. Of two at once with one e-mail, one wins.
   */
  register(account: NewAccount): Promise<'registered' | 'email_taken'>
  /** Does nothing when the hash is no longer the one that is replaced: a newer password is never undone. */
  replacePasswordHash(accountId: string, replaced: string, replacement: string): Promise<void>
}

/** Links that confirm an address. Tokens leave by mail alone: no caller ever sees a new one. */
export interface Confirmations {
  /**
   * Confirms the address, the same every time until the link expires; null when it is not good. In the browser that
   * signed up, which its token tells, the password counts as proven too. `password_needed`: the member is expected and
   * would be let in, were the password proven.
   */
  confirm(token: string, browserToken: string | null): Promise<'confirmed' | 'password_needed' | null>
  /** Mails a new link if an account waits for it and all limits allow; tells neither, not even by its time. */
  resend(email: Email, limits: readonly Limit[]): Promise<void>
  /**
   * Removes the sign-up of the link, with all that is not told yet, or ends the link of an e-mail change. `decided`, and
   * nothing done, when there was a decision about the account; null when the link is not good.
   */
  discard(token: string): Promise<Discarded | 'decided' | null>
}

/** What somebody who did not ask for it has undone by a mailed link. */
export type Discarded = 'sign_up' | 'email_change'

/** Proofs that the holder of the link that confirms an address is the one who knows the password. */
export interface SignUpProofs {
  /** The account that the link confirms the address of; null when the link is not good. */
  find(token: string): Promise<UnprovenAccount | null>
  /** Notes that this password was proven; false when the link is not good or the password is another by now. */
  prove(token: string, passwordHash: string): Promise<boolean>
  /**
   * Replaces a password that was never proven, ends what was begun with it and queues the mail that says so, all or
   * nothing. Returns the member's id; null when the link no longer allows it, as for all but one who try at once.
   */
  setPassword(token: string, passwordHash: string): Promise<string | null>
}

export interface UnprovenAccount {
  id: string
  passwordHash: string
  /** Whether the link may still set a password: none has been proven and there was no decision about the account. */
  takesPassword: boolean
}

/** Links that allow one new password each. Tokens leave by mail alone: no caller ever sees a new one. */
export interface PasswordResets {
  /** Mails a link if there is an account and the limit allows; tells neither, not even by its time. */
  request(email: Email, limit: Limit): Promise<void>
  /** Whether the link still allows a new password. */
  isOpen(token: string): Promise<boolean>
  /**
   * Spends the link on the password, ends all sessions, other links and known browsers of the member and has them
   * told by mail, all or nothing. Returns the member's id; null for all but one of those who try at once.
   */
  redeem(token: string, passwordHash: string): Promise<string | null>
}

/** The browsers that members have signed in with. Only the SHA-256 of a device's token is stored. */
export interface Devices {
  isKnown(token: string, email: Email): Promise<boolean>
  /** Knows this browser as the member's from now on, by the cookie it gets. */
  remember(memberId: string): Promise<HostCookie>
}

/** Counts attempts, shared by all processes. */
export interface RateLimits {
  /** Counts one attempt. However many come at the same time, no more than the limit are granted. */
  take(limit: Limit, subject: string): Promise<{ ok: true } | TooManyAttempts>
  /** Whether an attempt would be granted now; counts nothing. */
  peek(limit: Limit, subject: string): Promise<{ ok: true } | TooManyAttempts>
  /** Takes one granted attempt back. The others stay counted. */
  giveBack(limit: Limit, subject: string): Promise<void>
  /** Takes all attempts back. */
  forget(limit: Limit, subject: string): Promise<void>
}

/** Milliseconds since 1970. */
export type Clock = () => number

/** Slow on purpose. Both sides of `verify` get a password in its normal form, see `password.ts`. */
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

/** The sender of a request. */
export interface Visitor {
  /** Where from, in the platform's words; never what a header claims. */
  address: string
}

export interface Limit {
  /** Keeps the counts of different limits apart. */
  name: string
  allowed: number
  /** From the first attempt until all are forgotten; with pauses, from the last. */
  seconds: number
  /** With it nothing is refused for long: beyond `allowed`, pauses of 1, 2, 4 … up to so many seconds. */
  longestPauseSeconds?: number
}

export interface TooManyAttempts {
  ok: false
  code: 'too_many_attempts'
  /** Whole, and at least one. */
  retryAfterSeconds: number
}

export interface SessionProof {
  /** What the member's password was verified against. */
  passwordHash: string
  userAgent: string | null
}

export interface Account {
  id: string
  passwordHash: string
  approvalStatus: ApprovalStatus
}

export interface NewAccount {
  email: Email
  passwordHash: string
  fullName: string | null
  /** Of the cookie of the browser that signs up. */
  browserToken: string
}

export interface FoundSession {
  member: Member
  /** Present when the session was extended by this look-up: the browser must be told the new expiry. */
  renewedCookie: SessionCookie | null
}

export interface Member extends Viewer {
  id: string
  approvalStatus: ApprovalStatus
}

export const approvalStatuses = ['pending', 'approved', 'denied'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

export type SessionCookie = HostCookie

/** For this host alone and hidden from scripts. */
export interface HostCookie {
  name: string
  value: string
  attributes: HostCookieAttributes
}

export interface HostCookieAttributes {
  httpOnly: true
  secure: true
  sameSite: 'lax'
  path: '/'
  maxAge: number
}

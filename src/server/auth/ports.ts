import type { Email } from '#src/shared/forms.ts'
import type { Viewer } from '#src/shared/viewer.ts'

/** The signed-in sessions of members. Tokens are bearer secrets: only their SHA-256 is stored. */
export interface Sessions {
  /** Starts a session under a new random token and returns the cookie that carries it. */
  start(memberId: string, device: { userAgent: string | null }): Promise<SessionCookie>
  /** null when the token is unknown, expired or ended. Reads in one statement. */
  find(token: string): Promise<FoundSession | null>
  /** Ends this one session; an unknown token is not an error. */
  end(token: string): Promise<void>
  endAllOf(memberId: string): Promise<void>
  /** The cookie that takes the session away from the browser. */
  blankCookie(): SessionCookie
}

/** The credentials of members, by their canonical e-mail. */
export interface Accounts {
  /** null when nobody signed up with this e-mail. */
  findByEmail(email: Email): Promise<Account | null>
  /** Writes the account and its pending profile, both or neither. Of two at once with one e-mail, one wins. */
  register(account: NewAccount): Promise<'registered' | 'email_taken'>
  /** Does nothing when the hash is no longer the one that is replaced: a newer password is never undone. */
  replacePasswordHash(accountId: string, replaced: string, replacement: string): Promise<void>
}

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

export interface Account {
  id: string
  passwordHash: string
  approvalStatus: ApprovalStatus
}

export interface NewAccount {
  email: Email
  passwordHash: string
  fullName: string | null
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

export interface SessionCookie {
  name: string
  value: string
  attributes: SessionCookieAttributes
}

export interface SessionCookieAttributes {
  httpOnly: true
  secure: true
  sameSite: 'lax'
  path: '/'
  maxAge: number
}

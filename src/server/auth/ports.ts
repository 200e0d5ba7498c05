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

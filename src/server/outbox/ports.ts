import type { Mail, Mailable, Registration } from '#src/mail/message.ts'
import type { ApprovalStatus } from '../vendors/ports.ts'

/** What has to be told, kept until it was delivered. Every row is in the hands of one worker at a time. */
export interface Outbox {
  /** The oldest rows that are due, at most this many, for this long. Taking a row up counts as a try. */
  claim(batch: number, leaseMs: number): Promise<ClaimedRow[]>
  /** It was delivered, or there was nothing to tell. The row keeps no payload. */
  markSent(row: ClaimedRow, receipt: Receipt): Promise<void>
  /** Tries again after this delay. */
  postpone(row: ClaimedRow, delayMs: number, reason: string): Promise<void>
  /** Never tries again; keeps the payload without its token, for an administrator to look at. */
  bury(row: ClaimedRow, reason: string): Promise<void>
  /** As if it had not been taken up, only later: this try does not count. */
  giveBack(row: ClaimedRow, delayMs: number, reason: string): Promise<void>
  /** What is true now about a recorded decision; null when the account is gone. */
  findDecision(eventId: string): Promise<Decision | null>
  /** Queues a notice of this sign-up to administrators: at once, or with all others of the period. Once a person. */
  announceRegistration(userId: string, periodSeconds: number | null): Promise<void>
  /** Those of them who still wait for a decision. */
  findRegistrations(userIds: readonly string[]): Promise<Registration[]>
}

export interface ClaimedRow {
  id: string
  /** Tries so far, this one included. More than one: an earlier try may have got through unnoticed. */
  attempts: number
  /** Whether the message is of no use any more. */
  expired: boolean
  /** How long it has been waiting since it was due. */
  overdueMs: number
  kind: string
  /** null when the payload is not what its kind promises. */
  announcement: Announcement | null
}

export type Announcement = Mailable | Fact

/** What is no mail by itself: what is told of it, and whether, is found out when it is delivered. */
export type Fact =
  | { kind: 'membership_decided'; eventId: string }
  | { kind: 'registration_notice'; userIds: string[] }
  | { kind: 'user_registered'; userId: string; email: string; fullName: string | null }

export interface Decision {
  email: string
  fullName: string | null
  approvalStatus: ApprovalStatus
  /** Whether to tell it, or why not: an earlier decision was overtaken, the same was told a moment ago. */
  verdict: 'tell' | 'undecided' | 'superseded' | 'told_already'
}

export interface Receipt {
  /** The receiver's name for what was delivered; null when nothing was. */
  providerId: string | null
  /** Why there was nothing to tell; null when it was told. */
  reason: string | null
}

/** Hands mail to the provider. Neither method throws for what the provider answers. */
export interface Mailer {
  send(mail: Mail, outboxId: string): Promise<Outcome>
  /** Whether the carrier has already accepted the mail of this row. */
  find(mail: Mail, outboxId: string): Promise<Outcome | { is: 'unknown' }>
}

/** Another system that is told about sign-ups. Does not throw for what that system answers. */
export interface Webhook {
  post(event: object, outboxId: string): Promise<Outcome>
}

export type Outcome =
  | { is: 'delivered'; providerId: string }
  /** This message will never be accepted. */
  | { is: 'refused'; reason: string }
  /** This message was not accepted now. */
  | { is: 'failed'; reason: string; retryAfterMs?: number }
  /** Nothing gets through now, whatever the message: too many of them, or we are not let in at all. */
  | { is: 'blocked'; reason: string; retryAfterMs?: number; alarm: boolean }

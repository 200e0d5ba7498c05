import { MAX_PEOPLE_WITHOUT_PASSWORD } from '#src/shared/people/people.ts'
import { DAY, HOUR, MINUTE } from '../lifetimes.ts'

/**
 * All rate limits (docs/decisions/0007-who-may-try-how-often.md). Each is counted by a key that the client can't choose: the network by
 * the platform's address, the canonical email, the member's id.
 */

/** A whole cohort in one room shares an address. */
const ROOM = 60

/** Wrong passwords from one network for any account: half of a room mistypes once. */
export const SIGN_INS_PER_NETWORK: Limit = {
  name: 'sign-in/network',
  allowed: ROOM / 2,
  seconds: 10 * MINUTE,
}

/** Wrong passwords for one account from unknown browsers, then backoff of 1, 2, 4 … 300 seconds. */
export const SIGN_INS_PER_EMAIL: Limit = {
  name: 'sign-in/email',
  allowed: 5,
  seconds: DAY,
  longestPauseSeconds: 5 * MINUTE,
}

/** Wrong passwords from a known browser, which count only here. */
export const SIGN_INS_PER_DEVICE: Limit = { name: 'sign-in/device', allowed: 10, seconds: 10 * MINUTE }

/** Pages ask for one when they open, and count nothing else: a room of people five times in a minute. */
export const PASSKEY_CHALLENGES_PER_NETWORK: Limit = {
  name: 'passkey/network',
  allowed: ROOM * 50,
  seconds: 10 * MINUTE,
}

/** Each may send email to a stranger. A room of people, a third of whom start again. */
export const SIGN_UPS_PER_NETWORK: Limit = {
  name: 'sign-up/network',
  allowed: ROOM + ROOM / 3,
  seconds: HOUR,
}

/**
 * Emails to one mailbox. Higher than what strangers can trigger per hour, so that the owner can still change the password.
 * Reset emails have a separate limit, so that a thief of the password can't lock the owner out.
 */
export const MAILS_PER_MAILBOX: Limit = { name: 'mail/mailbox', allowed: 12, seconds: HOUR }

export const RESET_MAILS_PER_NETWORK: Limit = { name: 'reset-mail/network', allowed: ROOM, seconds: HOUR }
export const RESET_MAILS_PER_EMAIL: Limit = { name: 'reset-mail/email', allowed: 3, seconds: HOUR }
export const CONFIRM_MAILS_PER_NETWORK: Limit = { name: 'confirm-mail/network', allowed: ROOM, seconds: HOUR }
export const CONFIRM_MAILS_PER_EMAIL: Limit = { name: 'confirm-mail/email', allowed: 3, seconds: HOUR }

/** Links that set a password and that don't exist, or not any more. A link that works is never refused. */
export const UNKNOWN_LINKS_PER_NETWORK: Limit = {
  name: 'unknown-link/network',
  allowed: 10,
  seconds: 10 * MINUTE,
}

export const PASSWORD_PROOFS_PER_MEMBER: Limit = { name: 'proof/member', allowed: 5, seconds: 10 * MINUTE }

export const EMAIL_CHANGES_PER_MEMBER: Limit = { name: 'email-change/member', allowed: 5, seconds: HOUR }
export const EMAIL_CHANGES_PER_TARGET: Limit = { name: 'email-change/target', allowed: 3, seconds: HOUR }

/** Decoding a picture takes up to a second and 100 MB. */
export const UPLOADS_PER_MEMBER: Limit = { name: 'avatar/member', allowed: 20, seconds: 10 * MINUTE }

export const DECISIONS_PER_MEMBER: Limit = { name: 'decision/member', allowed: 120, seconds: 10 * MINUTE }

/** Of an announcement, to the editor's own mailbox. */
export const TEST_MAILS_PER_MEMBER: Limit = { name: 'test-mail/member', allowed: 5, seconds: 10 * MINUTE }

export const PEOPLE_WITHOUT_PASSWORD: Limit = {
  name: 'people/member',
  allowed: MAX_PEOPLE_WITHOUT_PASSWORD,
  seconds: 10 * MINUTE,
}

export interface Limit {
  name: string
  allowed: number
  /** The window: from the first attempt, or with backoff from the last. */
  seconds: number
  /** If set, each attempt over `allowed` is followed by a backoff of 1, 2, 4 … up to this. */
  longestPauseSeconds?: number
}

/**
 * How many attempts are allowed: every number there is (docs/decisions/0007-who-may-try-how-often.md). Each is counted
 * before the work it protects, and by what cannot be chosen: the platform's own idea of where a request comes from, the
 * canonical e-mail, the member's id.
 */

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Behind one address may be a room, in which a whole cohort begins at once. */
const ROOM = 60

/** Wrong passwords from one network, for any account: every other person of a room mistypes once. */
export const SIGN_INS_PER_NETWORK: Limit = {
  name: 'sign-in/network',
  allowed: ROOM / 2,
  seconds: 10 * MINUTE,
}

/** Wrong passwords for one account from browsers that are not its owner's, then pauses of 1, 2, 4 … 300 seconds. */
export const SIGN_INS_PER_EMAIL: Limit = {
  name: 'sign-in/email',
  allowed: 5,
  seconds: DAY,
  longestPauseSeconds: 5 * MINUTE,
}

/** Wrong passwords from a browser that the owner has signed in with: counted here and nowhere else. */
export const SIGN_INS_PER_DEVICE: Limit = { name: 'sign-in/device', allowed: 10, seconds: 10 * MINUTE }

/** Each may be mail to a stranger. A room of people, and a third of it who begin again. */
export const SIGN_UPS_PER_NETWORK: Limit = {
  name: 'sign-up/network',
  allowed: ROOM + ROOM / 3,
  seconds: HOUR,
}

/**
 * Mails that one mailbox receives, from all askers. More than others can have sent there in any hour, so they cannot
 * use it up: its owner still changes the password, and a mail says so. Reset mails are limited separately and do not count
 * here: a thief of the password could otherwise use up the owner's way back.
 */
export const MAILS_PER_MAILBOX: Limit = { name: 'mail/mailbox', allowed: 12, seconds: HOUR }

/** Mails that anybody can have sent to anybody. */
export const RESET_MAILS_PER_NETWORK: Limit = { name: 'reset-mail/network', allowed: 10, seconds: HOUR }
export const RESET_MAILS_PER_EMAIL: Limit = { name: 'reset-mail/email', allowed: 3, seconds: HOUR }
export const CONFIRM_MAILS_PER_NETWORK: Limit = { name: 'confirm-mail/network', allowed: ROOM, seconds: HOUR }
export const CONFIRM_MAILS_PER_EMAIL: Limit = { name: 'confirm-mail/email', allowed: 3, seconds: HOUR }

/** Tokens cannot be guessed; this bounds the hashing that trying costs us. */
export const RESETS_PER_NETWORK: Limit = { name: 'reset/network', allowed: 10, seconds: 10 * MINUTE }

/** Wrong passwords of a signed-in member, for all actions that ask for it. */
export const PASSWORD_PROOFS_PER_MEMBER: Limit = { name: 'proof/member', allowed: 5, seconds: 10 * MINUTE }

/** Mails that go to an address of the asker's choice: from one member, and to one address from all members. */
export const EMAIL_CHANGES_PER_MEMBER: Limit = { name: 'email-change/member', allowed: 5, seconds: HOUR }
export const EMAIL_CHANGES_PER_TARGET: Limit = { name: 'email-change/target', allowed: 3, seconds: HOUR }

/** Decoding a picture takes a second and a hundred megabytes at worst. */
export const UPLOADS_PER_MEMBER: Limit = { name: 'avatar/member', allowed: 20, seconds: 10 * MINUTE }

export const EXPORTS_PER_MEMBER: Limit = { name: 'export/member', allowed: 10, seconds: HOUR }

/** An administrator with a hundred notices; tokens cannot be guessed. */
export const DECISIONS_PER_MEMBER: Limit = { name: 'decision/member', allowed: 120, seconds: 10 * MINUTE }

export const FEED_RENEWALS_PER_MEMBER: Limit = { name: 'feed/member', allowed: 10, seconds: HOUR }

/** A player says every fifteen seconds where it is; several devices of one member are one member. */
export const SAVES_PER_MEMBER: Limit = { name: 'progress/member', allowed: 300, seconds: 10 * MINUTE }

/** A fast writer saves a few times a minute; a device that was away tells its notes four at a time. */
export const NOTE_SAVES_PER_MEMBER: Limit = { name: 'notes/member', allowed: 300, seconds: 10 * MINUTE }

/** A page reads them once, and each answer may be a megabyte. */
export const NOTE_READS_PER_MEMBER: Limit = { name: 'note-reads/member', allowed: 120, seconds: 10 * MINUTE }

export interface Limit {
  /** Keeps the counts of different limits apart. */
  name: string
  allowed: number
  /** From the first attempt until all are forgotten; with pauses, from the last. */
  seconds: number
  /** With it nothing is refused for long: beyond `allowed`, pauses of 1, 2, 4 … up to so many seconds. */
  longestPauseSeconds?: number
}

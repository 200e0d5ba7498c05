import { DAY_MS } from './units.ts'

/** Limits that browser and server share, with units in their names. */

/** RFC 5321, section 4.5.3.1. */
export const EMAIL_MAX_CHARACTERS = 254

export const PASSWORD_MIN_CODE_POINTS = 6

/** Long enough for any passphrase (ASVS 6.2.9), but limits the cost of hashing. */
export const PASSWORD_MAX_CODE_POINTS = 256

export function codePoints(text: string): number {
  return text.match(/./gsu)?.length ?? 0
}

export const NAME_MAX_CODE_POINTS = 100

export const COMPANY_MAX_CODE_POINTS = 80

/** docs/product.md, Picture: 5 MB. */
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024

export const ACTION_BODY_MAX_BYTES = 64 * 1024

/** Maximum body of a form tool's answer. Fits a dozen questions of 240 choices each, which Tally sends with every answer. */
export const SUBMISSION_MAX_BYTES = 256 * 1024

export const NOTE_MAX_CODE_POINTS = 2000

export const NOTES_MAX = 500

export const FEEDS_MAX = 10

/** For a note's video title and fragment, in UTF-16 units. */
export const NOTE_LABEL_MAX_CHARACTERS = 300

/** Videos per request, after a device was offline. */
export const CHANGES_AT_ONCE = 50

export const OLDEST_PROGRESS_MS = 10 * 365 * DAY_MS

/** After this, browsers and programs ask again while the database is away: it wakes up within seconds. */
export const OUTAGE_RETRY_SECONDS = 5

export const VIDEO_MAX_SECONDS = 24 * 60 * 60

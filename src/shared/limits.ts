import { DAY_MS } from './units.ts'

/** Numbers of the product that more than one side must agree on. Each has its unit in its name. */

/** The longest address that mail can be sent to (RFC 5321, section 4.5.3.1). */
export const EMAIL_MAX_CHARACTERS = 254

/** docs/product.md, Field rules. Counted in Unicode code points. */
export const PASSWORD_MIN_CODE_POINTS = 6

/** An upper bound on what is fed to the password hash; long enough for any passphrase (ASVS 6.2.9). */
export const PASSWORD_MAX_CODE_POINTS = 256

/** As people and the database count: without the `u` flag a character beyond the basic plane would count twice. */
export function codePoints(text: string): number {
  return text.match(/./gsu)?.length ?? 0
}

/** The longest name. Counted in Unicode code points. */
export const NAME_MAX_CODE_POINTS = 100

/** docs/product.md, Picture: 5 MB. */
export const AVATAR_MAX_BYTES = 5 * 1024 * 1024

/** The largest body of an action that takes a form. The largest honest one has four of the longest notes. */
export const ACTION_BODY_MAX_BYTES = 64 * 1024

/** A note of several lines. */
export const NOTE_MAX_CODE_POINTS = 2000

/** Notes of one member. Of the longest, a megabyte: few enough to be brought at once. */
export const NOTES_MAX = 500

/** Of titles and addresses of videos in a note, in UTF-16 units. */
export const NOTE_LABEL_MAX_CHARACTERS = 300

/** Notes in one request: four of the longest are within an action's body, with any characters. */
export const NOTES_AT_ONCE = 4
export const REMOVALS_AT_ONCE = 50

/** Videos in one request: a device that was offline for long sends several. */
export const CHANGES_AT_ONCE = 50

/** What a device sends of earlier times counts as so old. */
export const OLDEST_PROGRESS_MS = 10 * 365 * DAY_MS

/** No recording is longer than a day. */
export const VIDEO_MAX_SECONDS = 24 * 60 * 60

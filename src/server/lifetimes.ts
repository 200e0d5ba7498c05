/** How long sessions and links are good, and how many of it a member can have. Mails and pages name some of these. */

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/** An unused session ends after this long; it is renewed once half of the time has passed. */
export const SESSION_IDLE_SECONDS = 14 * DAY

/** However often it is renewed, a session ends this long after it began (ASVS 7.3.2). */
export const SESSION_MAX_AGE_SECONDS = 90 * DAY

/** How exactly it is known when a session was last used: a page view writes no more often than this. */
export const SESSION_SEEN_EVERY_SECONDS = 15 * MINUTE

/** Signed in with more browsers than this, the one that has been so longest is signed out (ASVS 7.1.2). */
export const MAX_SESSIONS_PER_MEMBER = 10

/** How long a browser that a member has signed in with is known. */
export const DEVICE_SECONDS = YEAR

/** Of more browsers than this, the one known longest is forgotten. */
export const MAX_DEVICES_PER_MEMBER = 10

/** The mail says so. */
export const PASSWORD_RESET_SECONDS = HOUR

/** Long enough for a mail that is read after a week away. The browser that signed up is known for as long. */
export const EMAIL_CONFIRMATION_SECONDS = 7 * DAY

/** How long the link of a notice is good. The page says so. */
export const DECISION_LINK_SECONDS = 7 * DAY

/** As long as a day at work: the member waits for it. The mail says so. */
export const EMAIL_CHANGE_SECONDS = DAY

/** How long a deletion waits, and so how long it can be undone. The mail says so. */
export const DELETION_DELAY_SECONDS = DAY

/** An address that is not confirmed by then can be signed up with again. The mail says so. */
export const UNCONFIRMED_SIGN_UP_SECONDS = 30 * DAY

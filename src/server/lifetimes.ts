/** In seconds. */
export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Idle timeout of a session. Renewed once half of it has passed. The view active_sessions has the absolute timeout. */
export const SESSION_IDLE_SECONDS = 14 * DAY

/** Precision of last_seen_at: page views write at most this often. */
export const SESSION_SEEN_EVERY_SECONDS = 15 * MINUTE

/** Beyond this, the oldest session ends (ASVS 7.1.2). */
export const MAX_SESSIONS_PER_MEMBER = 10

/** How long a passkey stands for the password of sensitive actions, once used. */
export const PASSKEY_PROOF_SECONDS = 5 * MINUTE

export const DEVICE_SECONDS = 365 * DAY

export const MAX_DEVICES_PER_MEMBER = 10

/** The email mentions it. */
export const PASSWORD_RESET_SECONDS = HOUR

/** Long enough for someone who is away for a week. Also the lifetime of the sign-up cookie. */
export const EMAIL_CONFIRMATION_SECONDS = 7 * DAY

/** Short, because the member is waiting for it. The email mentions it. */
export const EMAIL_CHANGE_SECONDS = DAY

/** How long a deletion can be cancelled. The email mentions it. */
export const DELETION_DELAY_SECONDS = DAY

/** How long the link in an email to all members can end emails of its kind. */
export const UNSUBSCRIBE_LINK_SECONDS = 90 * DAY

/** After this, an unconfirmed sign-up is deleted. The email mentions it. */
export const UNCONFIRMED_SIGN_UP_SECONDS = 30 * DAY

/** Staff see the portal as a group's members do. */
export const VIEW_AS_SECONDS = HOUR

import type { Limit } from '../vendors/ports.ts'

/** How often a member may do what costs something or could be guessing. Each is counted by the member's id. */

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Wrong passwords of a signed-in member, whatever they were asked for. */
export const PASSWORD_PROOFS_PER_MEMBER: Limit = { name: 'proof/member', allowed: 5, seconds: 10 * MINUTE }

/** Mails that go to an address of the asker's choice: from one member, and to one address from all members. */
export const EMAIL_CHANGES_PER_MEMBER: Limit = { name: 'email-change/member', allowed: 5, seconds: HOUR }
export const EMAIL_CHANGES_PER_TARGET: Limit = { name: 'email-change/target', allowed: 3, seconds: HOUR }

/** Decoding a picture takes a second and a hundred megabytes at worst. */
export const UPLOADS_PER_MEMBER: Limit = { name: 'avatar/member', allowed: 20, seconds: 10 * MINUTE }

/** When to try again while another picture of the member is being decoded: a full queue is nearly always done by then. */
export const UPLOAD_RETRY_AFTER_SECONDS = 10

export const EXPORTS_PER_MEMBER: Limit = { name: 'export/member', allowed: 10, seconds: HOUR }

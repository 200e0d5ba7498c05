import * as z from 'zod/mini'
import { Viewer } from '#src/shared/viewer.ts'

export const approvalStatuses = ['pending', 'approved', 'denied'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

/** What a session knows of its member. Anything else coming out of the database is an outage, never an approval. */
export const Member = z.object({
  id: z.string(),
  ...Viewer.shape,
  approvalStatus: z.enum(approvalStatuses),
  emailConfirmed: z.boolean(),
  /** Named by an administrator; it counts while they are approved. */
  isEditor: z.boolean(),
  /** Decides about sign-ups in the browser, while approved. */
  isAdmin: z.boolean(),
})
export type Member = z.output<typeof Member>

/**
 * The fields of a viewer as columns of the view `members`, called `m` in the statement, each under its own name:
 * `m.full_name AS "fullName"`. To be put into a statement with `sql.unsafe`.
 */
export const viewerColumns = Object.keys(Viewer.shape)
  .map((field) => `m.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} AS "${field}"`)
  .join(', ')

import * as z from 'zod/mini'
import { Viewer } from '#src/shared/viewer.ts'

export const approvalStatuses = ['pending', 'approved', 'denied'] as const

/** The member of a session. Anything else from the database is an error, never an approval. */
export const Member = z.object({
  ...Viewer.shape,
  approvalStatus: z.enum(approvalStatuses),
  emailConfirmed: z.boolean(),
  /** Can use /edit while approved. */
  isEditor: z.boolean(),
  /** Can use /people while approved. */
  isAdmin: z.boolean(),
  /** Names of groups in src/content/groups.yaml. */
  groups: z.array(z.string()),
})
export type Member = z.output<typeof Member>

/** Who gets everything, whomever it is for. */
export function isStaff({ isEditor, isAdmin }: Pick<Member, 'isEditor' | 'isAdmin'>): boolean {
  return isEditor || isAdmin
}

/** @param group null, or that whose members' view staff have chosen: then as one of them. */
export function viewedAs<Viewer extends Pick<Member, 'groups' | 'isEditor' | 'isAdmin'>>(
  member: Viewer,
  group: string | null,
): Viewer {
  return group !== null && isStaff(member)
    ? { ...member, groups: [group], isEditor: false, isAdmin: false }
    : member
}

import { EDIT_PATH, PEOPLE_PATH } from '#src/shared/paths.ts'
import type { Member } from '../member.ts'
import type { FoundSession } from '../vendors/ports.ts'
import type { AccessDenial } from './answers.ts'

/** The access rule for protected pages (docs/product.md, Roles). */
export function decideAccess(found: FoundSession | null | undefined): Admission {
  if (!found) return { access: 'sign-in', found: null }
  const { approvalStatus } = found.member
  return { access: approvalStatus === 'approved' ? 'allow' : approvalStatus, found }
}

type Admission =
  | { access: Exclude<AccessDenial, 'sign-in'> | 'allow'; found: FoundSession }
  | { access: 'sign-in'; found: null }

/** Whether the path is a page that only editors or only administrators may see; others get a 404. */
export function isHidden(path: string, approved: Member | null): boolean {
  // Signed-out, pending and denied visitors get the same answer as for any page.
  if (path === EDIT_PATH) return approved !== null && !approved.isEditor
  return path === PEOPLE_PATH && !approved?.isAdmin
}

/** An unconfirmed member's screen offers to resend the confirmation email. */
export function stateOf({ approvalStatus, emailConfirmed }: Member): 'pending' | 'unconfirmed' | 'denied' {
  if (approvalStatus === 'denied') return 'denied'
  return emailConfirmed ? 'pending' : 'unconfirmed'
}

import { EDIT_PATH, EDIT_SIGN_IN_PATH, PEOPLE_PATH } from '#src/shared/paths.ts'
import type { Member } from './member.ts'
import type { FoundSession } from './vendors/ports.ts'

/** The access rule for everything that is protected (docs/product.md, Roles). */
export function authorize(found: FoundSession | null | undefined): Admission {
  if (!found) return notSignedIn
  const { approvalStatus } = found.member
  if (approvalStatus !== 'approved') return { ok: false, code: `account_${approvalStatus}`, found }
  return { ok: true, found }
}

export const notSignedIn = { ok: false, code: 'not_signed_in', found: null } as const

type Admission = { ok: true; found: FoundSession } | Denial

export type Denial =
  { ok: false; code: 'account_pending' | 'account_denied'; found: FoundSession } | typeof notSignedIn

/** Whether the path is a page that only editors or only administrators may see; other members get a 404. */
export function isHidden(path: string, { isEditor, isAdmin }: Member): boolean {
  if (path === EDIT_PATH || path === EDIT_SIGN_IN_PATH) return !isEditor
  return path === PEOPLE_PATH && !isAdmin
}

export function accountState({
  approvalStatus,
  emailConfirmed,
}: Member): 'pending' | 'unconfirmed' | 'denied' {
  if (approvalStatus === 'denied') return 'denied'
  return emailConfirmed ? 'pending' : 'unconfirmed'
}

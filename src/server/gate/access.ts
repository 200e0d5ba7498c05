import type { Member } from '../vendors/ports.ts'

/** What the gate does with a request for a protected page. docs/product.md, Roles, in one function. */
export function decideAccess(member: Pick<Member, 'approvalStatus'> | null): Access {
  if (!member) return 'sign-in'
  return accessByStatus[member.approvalStatus]
}

export type Access = 'allow' | 'sign-in' | 'pending' | 'denied'

const accessByStatus = {
  approved: 'allow',
  pending: 'pending',
  denied: 'denied',
} as const satisfies Record<Member['approvalStatus'], Access>

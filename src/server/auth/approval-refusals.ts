import type { ApprovalStatus } from '../vendors/ports.ts'

/** What a member who is not approved is told in place of being let in. */
export const approvalRefusals = {
  pending: 'account_pending',
  denied: 'account_denied',
} as const satisfies Record<Exclude<ApprovalStatus, 'approved'>, string>

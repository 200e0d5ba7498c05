import type { Member } from '#src/server/member.ts'

/** An approved member with only an address, which tests vary. */
export const plainMember: Member = {
  id: 'm1',
  email: 'k@example.com',
  fullName: null,
  avatarUrl: null,
  memberSince: Date.parse('2025-06-01T00:00Z'),
  hasPendingDeletion: false,
  approvalStatus: 'approved',
  emailConfirmed: true,
  isEditor: false,
  isAdmin: false,
  groups: [],
}

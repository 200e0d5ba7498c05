import type { Member } from '#src/server/member.ts'

/** An approved member with nothing but an address. Tests vary it, so that a new field is added here alone. */
export const plainMember: Member = {
  id: 'm1',
  email: 'k@example.com',
  fullName: null,
  avatarUrl: null,
  approvalStatus: 'approved',
  emailConfirmed: true,
  isEditor: false,
  isAdmin: false,
}

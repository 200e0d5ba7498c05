import type { Member } from '../member.ts'
import type { HostCookie } from '../tokens.ts'
import type { Sessions } from '../vendors/ports.ts'

/** Who asks, by the session of their browser. Only an approved member is let through; the status is read each time. */
export async function admitMember(
  { sessions }: { sessions: Pick<Sessions, 'find'> },
  token: string | null,
): Promise<MemberAdmission> {
  if (!token) return notSignedIn
  const found = await sessions.find(token)
  if (!found) return notSignedIn
  const { member, renewedCookie } = found
  if (member.approvalStatus !== 'approved') return { ok: false, code: `account_${member.approvalStatus}` }
  return { ok: true, signedIn: { member, token }, renewedCookie }
}

const notSignedIn = { ok: false, code: 'not_signed_in' } as const

/** The member who asks, with the session by which they are known. */
export interface SignedIn {
  member: Member
  token: string
}

export type MemberAdmission =
  | { ok: true; signedIn: SignedIn; renewedCookie: HostCookie | null }
  | { ok: false; code: 'not_signed_in' | 'account_pending' | 'account_denied' }

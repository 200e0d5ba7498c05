import type { Member } from '../member.ts'
import type { Cookie } from '../tokens.ts'
import type { Sessions } from '../vendors/ports.ts'

/** The approved member of a session, or why there is none. Reads the status every time. */
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

/** A signed-in member, with their session token. */
export interface SignedIn {
  member: Member
  token: string
}

export type MemberAdmission =
  | { ok: true; signedIn: SignedIn; renewedCookie: Cookie | null }
  | { ok: false; code: 'not_signed_in' | 'account_pending' | 'account_denied' }

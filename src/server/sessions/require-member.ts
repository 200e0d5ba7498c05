import { authorize, notSignedIn } from '../access.ts'
import type { Member } from '../member.ts'
import type { Sessions } from '../vendors/ports.ts'

/** Reads the approval status every time. */
export async function requireMember(
  { sessions }: { sessions: Pick<Sessions, 'find'> },
  token: string | null,
) {
  if (!token) return notSignedIn
  const admission = authorize(await sessions.find(token))
  if (!admission.ok) return admission
  const { member, renewedCookie } = admission.found
  return { ok: true, signedIn: { member, token }, cookies: { session: renewedCookie } } as const
}

export interface SignedIn {
  member: Member
  token: string
}

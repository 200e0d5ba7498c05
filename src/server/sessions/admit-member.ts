import { approvalRefusals } from '../auth/approval-refusals.ts'
import type { SessionCookie, Sessions } from '../vendors/ports.ts'
import type { SignedIn } from '../members/ports.ts'

/** Who asks, by the session of their browser. Only an approved member is let through; the status is read anew each time. */
export async function admitMember(
  deps: { sessions: Pick<Sessions, 'find'> },
  token: string | null,
): Promise<MemberAdmission> {
  const found = token ? await deps.sessions.find(token) : null
  if (!token || !found) return { ok: false, code: 'not_signed_in' }
  const { member, renewedCookie } = found
  if (member.approvalStatus !== 'approved')
    return { ok: false, code: approvalRefusals[member.approvalStatus] }
  return { ok: true, signedIn: { member, token }, renewedCookie }
}

export type MemberAdmission =
  | { ok: true; signedIn: SignedIn; renewedCookie: SessionCookie | null }
  | { ok: false; code: 'not_signed_in' | 'account_pending' | 'account_denied' }

import * as z from 'zod/mini'
import type { DecisionForm } from '#src/shared/forms.ts'
import { approvalStatuses } from '../member.ts'
import { DECISIONS_PER_MEMBER } from '../limits/limits.ts'
import { takeAttempt, type TooManyAttempts } from '../limits/rate-limits.ts'
import type { SignedIn } from '../sessions/admit-member.ts'
import { isToken, sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'

/**
 * Whom the link of a notice is about, for a member who is an administrator; to anybody else the link is no good. Decides
 * nothing.
 */
export async function readDecisionLink(
  { sql }: Pick<Deps, 'sql'>,
  { member, token: session }: SignedIn,
  token: string,
): Promise<ReadDecisionResult> {
  if (!member.isAdmin || !isToken(token)) return notGood
  const [row] = await sql`
    SELECT email, full_name AS "fullName", email_confirmed AS "emailConfirmed",
      approval_status AS "approvalStatus", decided_by AS "decidedBy", is_spent AS "isSpent"
    FROM read_decision_link(${sha256Hex(token)}, ${sha256Hex(session)})`
  if (!row) return notGood
  const { isSpent, ...applicant } = Applicant.parse(row)
  // Taken back since: the link has done its work, and another way has to be found.
  return isSpent && applicant.approvalStatus === 'pending' ? notGood : { ok: true, applicant }
}

/** Approves or denies, once for each person, recorded under the administrator's own address. A mail to the member follows. */
export async function decideByLink(
  { sql }: Pick<Deps, 'sql'>,
  { member, token: session }: SignedIn,
  { token, verdict, evenUnconfirmed }: DecisionForm,
): Promise<DecideResult> {
  if (!member.isAdmin || !isToken(token)) return notGood
  const permit = await takeAttempt(sql, DECISIONS_PER_MEMBER, member.id)
  if (!permit.ok) return permit
  const [row] = await sql`
    SELECT decide_by_link(${sha256Hex(token)}, ${sha256Hex(session)}, ${verdict}, ${evenUnconfirmed}) AS outcome`
  const { outcome } = OutcomeRow.parse(row)
  if (outcome === 'decided') return { ok: false, code: 'decided_meanwhile' }
  // The page never asks to approve an address as confirmed that is not.
  if (outcome === null || outcome === 'unconfirmed') return notGood
  return { ok: true, decided: outcome }
}

const Applicant = z.object({
  email: z.string(),
  fullName: z.nullable(z.string()),
  emailConfirmed: z.boolean(),
  approvalStatus: z.enum(approvalStatuses),
  /** null before anybody decided. */
  decidedBy: z.nullable(z.string()),
  isSpent: z.boolean(),
})
const OutcomeRow = z.object({ outcome: z.nullable(z.enum(['approved', 'denied', 'decided', 'unconfirmed'])) })

const notGood = { ok: false, code: 'keep_link_invalid' } as const

/** Whom is decided about. */
export type Applicant = Omit<z.output<typeof Applicant>, 'isSpent'>

export type ReadDecisionResult = { ok: true; applicant: Applicant } | typeof notGood

export type DecideResult =
  | { ok: true; decided: 'approved' | 'denied' }
  | { ok: false; code: 'decided_meanwhile' }
  | typeof notGood
  | TooManyAttempts

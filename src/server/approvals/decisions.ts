import * as z from 'zod/mini'
import type { DecisionForm } from '#src/shared/forms.ts'
import { approvalStatuses } from '../member.ts'
import type { SignedIn } from '../sessions/admit-member.ts'
import { isToken, sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'

/** Decisions of administrators in the browser. The SQL functions check the session themselves. */

/** The applicant of a review link; an error for everyone but administrators. Changes nothing. */
export async function readDecisionLink(
  { sql }: Pick<Deps, 'sql'>,
  { member, token: session }: SignedIn,
  token: string,
) {
  if (!member.isAdmin || !isToken(token)) return invalidLink
  const [row] = await sql`
    SELECT email, full_name AS "fullName", email_confirmed AS "emailConfirmed", signed_up_at AS "signedUpAt",
      approval_status AS "approvalStatus", decided_by AS "decidedBy", is_spent AS "isSpent"
    FROM read_decision_link(${sha256Hex(token)}, ${sha256Hex(session)})`
  if (!row) return invalidLink
  const { isSpent, ...applicant } = LinkedApplicant.parse(row)
  // Decided and undone: the link is used up.
  return isSpent && applicant.approvalStatus === 'pending' ? invalidLink : ({ ok: true, applicant } as const)
}

/** Everyone waiting for a decision, longest first, at most 100. Empty for everyone but administrators. */
export async function listWaiting(
  { sql }: Pick<Deps, 'sql'>,
  { token: session }: Pick<SignedIn, 'token'>,
): Promise<Waiting[]> {
  const rows = await sql`
    SELECT email, full_name AS "fullName", email_confirmed AS "emailConfirmed", signed_up_at AS "signedUpAt"
    FROM list_waiting(${sha256Hex(session)})`
  return z.array(Waiting).parse(rows)
}

/**
 * Approves or denies a pending person, recorded under the administrator's address. The email to the member waits a minute.
 */
export async function decideAsAdmin(
  { sql }: Pick<Deps, 'sql'>,
  { member, token: session }: SignedIn,
  { email, verdict, reason, evenUnconfirmed }: DecisionForm,
) {
  if (!member.isAdmin) return invalidLink
  const [row] = await sql`
    SELECT decide_as_admin(${sha256Hex(session)}, ${email}, ${verdict}, ${reason || null}, ${evenUnconfirmed}) AS outcome`
  const { outcome } = OutcomeRow.parse(row)
  if (outcome === 'decided') return { ok: false, code: 'decided_meanwhile' } as const
  // The page sends evenUnconfirmed for unconfirmed addresses, so this means that it is outdated.
  if (outcome === null || outcome === 'unconfirmed') return invalidLink
  return { ok: true, decided: outcome } as const
}

/** Undoes the administrator's own decision while its email waits. */
export async function undoAsAdmin(
  { sql }: Pick<Deps, 'sql'>,
  { token: session }: Pick<SignedIn, 'token'>,
  email: string,
) {
  const [row] = await sql`SELECT undo_as_admin(${sha256Hex(session)}, ${email}) AS "isUndone"`
  return row?.isUndone === true ? ({ ok: true } as const) : ({ ok: false, code: 'too_late_to_undo' } as const)
}

const Waiting = z.object({
  email: z.string(),
  fullName: z.nullable(z.string()),
  emailConfirmed: z.boolean(),
  signedUpAt: z.date(),
})
type Waiting = z.output<typeof Waiting>
const LinkedApplicant = z.extend(Waiting, {
  approvalStatus: z.enum(approvalStatuses),
  /** null before the first decision. */
  decidedBy: z.nullable(z.string()),
  isSpent: z.boolean(),
})
const OutcomeRow = z.object({ outcome: z.nullable(z.enum(['approved', 'denied', 'decided', 'unconfirmed'])) })

const invalidLink = { ok: false, code: 'keep_link_invalid' } as const

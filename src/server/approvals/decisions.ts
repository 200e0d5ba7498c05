import * as z from 'zod/mini'
import type { DecisionForm } from '#src/shared/forms.ts'
import { approvalStatuses } from '../member.ts'
import type { SignedIn } from '../sessions/admit-member.ts'
import { isToken, sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'

/** What administrators who are members decide in the browser. The database asks for itself whose session it is. */

/** Whom the link of a notice is about; to everyone but an administrator the link is no good. Decides nothing. */
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
  // Taken back since: the link has done its work, and another way has to be found.
  return isSpent && applicant.approvalStatus === 'pending' ? invalidLink : ({ ok: true, applicant } as const)
}

/** Everyone who waits for a decision, the first first, at most a hundred. Empty for everyone but an administrator. */
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
 * Approves or denies, once for each person, recorded under the administrator's own address. An email to the member
 * follows after a minute.
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
  // The page never asks to approve an address as confirmed that is not.
  if (outcome === null || outcome === 'unconfirmed') return invalidLink
  return { ok: true, decided: outcome } as const
}

/** Takes the administrator's own decision back, as long as its email waits. */
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
  /** null before anyone decided. */
  decidedBy: z.nullable(z.string()),
  isSpent: z.boolean(),
})
const OutcomeRow = z.object({ outcome: z.nullable(z.enum(['approved', 'denied', 'decided', 'unconfirmed'])) })

const invalidLink = { ok: false, code: 'keep_link_invalid' } as const

import * as z from 'zod/mini'
import type { DecisionForm } from '#src/shared/forms.ts'
import { approvalStatuses } from '../member.ts'
import type { SignedIn } from '../sessions/admit-member.ts'
import { sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'

/** Decisions of administrators in the browser. The SQL functions check that the session is an administrator's. */

/** Everyone waiting for a decision, longest first, at most 100. Empty for everyone but administrators. */
export function listWaiting(deps: Pick<Deps, 'sql'>, signedIn: SignedIn): Promise<Applicant[]> {
  return findApplicants(deps, signedIn, null)
}

/** A person by id, decided about or not; for everyone but administrators, as if there were none. */
export async function findApplicant(deps: Pick<Deps, 'sql'>, signedIn: SignedIn, id: string) {
  const [applicant] = await findApplicants(deps, signedIn, id)
  return applicant ? ({ ok: true, applicant } as const) : gone
}

/**
 * Approves or denies a pending person, recorded under the administrator's address. The email to the member waits a minute.
 */
export async function decideAsAdmin(
  { sql }: Pick<Deps, 'sql'>,
  { token }: SignedIn,
  { id, verdict, reason }: DecisionForm,
) {
  const [row] = await sql`
    SELECT decide_as_admin(${sha256Hex(token)}, ${id}, ${verdict}, ${reason || null}) AS outcome`
  const { outcome } = OutcomeRow.parse(row)
  if (outcome === null) return gone
  return outcome === 'decided' ? ({ ok: true } as const) : ({ ok: false, code: outcome } as const)
}

/** Undoes the administrator's own decision while its email waits. */
export async function undoAsAdmin({ sql }: Pick<Deps, 'sql'>, { token }: SignedIn, id: string) {
  const [row] = await sql`SELECT undo_as_admin(${sha256Hex(token)}, ${id}) AS "isUndone"`
  return row?.isUndone === true ? ({ ok: true } as const) : ({ ok: false, code: 'too_late_to_undo' } as const)
}

async function findApplicants({ sql }: Pick<Deps, 'sql'>, { token, member }: SignedIn, id: string | null) {
  const rows = await sql`
    SELECT id, email, full_name AS "fullName", email_confirmed AS "emailConfirmed", signed_up_at AS "signedUpAt",
      approval_status AS "approvalStatus", decided_by AS "decidedBy", decided_at AS "decidedAt",
      COALESCE(decided_by = ${member.email} AND decided_at > now() - interval '1 minute', false) AS "canUndo"
    FROM find_applicants(${sha256Hex(token)}, ${id})`
  return z.array(Applicant).parse(rows)
}

const Applicant = z.object({
  id: z.string(),
  email: z.string(),
  fullName: z.nullable(z.string()),
  emailConfirmed: z.boolean(),
  signedUpAt: z.date(),
  approvalStatus: z.enum(approvalStatuses),
  /** Who decided last and when; null before the first decision. */
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.date()),
  /** By whoever asks. The email is sent after a minute. */
  canUndo: z.boolean(),
})
type Applicant = z.output<typeof Applicant>
const OutcomeRow = z.object({ outcome: z.nullable(z.enum(['decided', 'decided_meanwhile'])) })

const gone = { ok: false, code: 'sign_up_gone' } as const

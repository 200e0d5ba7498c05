import { SECOND_MS } from '#src/shared/units.ts'
import { VisitForm } from '#src/shared/news/form.ts'
import { VISIT_GAP_MS } from '#src/shared/news/visit.ts'
import { VISITS_PER_MEMBER } from '../limits/limits.ts'
import { takeAttempt, type TooManyAttempts } from '../limits/rate-limits.ts'
import type { Deps } from '../vendors/ports.ts'

/** What a browser knows that has no memory of the member: this visit begins now. */
export const NOTHING_TOLD: VisitForm = { sinceMsAgo: null, beganMsAgo: 0, dismissed: [] }

/** Joins what one device knows about the member's visit with what others told; for who asks by themselves. */
export async function tellVisit(
  { sql }: Pick<Deps, 'sql'>,
  memberId: string,
  told: VisitForm,
): Promise<{ ok: true; visit: VisitForm } | TooManyAttempts> {
  const permit = await takeAttempt(sql, VISITS_PER_MEMBER, memberId)
  if (!permit.ok) return permit
  return { ok: true, visit: await keepVisit({ sql }, memberId, told) }
}

/** The same without a limit, at sign-in, which has its own. @returns what all devices know together. */
export async function keepVisit(
  { sql }: Pick<Deps, 'sql'>,
  memberId: string,
  { sinceMsAgo, beganMsAgo, dismissed }: VisitForm,
): Promise<VisitForm> {
  const [row] = await sql`
    SELECT * FROM keep_visit(${memberId}, ${sinceMsAgo}, ${beganMsAgo}, ${dismissed},
      make_interval(secs => ${VISIT_GAP_MS / SECOND_MS}))`
  return VisitForm.parse(row)
}

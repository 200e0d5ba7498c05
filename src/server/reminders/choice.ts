import type { RemindersForm } from '#src/shared/forms.ts'
import type { SignedIn } from '../sessions/admit-member.ts'
import { isToken, sha256Hex } from '../tokens.ts'
import type { Deps, RetryingSql } from '../vendors/ports.ts'

export async function readReminders({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn) {
  const [row] = await sql`SELECT wants_reminders AS "areOn" FROM profiles WHERE id = ${member.id}`
  return { areOn: row?.areOn === true }
}

export async function chooseReminders({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn, form: RemindersForm) {
  const [row] = await sql`
    UPDATE profiles SET wants_reminders = ${form.areOn} WHERE id = ${member.id}
    RETURNING wants_reminders AS "areOn"`
  return { areOn: row?.areOn === true }
}

/** Ends the reminders of the member whose email had this link. Idempotent; null, and no change, when it doesn't work. */
export async function endReminders(retryingSql: RetryingSql, token: string): Promise<true | null> {
  if (!isToken(token)) return null
  const [row] = await retryingSql`SELECT end_reminders(${sha256Hex(token)}) AS "areEnded"`
  return row?.areEnded === true || null
}

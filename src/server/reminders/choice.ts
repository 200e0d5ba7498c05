import * as z from 'zod/mini'
import type { SignedIn } from '../sessions/admit-member.ts'
import { isToken, sha256Hex } from '../tokens.ts'
import type { Deps, RetryingSql } from '../vendors/ports.ts'

/** Whether a member gets reminders. */

export async function readReminders({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn): Promise<Choice> {
  const [row] = await sql`SELECT wants_reminders AS "areOn" FROM profiles WHERE id = ${member.id}`
  return Choice.parse(row)
}

export async function chooseReminders(
  { sql }: Pick<Deps, 'sql'>,
  { member }: SignedIn,
  { areOn }: Choice,
): Promise<void> {
  await sql`UPDATE profiles SET wants_reminders = ${areOn} WHERE id = ${member.id}`
}

/** Ends the reminders of the member whose email had this link. Idempotent; null, and no change, when the link doesn't work. */
export async function endReminders(retryingSql: RetryingSql, token: string): Promise<true | null> {
  if (!isToken(token)) return null
  const [row] = await retryingSql`SELECT end_reminders(${sha256Hex(token)}) AS "areEnded"`
  return row?.areEnded === true || null
}

const Choice = z.object({ areOn: z.boolean() })
type Choice = z.output<typeof Choice>

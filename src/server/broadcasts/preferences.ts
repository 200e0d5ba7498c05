import * as z from 'zod/mini'
import type { MailingForm } from '#src/shared/forms.ts'
import { Wanted } from '#src/shared/mailings.ts'
import type { SignedIn } from '../sessions/require-member.ts'
import { isToken, sha256Hex } from '../tokens.ts'
import type { Deps, RetryingSql } from '../vendors/ports.ts'

export async function readEmailPreferences({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn) {
  const rows = await sql`SELECT email_preferences AS wanted FROM profiles WHERE id = ${member.id}`
  return wantedIn(rows)
}

/** For a kind that is switched on, the provider is asked, at most once a minute, to send to the address again. */
export async function setEmailPreference(
  { sql }: Pick<Deps, 'sql'>,
  { member }: SignedIn,
  { kind, isWanted }: MailingForm,
) {
  const rows = await sql`
    UPDATE profiles
    SET email_preferences = array_remove(email_preferences, ${kind}) || CASE WHEN ${isWanted} THEN ARRAY[${kind}] ELSE '{}' END
    WHERE id = ${member.id}
    RETURNING email_preferences AS wanted,
      CASE WHEN ${isWanted} THEN enqueue('reactivate_address', 'reactivate_address:' || id || date_trunc('minute', now()),
        jsonb_build_object('to', ${member.email}::text), member_id => id) END`
  return wantedIn(rows)
}

/** Ends one kind of emails for the member whose email had this link. Idempotent; false, and no change, when it doesn't work. */
export async function unsubscribe(retryingSql: RetryingSql, token: string): Promise<boolean> {
  if (!isToken(token)) return false
  const [row] = await retryingSql`SELECT unsubscribe(${sha256Hex(token)}) AS "isEnded"`
  return row?.isEnded === true
}

/** Nothing for a member who is gone. */
function wantedIn(rows: unknown): z.output<typeof WantedRow> {
  return z.array(WantedRow).parse(rows)[0] ?? { wanted: [] }
}

const WantedRow = z.object({ wanted: Wanted })

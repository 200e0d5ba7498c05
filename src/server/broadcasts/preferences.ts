import * as z from 'zod/mini'
import type { EmailPreferenceInput } from '#src/shared/forms.ts'
import { SubscribedTopics } from '#src/shared/broadcast-topics.ts'
import type { SignedIn } from '../sessions/require-member.ts'
import { isToken, sha256Hex } from '../tokens.ts'
import type { Deps, RetryingSql } from '../vendors/ports.ts'

export async function readEmailPreferences({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn) {
  const rows = await sql`SELECT email_preferences AS subscribed FROM profiles WHERE id = ${member.id}`
  return subscribedIn(rows)
}

/** Subscribing also asks the provider, at most once a minute, to send to this address again. */
export async function setEmailPreference(
  { sql }: Pick<Deps, 'sql'>,
  { member }: SignedIn,
  { topic, isSubscribed }: EmailPreferenceInput,
) {
  const rows = await sql`
    UPDATE profiles
    SET email_preferences = array_remove(email_preferences, ${topic}) || CASE WHEN ${isSubscribed} THEN ARRAY[${topic}] ELSE '{}' END
    WHERE id = ${member.id}
    RETURNING email_preferences AS subscribed,
      CASE WHEN ${isSubscribed} THEN enqueue('reactivate_address', 'reactivate_address:' || id || date_trunc('minute', now()),
        jsonb_build_object('to', ${member.email}::text), member_id => id) END`
  return subscribedIn(rows)
}

/** Idempotent. False when the link's token is unknown or expired. */
export async function unsubscribe(retryingSql: RetryingSql, token: string): Promise<boolean> {
  if (!isToken(token)) return false
  const [row] = await retryingSql`SELECT unsubscribe(${sha256Hex(token)}) AS "isUnsubscribed"`
  return row?.isUnsubscribed === true
}

function subscribedIn(rows: unknown): z.output<typeof SubscribedRow> {
  return z.array(SubscribedRow).parse(rows)[0] ?? { subscribed: [] }
}

const SubscribedRow = z.object({ subscribed: SubscribedTopics })

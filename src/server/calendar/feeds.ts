import * as z from 'zod/mini'
import { approvalStatuses, type Member } from '../member.ts'
import type { SignedIn } from '../sessions/admit-member.ts'
import { newFeedToken, sha256Hex } from '../tokens.ts'
import type { RetryingSql, Deps } from '../vendors/ports.ts'

/** A member's private calendar link. */

/** The owner of a calendar link; null when the token is unknown or revoked. The caller checks the status. */
export async function findFeed(retryingSql: RetryingSql, token: string): Promise<FeedOwner | null> {
  const [row] = await retryingSql`
    SELECT m.approval_status AS "approvalStatus"
    FROM calendar_feeds f JOIN members m ON m.id = f.user_id
    WHERE f.token_hash = ${sha256Hex(token)}`
  return row ? FeedOwnerRow.parse(row) : null
}

/** When the member's link was created; null when there is none. The token itself isn't stored. */
export async function readFeed({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn): Promise<Date | null> {
  const [row] = await sql`SELECT created_at AS "createdAt" FROM calendar_feeds WHERE user_id = ${member.id}`
  return row ? FeedRow.parse(row).createdAt : null
}

/** Creates a link and revokes the previous one. @returns its token. */
export async function renewFeed({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn): Promise<string> {
  const { token, hash } = newFeedToken()
  await sql`
    INSERT INTO calendar_feeds (user_id, token_hash) VALUES (${member.id}, ${hash})
    ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, created_at = now()`
  return token
}

/** Idempotent. */
export async function endFeed({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn): Promise<void> {
  await sql`DELETE FROM calendar_feeds WHERE user_id = ${member.id}`
}

const FeedOwnerRow = z.object({ approvalStatus: z.enum(approvalStatuses) })
const FeedRow = z.object({ createdAt: z.date() })

export type FeedOwner = Pick<Member, 'approvalStatus'>

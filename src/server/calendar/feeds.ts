import * as z from 'zod/mini'
import { FEEDS_MAX } from '#src/shared/field-limits.ts'
import { Member } from '../member.ts'
import type { SignedIn } from '../sessions/require-member.ts'
import { isToken, newToken, sha256Hex } from '../tokens.ts'
import type { RetryingSql, Deps } from '../vendors/ports.ts'

/** What an approved member gets of the calendar by this token; null for an unknown one. */
export async function findFeedReader(retryingSql: RetryingSql, token: string): Promise<FeedReader | null> {
  if (!isToken(token)) return null
  const rows = await retryingSql`
    SELECT m.groups, m.is_editor AS "isEditor", m.is_admin AS "isAdmin" FROM calendar_feeds f JOIN members m ON m.id = f.user_id
    WHERE f.token_hash = ${sha256Hex(token)} AND m.approval_status = 'approved'`
  return z.array(FeedReader).parse(rows)[0] ?? null
}

const FeedReader = z.pick(Member, { groups: true, isEditor: true, isAdmin: true })
type FeedReader = z.output<typeof FeedReader>

export async function readFeeds({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn) {
  const [row] = await sql`
    SELECT count(*)::int AS count, max(created_at) AS "createdAt" FROM calendar_feeds WHERE user_id = ${member.id}`
  return Feeds.parse(row)
}

/** Creates a link; beyond the limit, the oldest ends. @returns its token. */
export async function addFeed({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn): Promise<string> {
  const { token, hash } = newToken()
  // The deletion doesn't see the new link.
  await sql`
    WITH added AS (INSERT INTO calendar_feeds (user_id, token_hash) VALUES (${member.id}, ${hash}))
    DELETE FROM calendar_feeds WHERE user_id = ${member.id} AND token_hash NOT IN (
      SELECT token_hash FROM calendar_feeds WHERE user_id = ${member.id}
      ORDER BY created_at DESC LIMIT ${FEEDS_MAX - 1})`
  return token
}

export async function endFeeds({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn): Promise<void> {
  await sql`DELETE FROM calendar_feeds WHERE user_id = ${member.id}`
}

const Feeds = z.object({ count: z.number(), createdAt: z.nullable(z.date()) })

import * as z from 'zod/mini'
import { VideoProgress } from '#src/shared/playlist/progress.ts'
import type { Deps } from '../vendors/ports.ts'

/** How far members are with the videos. Whose progress it is, the session says; the database's clock is the only one. */

/** Everything known about this member's videos, or about some of them. */
export async function listProgress(
  { sql }: Pick<Deps, 'sql'>,
  memberId: string,
  videos: readonly string[] | null = null,
): Promise<VideoProgress[]> {
  const rows = await sql`
    SELECT video, position_seconds AS "positionSeconds", duration_seconds AS "durationSeconds", watched,
      ms_ago(played_at) AS "playedMsAgo", ms_ago(marked_at) AS "markedMsAgo"
    FROM video_progress WHERE user_id = ${memberId} AND (${videos}::text[] IS NULL OR video = ANY(${videos}))
    ORDER BY video`
  return z.array(VideoProgress).parse(rows)
}

/**
 * Keeps what one device knows, all or nothing. Of positions and of marks the later one stays, in any order of
 * arrival.
 *
 * @returns what is known about these videos then.
 */
export async function saveProgress(
  { sql }: Pick<Deps, 'sql'>,
  memberId: string,
  changes: readonly VideoProgress[],
): Promise<VideoProgress[]> {
  await sql`SELECT save_video_progress(${memberId}, ${JSON.stringify(changes)})`
  const videos = changes.map(({ video }) => video)
  return listProgress({ sql }, memberId, videos)
}

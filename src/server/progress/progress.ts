import * as z from 'zod/mini'
import { VideoProgress } from '#src/shared/playlist/progress.ts'
import type { Deps } from '../vendors/ports.ts'

/** The member's progress in all videos, or in some. */
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
 * Merges the progress of one device, all or none. Last writer wins, in any order of arrival.
 *
 * @returns the merged progress in these videos.
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

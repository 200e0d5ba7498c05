import * as z from 'zod/mini'
import { VideoProgress } from '#src/shared/playlist/progress.ts'
import type { Deps } from '../vendors/ports.ts'

/** The member's progress in all videos. */
export async function listProgress({ sql }: Pick<Deps, 'sql'>, memberId: string): Promise<VideoProgress[]> {
  const rows = await sql`
    SELECT ${sql.unsafe(COLUMNS)} FROM video_progress WHERE user_id = ${memberId} ORDER BY video`
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
  const rows = await sql`
    SELECT ${sql.unsafe(COLUMNS)} FROM save_video_progress(${memberId}, ${JSON.stringify(changes)}) ORDER BY video`
  return z.array(VideoProgress).parse(rows)
}

const COLUMNS = `video, position_seconds AS "positionSeconds", duration_seconds AS "durationSeconds", watched,
  ms_ago(played_at) AS "playedMsAgo", ms_ago(marked_at) AS "markedMsAgo"`

import * as z from 'zod/mini'
import { VideoProgress } from '#src/shared/playlist/progress.ts'
import type { Deps } from '../vendors/ports.ts'

/** The member's progress in all videos. */
export async function listProgress({ sql }: Pick<Deps, 'sql'>, memberId: string): Promise<VideoProgress[]> {
  const rows = await sql`
    SELECT ${sql.unsafe(COLUMNS)} FROM video_progress WHERE user_id = ${memberId} ORDER BY video`
  return z.array(VideoProgress).parse(rows)
}

/** The keys of deadlines that somebody of the member's company has ticked. */
export async function listCompanyTicks({ sql }: Pick<Deps, 'sql'>, memberId: string) {
  const rows = await sql`
    SELECT DISTINCT v.video FROM profiles p
    JOIN profiles mate ON lower(mate.company) = lower(p.company)
    JOIN video_progress v ON v.user_id = mate.id
    WHERE p.id = ${memberId} AND v.watched AND v.video LIKE 'due/%'`
  return new Set(rows.map(({ video }) => String(video)))
}

/**
 * Merges the progress of one device, all or none. Last writer wins, separately for the position and the watched mark, in any
 * order of arrival; on a tie the further position wins, and watched. Devices send ages instead of times, so that a wrong
 * device clock doesn't matter.
 *
 * @returns the merged progress in these videos.
 */
export async function saveProgress(
  { sql }: Pick<Deps, 'sql'>,
  memberId: string,
  changes: readonly VideoProgress[],
): Promise<VideoProgress[]> {
  const rows = await sql`
    INSERT INTO video_progress AS kept
      (user_id, video, position_seconds, duration_seconds, played_at, watched, marked_at)
    SELECT
      ${memberId}, c.video, c."positionSeconds", c."durationSeconds",
      now() - c."playedMsAgo" * interval '1 millisecond', c.watched, now() - c."markedMsAgo" * interval '1 millisecond'
    FROM jsonb_to_recordset(${JSON.stringify(changes)}) AS c (
      video text, "positionSeconds" int, "durationSeconds" int, "playedMsAgo" float8, watched boolean, "markedMsAgo" float8
    )
    -- Ordered by key so concurrent upserts cannot deadlock.
    ORDER BY c.video
    ON CONFLICT (user_id, video) DO UPDATE SET
      (position_seconds, duration_seconds, played_at) = (
        SELECT least(p.position_seconds, coalesce(p.duration_seconds, p.other_seconds)),
          coalesce(p.duration_seconds, p.other_seconds), p.played_at
        FROM (VALUES
          (excluded.position_seconds, excluded.duration_seconds, excluded.played_at, kept.duration_seconds),
          (kept.position_seconds, kept.duration_seconds, kept.played_at, excluded.duration_seconds)
        ) AS p (position_seconds, duration_seconds, played_at, other_seconds)
        ORDER BY p.played_at DESC NULLS LAST, p.position_seconds DESC
        LIMIT 1
      ),
      (watched, marked_at) = (
        SELECT m.watched, m.marked_at
        FROM (VALUES (excluded.watched, excluded.marked_at), (kept.watched, kept.marked_at)) AS m (watched, marked_at)
        ORDER BY m.marked_at DESC NULLS LAST, m.watched DESC
        LIMIT 1
      )
    RETURNING ${sql.unsafe(COLUMNS)}`
  return z.array(VideoProgress).parse(rows)
}

const COLUMNS = `video, position_seconds AS "positionSeconds", duration_seconds AS "durationSeconds", watched,
  ms_ago(played_at) AS "playedMsAgo", ms_ago(marked_at) AS "markedMsAgo"`

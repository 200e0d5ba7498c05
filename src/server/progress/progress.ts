import * as z from 'zod/mini'
import { SavedProgress, type ProgressChange } from '#src/shared/playlist/progress.ts'
import type { Programme } from '../programme.ts'
import type { Deps } from '../vendors/ports.ts'

export async function listProgress(
  deps: Pick<Deps, 'sql' | 'programme'>,
  memberId: string,
): Promise<SavedProgress[]> {
  const progress = await listProgressOf(deps, [memberId])
  return progress.get(memberId) ?? []
}

export async function listProgressOf(
  { sql, programme }: Pick<Deps, 'sql' | 'programme'>,
  memberIds: readonly string[],
): Promise<Map<string, SavedProgress[]>> {
  const rows = await sql`
    SELECT DISTINCT ON ("memberId", video) * FROM (
      SELECT user_id AS "memberId", ${sql.unsafe(OF_VIDEOS)} FROM video_progress WHERE user_id = ANY (${memberIds})
      UNION ALL
      SELECT user_id, ${sql.unsafe(OF_TICKS)} FROM deadline_completions WHERE user_id = ANY (${memberIds})
      UNION ALL
      SELECT user_id, ${sql.unsafe(OF_COLLEAGUES)} AND user_id = ANY (${memberIds}) AND event = ANY (${sharedDeadlines(programme)})
    ) known
    ORDER BY "memberId", ${sql.unsafe(OWN_FIRST)}`
  const byMember = Map.groupBy(rows, ({ memberId }) => String(memberId))
  return new Map([...byMember].map(([id, known]) => [id, z.array(SavedProgress).parse(known)]))
}

/**
 * Merges the progress of one device, all or none. Last writer wins, separately for the position and the watched mark, in any
 * order of arrival; on a tie the further position wins, and watched. Devices send ages instead of times, so that a wrong
 * device clock doesn't matter. What a form has said of a deadline stays.
 *
 * @returns the merged progress in these videos and deadlines.
 */
export async function saveProgress(
  { sql, programme }: Pick<Deps, 'sql' | 'programme'>,
  memberId: string,
  changes: readonly ProgressChange[],
): Promise<SavedProgress[]> {
  const rows = await sql`
    WITH changes AS (
      SELECT video, "positionSeconds", "durationSeconds", watched,
        now() - "playedMsAgo" * interval '1 millisecond' AS played_at, now() - "markedMsAgo" * interval '1 millisecond' AS marked_at
      FROM jsonb_to_recordset(${JSON.stringify(changes)}) AS c (${sql.unsafe(CHANGE)})
      -- Ordered by key so concurrent upserts cannot deadlock.
      ORDER BY video
    ), ticks AS (
      INSERT INTO deadline_completions AS kept (user_id, event, day, is_done, reported_at, source, company)
      SELECT ${memberId}, split_part(video, '/', 2), split_part(video, '/', 3)::date, watched, marked_at, 'member', company
      FROM changes, assigned_company(${memberId}) company
      WHERE video LIKE 'due/%' AND marked_at IS NOT NULL
      ON CONFLICT (user_id, event, day) DO UPDATE SET
        (is_done, reported_at, source) = (
          SELECT t.is_done, t.reported_at, t.source
          FROM (VALUES (excluded.is_done, excluded.reported_at, excluded.source), (kept.is_done, kept.reported_at, kept.source))
            AS t (is_done, reported_at, source)
          ORDER BY t.source = 'form' DESC, t.reported_at DESC, t.is_done DESC
          LIMIT 1
        ),
        -- What is done stays with the company it was done for.
        company = CASE WHEN kept.is_done THEN kept.company ELSE excluded.company END
      RETURNING ${sql.unsafe(OF_TICKS)}
    ), videos AS (
      INSERT INTO video_progress AS kept (user_id, video, position_seconds, duration_seconds, played_at, watched, marked_at)
      SELECT ${memberId}, video, "positionSeconds", "durationSeconds", played_at, watched, marked_at
      FROM changes WHERE video NOT LIKE 'due/%'
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
      RETURNING ${sql.unsafe(OF_VIDEOS)}
    )
    SELECT DISTINCT ON (video) * FROM (
      SELECT * FROM ticks UNION ALL SELECT * FROM videos UNION ALL
      SELECT ${sql.unsafe(OF_COLLEAGUES)} AND user_id = ${memberId} AND event = ANY (${sharedDeadlines(programme)})
        AND ${sql.unsafe(DEADLINE)} IN (SELECT video FROM changes)
    ) known
    ORDER BY ${sql.unsafe(OWN_FIRST)}`
  return z.array(SavedProgress).parse(rows)
}

function sharedDeadlines({ events }: Programme): string[] {
  return events.filter((event) => event.doneFor === 'company').map(({ name }) => name)
}

const CHANGE = `video text, "positionSeconds" int, "durationSeconds" int, "playedMsAgo" float8, watched boolean, "markedMsAgo" float8`

// Open pages know these names: `video` is the key of a video or a deadline, and `watched` says that it's done.
const OF_VIDEOS = `video, position_seconds AS "positionSeconds", duration_seconds AS "durationSeconds", watched,
  milliseconds_since(played_at) AS "playedMsAgo", milliseconds_since(marked_at) AS "markedMsAgo", false AS "isSent", false AS "isByColleague"`

const DEADLINE = `'due/' || event || '/' || day`

const OF_DEADLINE = `${DEADLINE} AS video, 0 AS "positionSeconds", NULL::int AS "durationSeconds"`
const TOLD = `NULL::float8 AS "playedMsAgo", milliseconds_since(reported_at) AS "markedMsAgo"`
const OF_TICKS = `${OF_DEADLINE}, is_done AS watched, ${TOLD}, source = 'form' AS "isSent", false AS "isByColleague"`
const OF_COLLEAGUES = `${OF_DEADLINE}, true AS watched, ${TOLD}, false AS "isSent", true AS "isByColleague"
  FROM effective_deadline_completions WHERE source = 'company'`
const OWN_FIRST = `video, watched DESC, "isByColleague"`

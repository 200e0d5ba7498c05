import * as z from 'zod/mini'
import { VideoProgress } from '#src/shared/playlist/progress.ts'
import type { ProgressBook } from '../progress/ports.ts'
import type { Sql } from '../vendors/neon.ts'

const FOREIGN_KEY_VIOLATION = '23503'

/** Progress kept in Postgres. Each call is one statement, and the database's clock is the only one. */
export function createProgressBook(sql: Sql): ProgressBook {
  return {
    async of(memberId) {
      const rows = await sql`
        SELECT video, position_seconds AS "positionSeconds", duration_seconds AS "durationSeconds", watched,
          ms_ago(played_at) AS "playedMsAgo", ms_ago(marked_at) AS "markedMsAgo"
        FROM video_progress WHERE user_id = ${memberId}
        ORDER BY video`
      return z.array(VideoProgress).parse(rows)
    },

    async keep(memberId, changes) {
      try {
        await sql`SELECT keep_video_progress(${memberId}, ${JSON.stringify(changes)})`
      } catch (error) {
        if (!isGone(error)) throw error
      }
    },
  }
}

/** The account was deleted while its last words were on their way. */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION
}

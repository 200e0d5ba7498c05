import * as z from 'zod/mini'
import { REMINDER_LINK_SECONDS } from '../lifetimes.ts'
import type { Clock, Sql } from '../vendors/ports.ts'
import { type Deadlines, findDeadline, remindersAt } from './deadlines.ts'

/**
 * Queues the reminders whose time has come, for every approved member who wants them: each once, however often this runs.
 * Returns how many.
 */
export async function planReminders(sql: Sql, programme: Deadlines, now: number): Promise<number> {
  let count = 0
  for (const { name, key, dueAt, expiresAt } of remindersAt(programme, now)) {
    const rows = await sql`
      WITH mailing AS (
        INSERT INTO mailings (name) VALUES (${name}) ON CONFLICT DO NOTHING RETURNING name
      ), queued AS (
        INSERT INTO outbox (kind, dedupe_key, payload, user_id, expires_at)
        SELECT 'reminder', mailing.name || ' ' || u.id,
          jsonb_build_object('userId', u.id, 'deadline', ${key}::text, 'dueAt', ${dueAt}::bigint),
          u.id, to_timestamp(${expiresAt}::float8 / 1000)
        FROM mailing, users u
        JOIN profiles p ON p.id = u.id
        -- Whoever hasn't accepted their invitation has no password.
        WHERE p.approval_status = 'approved' AND p.wants_reminders AND u.password_hash IS NOT NULL
        RETURNING 1
      )
      SELECT count(*)::int AS count FROM queued`
    count += z.array(CountRow).parse(rows)[0]?.count ?? 0
  }
  return count
}

/**
 * What a planned reminder says now, or why it isn't sent: the deadline may have been moved, and the member may have ticked it,
 * switched reminders off, or lost their approval.
 */
export async function openReminder(
  { sql, programme, clock }: { sql: Sql; programme: Deadlines; clock: Clock },
  { userId, deadline: key, dueAt }: PlannedReminder,
) {
  const deadline = findDeadline(programme, key, dueAt)
  if (!deadline) return { skipped: 'deadline_changed' } as const
  const [row] = await sql`
    SELECT m.email AS "to", m.full_name AS "fullName", reason AS skipped,
      CASE WHEN reason IS NULL
        THEN new_link('end_reminders', m.id, make_interval(secs => ${REMINDER_LINK_SECONDS})) END AS token
    FROM members m
    JOIN profiles p ON p.id = m.id
    CROSS JOIN LATERAL (SELECT CASE
      WHEN p.approval_status <> 'approved' THEN 'not_approved'
      WHEN NOT p.wants_reminders THEN 'switched_off'
      WHEN EXISTS (SELECT FROM video_progress v WHERE v.user_id = m.id AND v.video = ${key} AND v.watched) THEN 'done'
    END AS reason) judged
    WHERE m.id = ${userId}`
  if (!row) return { skipped: 'account_gone' } as const
  const judged = Judged.parse(row)
  if (judged.skipped !== null) return judged
  const { to, fullName, token } = judged
  const { title, page } = deadline
  return { kind: 'reminder', to, fullName, token, title, page, dueAt, now: clock() } as const
}

const CountRow = z.object({ count: z.number() })
const Judged = z.union([
  z.object({ skipped: z.string() }),
  z.object({ skipped: z.null(), to: z.string(), fullName: z.nullable(z.string()), token: z.string() }),
])

interface PlannedReminder {
  userId: string
  /** The key of its tick. */
  deadline: string
  dueAt: number
}

import * as z from 'zod/mini'
import { type Rule, startsOf } from '#src/events/recurrence.ts'
import { deadlineKey } from '#src/shared/events/deadline-key.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/shared/units.ts'
import { instantOf } from '#src/shared/zoned-instant.ts'
import { toZoned } from '#src/shared/zoned-time.ts'
import { REMINDER_LINK_SECONDS } from '../lifetimes.ts'
import type { Clock, Sql } from '../vendors/ports.ts'

const LAST_REMINDER_MS = 3 * HOUR_MS

/** Queues what is to be sent at this moment to members who want it, once, however often it runs. Returns how many emails. */
export async function planReminders(sql: Sql, programme: Deadlines, now: number): Promise<number> {
  let count = 0
  for (const { name, key, dueAt, expiresAt } of remindersAt(programme, now)) {
    const [row] = await sql`
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
    count += Number(row?.count)
  }
  return count
}

/** What a planned reminder says now, or why it isn't sent: deadline and member may have changed since. */
export async function openReminder(
  { sql, programme, clock }: { sql: Sql; programme: Deadlines; clock: Clock },
  { userId, deadline, dueAt }: { userId: string; deadline: string; dueAt: number },
) {
  const found = deadlinesBetween(programme, dueAt, dueAt + 1).find(({ key }) => key === deadline)
  if (!found) return { skipped: 'deadline_changed' } as const
  const [row] = await sql`
    SELECT u.email AS "to", p.full_name AS "fullName",
      new_link('end_reminders', u.id, make_interval(secs => ${REMINDER_LINK_SECONDS})) AS token
    FROM users u
    JOIN profiles p ON p.id = u.id
    WHERE u.id = ${userId} AND p.approval_status = 'approved' AND p.wants_reminders
      AND NOT EXISTS (SELECT FROM video_progress WHERE user_id = u.id AND video = ${deadline} AND watched)`
  if (!row) return { skipped: 'not_wanted' } as const
  return {
    kind: 'reminder',
    ...ReaderRow.parse(row),
    title: found.title,
    page: found.page,
    dueAt,
    now: clock(),
  } as const
}

/** Of each deadline that is near, the latest reminder whose time has come. It expires when it says nothing new. */
export function remindersAt(programme: Deadlines, now: number) {
  const near = deadlinesBetween(programme, now, now + 2 * DAY_MS)
  return near
    .filter(({ dayBefore }) => now >= dayBefore)
    .map(({ key, dueAt }) => {
      const lastAt = dueAt - LAST_REMINDER_MS
      const [which, expiresAt] = now < lastAt ? (['first', lastAt] as const) : (['last', dueAt] as const)
      return { key, dueAt, expiresAt, name: `${key} ${dueAt} ${which}` }
    })
}

/** The starts of all deadlines from one moment up to another, each with the same time on the programme's clock a day before. */
function deadlinesBetween({ deadlines, timezone }: Deadlines, from: number, until: number) {
  return deadlines.flatMap(({ name, title, page, ...rule }) =>
    startsOf(rule, timezone, from, until).map(([minute, offset]) => {
      const dueAt = minute * MINUTE_MS
      const wall = new Date(dueAt + offset * MINUTE_MS - DAY_MS).toISOString()
      const dayBefore = instantOf(wall.slice(0, 16).replace('T', ' '), timezone)
      return { key: deadlineKey(name, toZoned(dueAt, offset).iso), title, page, dueAt, dayBefore }
    }),
  )
}

const ReaderRow = z.object({ to: z.string(), fullName: z.nullable(z.string()), token: z.string() })

/** What is built into a deploy; see tools/programme.ts. */
export interface Deadlines {
  timezone: string
  deadlines: readonly (Rule & { name: string; title: string; page?: string | undefined })[]
}

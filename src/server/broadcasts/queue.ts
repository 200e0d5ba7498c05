import type { BroadcastTopic } from '#src/shared/broadcast-topics.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#src/shared/units.ts'
import { instantOf, inZone } from '#src/shared/zoned-instant.ts'
import { toZoned } from '#src/shared/zoned-time.ts'
import { daysLater, type Programme, startsBetween } from '../programme.ts'
import type { SignedIn } from '../sessions/require-member.ts'
import type { Deps, Sql } from '../vendors/ports.ts'

const LAST_REMINDER_MS = 3 * HOUR_MS
const BEFORE_SESSION_MS = HOUR_MS

// A later weekly email would cover too few days.
const WEEKLY_STAYS_MS = 2 * DAY_MS

const ANNOUNCEMENT_WAITS_SECONDS = 10 * 60

/** Idempotent. Returns how many emails were queued. */
export async function queueBroadcasts(sql: Sql, programme: Programme, now: number): Promise<number> {
  const broadcasts = broadcastsDueAt(programme, now)
  if (broadcasts.length === 0) return 0
  const rows = broadcasts.map(({ dueAt, expiresAt, ...broadcast }) => ({
    ...broadcast,
    overdueSeconds: (now - dueAt) / SECOND_MS,
    expiresInSeconds: (expiresAt - now) / SECOND_MS,
  }))
  const [row] = await sql`
    WITH due AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)})
        AS m (name text, topic text, item text, "for" text[], at bigint, "overdueSeconds" float8, "expiresInSeconds" float8, "waitSeconds" int)
      -- Skip what was due before the restore; the lost database already sent it.
      WHERE NOT EXISTS (SELECT FROM restores WHERE restored_at > now() - make_interval(secs => m."overdueSeconds"))
    ), broadcast AS (
      INSERT INTO broadcasts (name) SELECT d.name FROM due d ORDER BY d.name
      ON CONFLICT DO NOTHING
      RETURNING name
    ), queued AS (
      INSERT INTO outbox (kind, dedupe_key, payload, user_id, next_attempt_at, expires_at)
      SELECT 'broadcast', d.name || ' ' || u.id,
        jsonb_build_object('userId', u.id, 'topic', d.topic, 'item', d.item, 'at', d.at),
        u.id, now() + make_interval(secs => coalesce(d."waitSeconds", 0)), now() + make_interval(secs => d."expiresInSeconds")
      FROM due d
      JOIN broadcast USING (name)
      JOIN profiles p ON p.approval_status = 'approved' AND d.topic = ANY (p.email_preferences)
      -- Whoever hasn't accepted their invitation has no password.
      JOIN users u ON u.id = p.id AND u.password_hash IS NOT NULL
      WHERE d."for" IS NULL OR EXISTS (SELECT FROM member_groups g WHERE g.user_id = u.id AND g.group_name = ANY (d."for"))
      RETURNING 1
    )
    SELECT count(*) FROM queued`
  return Number(row?.count)
}

/** Emails an announcement to the editor alone. Only one that is built, is by email, and isn't over. */
export async function sendTestAnnouncement(
  { sql, clock, programme }: Pick<Deps, 'sql' | 'clock' | 'programme'>,
  { member }: SignedIn,
  { name }: { name: string },
) {
  const now = clock()
  const found = programme.announcements.find((each) => each.name === name && each.email && now < each.until)
  if (!found) return { isSent: false, email: member.email }
  const message = { userId: member.id, topic: 'announcements', item: name, at: found.from, isTest: true }
  await sql`
    SELECT enqueue('broadcast', ${`test ${name} ${now} ${member.id}`}, ${JSON.stringify(message)}::jsonb)`
  return { isSent: true, email: member.email }
}

export function broadcastsDueAt(programme: Programme, now: number): Broadcast[] {
  return [
    ...weeklyAt(programme, now),
    ...deadlinesAt(programme, now),
    ...sessionsAt(programme, now),
    ...announcementsAt(programme, now),
  ]
}

function weeklyAt(programme: Programme, now: number): Broadcast[] {
  const at = lastWeekly(programme, now)
  if (at === null || now >= at + WEEKLY_STAYS_MS) return []
  const { iso } = inZone(at, programme.timezone)
  return [
    { name: `weekly ${iso}`, topic: 'weekly', item: '', at, dueAt: at, expiresAt: at + WEEKLY_STAYS_MS },
  ]
}

/** The latest moment for a weekly email; null when there is none. A skipped or repeated hour is as in RFC 5545. */
function lastWeekly({ weekly, timezone }: Programme, now: number): number | null {
  const [weekday = '', clock = ''] = weekly.split(' ')
  if (!clock) return null
  const { day } = inZone(now, timezone)
  for (let back = 0; back <= 7; back++) {
    const zoned = toZoned((day - back) * DAY_MS, 0)
    const at = instantOf(`${zoned.iso} ${clock}`, timezone)
    if (zoned.weekday === weekday && at <= now) return at
  }
  return null
}

/** The latest reminder that is due for each deadline. The first expires when the last is due. */
function deadlinesAt(programme: Programme, now: number): Broadcast[] {
  return near(programme, 'due', now, 2 * DAY_MS).flatMap(({ event, start, key }): Broadcast[] => {
    const firstAt = daysLater(start, -1, programme.timezone)
    if (now < firstAt) return []
    const lastAt = start - LAST_REMINDER_MS
    const [which, dueAt, expiresAt] =
      now < lastAt ? (['first', firstAt, lastAt] as const) : (['last', lastAt, start] as const)
    const name = `${key} ${start} ${which}`
    return [{ name, topic: 'deadlines', item: event.name, for: event.for, at: start, dueAt, expiresAt }]
  })
}

function sessionsAt(programme: Programme, now: number): Broadcast[] {
  return near(programme, 'session', now, BEFORE_SESSION_MS).map(({ event, start }) => ({
    name: `session/${event.name} ${start}`,
    topic: 'sessions',
    item: event.name,
    for: event.for,
    at: start,
    dueAt: start - BEFORE_SESSION_MS,
    expiresAt: start,
  }))
}

function announcementsAt({ announcements, timezone }: Programme, now: number): Broadcast[] {
  return announcements
    .filter(({ email, from, until }) => email && from <= now && now < until)
    .map(({ name, for: names, from, until }) => ({
      // The next cohort gets the file again from another day on.
      name: `announcement/${name} ${inZone(from, timezone).iso}`,
      topic: 'announcements',
      item: name,
      for: names,
      at: from,
      dueAt: from,
      expiresAt: until,
      waitSeconds: ANNOUNCEMENT_WAITS_SECONDS,
    }))
}

function near({ events, timezone }: Programme, kind: string, now: number, within: number) {
  return events
    .filter((event) => event.kind === kind && event.remind !== false)
    .flatMap((event) => startsBetween(event, timezone, now + 1, now + within + 1))
}

/** Times in milliseconds since 1970. */
export interface Broadcast {
  name: string
  topic: BroadcastTopic
  /** The event's or the announcement's name; empty for a week. */
  item: string
  for?: readonly string[] | undefined
  at: number
  dueAt: number
  expiresAt: number
  waitSeconds?: number
}

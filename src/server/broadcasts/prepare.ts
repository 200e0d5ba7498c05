import * as z from 'zod/mini'
import type { BroadcastTopic } from '#src/shared/broadcast-topics.ts'
import { fromProgress, type WatchState } from '#src/shared/playlist/watch-state.ts'
import { inZone } from '#src/shared/zoned-instant.ts'
import { UNSUBSCRIBE_LINK_SECONDS } from '../lifetimes.ts'
import { listProgressOf } from '../progress/progress.ts'
import type { Deps } from '../vendors/ports.ts'
import { mailed, type Programme, programmeFor, startsBetween } from '../programme.ts'
import { weekAhead } from './week-ahead.ts'

/** One for each, in their order: the email with the token of its unsubscribe link, or why it isn't sent. */
export async function prepareBroadcasts(
  deps: Pick<Deps, 'sql' | 'clock' | 'programme'>,
  planned: readonly PlannedBroadcast[],
) {
  const broadcasts = await readBroadcasts(deps, planned)
  const links = planned.flatMap(({ userId, topic }, n) => {
    const isSent = broadcasts[n] && 'kind' in broadcasts[n]
    return isSent ? [{ n, userId, purpose: `unsubscribe_${topic}` }] : []
  })
  const rows = await deps.sql`
    SELECT n, create_email_token(purpose, "userId", make_interval(secs => ${UNSUBSCRIBE_LINK_SECONDS})) AS token
    FROM jsonb_to_recordset(${JSON.stringify(links)}) AS l (n int, "userId" text, purpose text)`
  const tokens = new Map(
    z
      .array(LinkRow)
      .parse(rows)
      .map(({ n, token }) => [n, token]),
  )
  return broadcasts.map((each, n) => ('kind' in each ? { ...each, token: tokens.get(n) ?? '' } : each))
}

/** Composed at delivery, because the programme, the members and their groups may have changed since they were queued. */
async function readBroadcasts(
  { sql, clock, programme }: Pick<Deps, 'sql' | 'clock' | 'programme'>,
  planned: readonly PlannedBroadcast[],
) {
  const now = clock()
  const asked = planned.map(({ userId, topic, isTest }, n) => ({ n, userId, topic, isTest }))
  const rows = await sql`
    SELECT a.n, u.email AS "to", p.full_name AS "fullName",
      ARRAY(SELECT group_name FROM member_groups WHERE user_id = u.id ORDER BY group_name) AS groups, (
      SELECT s.time_zone FROM sessions s
      WHERE s.user_id = u.id AND s.time_zone IS NOT NULL ORDER BY s.last_seen_at DESC LIMIT 1
    ) AS zone
    FROM jsonb_to_recordset(${JSON.stringify(asked)}) AS a (n int, "userId" text, topic text, "isTest" boolean)
    JOIN users u ON u.id = a."userId"
    JOIN profiles p ON p.id = u.id
    WHERE p.approval_status = 'approved' AND (a."isTest" OR a.topic = ANY (p.email_preferences))`
  const readers = new Map(
    z
      .array(ReaderRow)
      .parse(rows)
      .map(({ n, ...reader }) => [n, reader]),
  )
  const saved = await listProgressOf({ sql, programme }, [...new Set(planned.map(({ userId }) => userId))])
  return planned.map(({ userId, ...about }, n) => {
    const found = readers.get(n)
    if (!found) return { skipped: 'not_wanted' }
    const { groups, ...reader } = found
    const known = saved.get(userId) ?? []
    const progress = new Map(known.map((each) => [each.video, fromProgress(each, now)]))
    // A test goes to an editor, whatever their groups.
    const own = about.isTest ? programme : programmeFor(programme, groups)
    const content = contentOf(own, about, progress, now)
    if (typeof content === 'string') {
      const isForOthers = typeof contentOf(programme, about, progress, now) !== 'string'
      return { skipped: isForOthers ? 'not_in_groups' : content }
    }
    return { ...content, ...reader, now, isTest: about.isTest }
  })
}

function contentOf(
  programme: Programme,
  { topic, item, at }: Omit<PlannedBroadcast, 'userId'>,
  progress: ReadonlyMap<string, WatchState>,
  now: number,
) {
  switch (topic) {
    case 'weekly': {
      const week = weekAhead(programme, progress, at, now)
      if (!week) return 'nothing_new'
      return { kind: topic, ...week } as const
    }
    case 'announcements': {
      const dayOf = (moment: number) => inZone(moment, programme.timezone).iso
      const found = programme.announcements.find(
        ({ name, email, from }) => email && name === item && dayOf(from) === dayOf(at),
      )
      if (!found) return 'announcement_gone'
      return { kind: topic, title: found.title, html: found.html } as const
    }
    default: {
      const event = programme.events.find(({ name, remind }) => remind !== false && name === item)
      const [found] = event ? startsBetween(event, programme.timezone, at, at + 1) : []
      if (!found) return 'event_changed'
      if (progress.get(found.key)?.watched) return 'done'
      return { kind: topic, ...mailed(found) } as const
    }
  }
}

const ReaderRow = z.object({
  n: z.number(),
  to: z.string(),
  fullName: z.nullable(z.string()),
  groups: z.array(z.string()),
  zone: z.nullable(z.string()),
})
const LinkRow = z.object({ n: z.number(), token: z.string() })

interface PlannedBroadcast {
  userId: string
  topic: BroadcastTopic
  item: string
  at: number
  isTest?: boolean | undefined
}

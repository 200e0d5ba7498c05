import * as z from 'zod/mini'
import type { MailingKind } from '#src/shared/mailings.ts'
import { fromProgress, type WatchState } from '#src/shared/playlist/watch-state.ts'
import { inZone } from '#src/shared/zoned-instant.ts'
import { MAILING_LINK_SECONDS } from '../lifetimes.ts'
import { listProgress } from '../progress/progress.ts'
import type { Clock, Sql } from '../vendors/ports.ts'
import { mailed, type Programme, startsBetween } from './programme.ts'
import { weekAhead } from './week-ahead.ts'

/** A planned email to send now, with a link that ends those of its kind; or why it isn't sent. */
export async function openMailing(deps: Parameters<typeof readMailing>[0], planned: PlannedMailing) {
  const mail = await readMailing(deps, planned)
  if (!('kind' in mail)) return mail
  const [link] = await deps.sql`
    SELECT new_link(${`end_${planned.mailing}`}, ${planned.userId},
      make_interval(secs => ${MAILING_LINK_SECONDS})) AS token`
  return { ...mail, ...LinkRow.parse(link) }
}

/** What a planned email says now, or why it isn't sent: the programme and the member may have changed since. */
export async function readMailing(
  { sql, programme, clock }: { sql: Sql; programme: Programme; clock: Clock },
  { userId, mailing, item, at }: PlannedMailing,
) {
  const now = clock()
  const [row] = await sql`
    SELECT u.email AS "to", p.full_name AS "fullName", (
      SELECT s.zone FROM sessions s
      WHERE s.user_id = u.id AND s.zone IS NOT NULL ORDER BY s.last_seen_at DESC LIMIT 1
    ) AS zone
    FROM users u
    JOIN profiles p ON p.id = u.id
    WHERE u.id = ${userId} AND p.approval_status = 'approved' AND ${mailing} = ANY (p.wanted_mail)`
  if (!row) return { skipped: 'not_wanted' }
  const saved = await listProgress({ sql }, userId, programme)
  const progress = new Map(saved.map((each) => [each.video, fromProgress(each, now)]))
  const says = contentOf(programme, { mailing, item, at }, progress, now)
  if (typeof says === 'string') return { skipped: says }
  return { ...says, ...ReaderRow.parse(row), now }
}

/** Or the code of why there is nothing to send. */
function contentOf(
  programme: Programme,
  { mailing, item, at }: Omit<PlannedMailing, 'userId'>,
  progress: ReadonlyMap<string, WatchState>,
  now: number,
) {
  switch (mailing) {
    case 'weekly': {
      const week = weekAhead(programme, progress, at, now)
      if (!week) return 'nothing_new'
      return { kind: mailing, ...week } as const
    }
    case 'announcements': {
      const dayOf = (moment: number) => inZone(moment, programme.timezone).iso
      const found = programme.announcements.find(
        ({ name, email, from }) => email && name === item && dayOf(from) === dayOf(at),
      )
      if (!found) return 'announcement_gone'
      return { kind: mailing, title: found.title, html: found.html } as const
    }
    default: {
      const event = programme.events.find(({ name, remind }) => remind !== false && name === item)
      const [found] = event ? startsBetween(event, programme.timezone, at, at + 1) : []
      if (!found) return 'event_changed'
      if (progress.get(found.key)?.watched) return 'done'
      return { kind: mailing, ...mailed(found) } as const
    }
  }
}

const ReaderRow = z.object({ to: z.string(), fullName: z.nullable(z.string()), zone: z.nullable(z.string()) })
const LinkRow = z.object({ token: z.string() })

/** What the outbox keeps of an email until it leaves. */
interface PlannedMailing {
  userId: string
  mailing: MailingKind
  item: string
  at: number
}

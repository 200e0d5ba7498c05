import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createComposer } from '#src/emails/composer.tsx'
import { broadcastsDueAt } from '#src/server/broadcasts/queue.ts'
import { readBroadcasts } from '#src/server/broadcasts/prepare.ts'
import { type Programme, startsBetween } from '#src/server/broadcasts/programme.ts'
import { createSql } from '#src/server/vendors/neon.ts'
import { Email } from '#src/shared/people/person.ts'
import { broadcastTopicTexts } from '#src/shared/broadcast-topics.ts'
import { DAY_MS, MINUTE_MS } from '#src/shared/units.ts'
import type { readProgramme } from '../../tools/programme.ts'

const AHEAD_MS = 7 * DAY_MS
const STEP_MS = 30 * MINUTE_MS

/**
 * Writes the emails to all members that one member would get in the next seven days, if nothing changed until then. Returns
 * them in order, with the half hour in which each leaves, or the code of why one wouldn't be sent, but not those that are queued or sent already; null when nobody has this
 * address. Changes nothing.
 */
export async function writeUpcoming(
  directory: string,
  env: Parameters<typeof createSql>[0] & { SITE_URL: string },
  programme: Awaited<ReturnType<typeof readProgramme>>,
  email: string,
): Promise<Upcoming[] | null> {
  const sql = createSql(env)
  const compose = createComposer(env.SITE_URL, programme)
  const [member] = await sql`SELECT id FROM users WHERE email = ${Email.safeParse(email).data ?? email}`
  if (!member) return null

  mkdirSync(directory, { recursive: true })
  const upcoming: Upcoming[] = []
  const known = new Set((await sql`SELECT name FROM broadcasts`).map(({ name }) => String(name)))
  const from = Math.ceil(Date.now() / STEP_MS) * STEP_MS
  const soon = { ...programme, events: onceEach(programme, from, from + 2 * AHEAD_MS) }
  for (let moment = from; moment < from + AHEAD_MS; moment += STEP_MS) {
    for (const { name, topic, item, at } of broadcastsDueAt(soon, moment)) {
      if (known.has(name)) continue
      known.add(name)
      const planned = { userId: String(member.id), topic, item, at }
      const [mail] = await readBroadcasts({ sql, programme, clock: () => moment }, [planned])
      if (!mail) continue
      const items = topic === 'announcements' ? soon.announcements : soon.events
      const about = items.find((each) => each.name === item)
      const title = [broadcastTopicTexts[topic].title, about?.title].filter(Boolean).join(': ')
      const row = { at: new Date(moment).toISOString(), name, title }
      if ('skipped' in mail) {
        upcoming.push({ ...row, skipped: mail.skipped })
        continue
      }
      const path = join(directory, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.html`)
      const { subject, html } = await compose({ ...mail, token: 'preview' })
      writeFileSync(path, html)
      upcoming.push({ ...row, subject, html: path })
    }
  }
  return upcoming
}

/** Rules begin years ago, which is slow to ask about so often. */
function onceEach({ events, timezone }: Pick<Programme, 'events' | 'timezone'>, from: number, until: number) {
  return events.flatMap((event) =>
    startsBetween(event, timezone, from, until).map(({ start, offset }) => {
      const starts = new Date(start + offset * MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ')
      return { ...event, starts, repeats: undefined }
    }),
  )
}

type Upcoming = { at: string; name: string; title: string } & (
  { subject: string; html: string } | { skipped: string }
)

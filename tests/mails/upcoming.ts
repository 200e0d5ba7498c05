import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createComposer } from '#src/mail/composer.tsx'
import { readMailing } from '#src/server/mailings/open.ts'
import { mailingsAt } from '#src/server/mailings/plan.ts'
import { createSql } from '#src/server/vendors/neon.ts'
import { HOUR_MS } from '#src/shared/units.ts'
import type { readProgramme } from '../../tools/programme.ts'

const HOURS = 7 * 24

/**
 * Writes the emails to all members that one member would get in the next seven days, if nothing changed until then. Returns
 * them in order, with the code of why one wouldn't be sent; null when nobody has this address. Changes nothing.
 */
export async function writeUpcoming(
  directory: string,
  env: Parameters<typeof createSql>[0] & { SITE_URL: string },
  programme: Awaited<ReturnType<typeof readProgramme>>,
  email: string,
): Promise<Upcoming[] | null> {
  const sql = createSql(env)
  const composer = createComposer(env.SITE_URL, programme)
  const [member] = await sql`SELECT id FROM users WHERE email = ${email}`
  if (!member) return null

  mkdirSync(directory, { recursive: true })
  const upcoming = new Map<string, Upcoming>()
  const now = Date.now()
  for (let hour = 0; hour < HOURS; hour++) {
    const moment = now + hour * HOUR_MS
    for (const { name, kind: mailing, item, at } of mailingsAt(programme, moment)) {
      if (upcoming.has(name)) continue
      const planned = { userId: String(member.id), mailing, item, at }
      const mail = await readMailing({ sql, programme, clock: () => moment }, planned)
      const row = { at: new Date(moment).toISOString(), name }
      const path = join(directory, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}.html`)
      if ('skipped' in mail) upcoming.set(name, { ...row, skipped: mail.skipped })
      else upcoming.set(name, { ...row, path })
      if ('kind' in mail) writeFileSync(path, (await composer.compose({ ...mail, token: 'preview' })).html)
    }
  }
  return [...upcoming.values()]
}

type Upcoming = { at: string; name: string } & ({ path: string } | { skipped: string })

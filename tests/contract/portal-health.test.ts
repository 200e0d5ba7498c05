import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createHealth, findWriteError } from '#src/server/gate/health.ts'
import { createSql } from '#src/server/vendors/neon.ts'
import type { PortalHealth } from '../../scripts/doctor/health.ts'
import { envOf, onPortal } from '../support/portal.ts'

const SITE_URL = 'https://portal.school.dev'

onPortal('the portal’s health', (portal) => {
  let ask: ReturnType<typeof createSql>
  beforeAll(() => {
    const { lanai_edge: DATABASE_URL } = portal.database.roleUrls
    ask = createSql({ ...envOf(portal.database), DATABASE_URL })
  })
  beforeEach(async () => {
    await portal.clear()
    await portal.query('delete from scheduled_runs')
  })

  test('is reported in numbers without names', async () => {
    await portal.signUp('kai@example.org')
    await portal.query(
      `update outbox set next_attempt_at = now() - interval '90 seconds' where kind = 'confirm_email'`,
    )
    const health = await readHealth()
    expect(health).toMatchObject({
      migrations: expect.arrayContaining([expect.stringMatching(/^\d{4}_\w+\.sql$/)]) as string[],
      outbox: { waiting: expect.any(Number) as number, dead: 0, oldestSeconds: 90 },
      sweptSecondsAgo: null,
    })
    expect(health.outbox.waiting).toBeGreaterThan(0)
    expect(JSON.stringify(health)).not.toContain('kai')
  })

  test('includes when each schedule last ran', async () => {
    await portal.query(`insert into scheduled_runs values ('sweep', now() - interval '2 hours')`)
    expect(await readHealth()).toMatchObject({ deliveredSecondsAgo: null, sweptSecondsAgo: 7200 })
    await portal.query(`insert into scheduled_runs values ('deliver-outbox', now())`)
    expect(await readHealth()).toMatchObject({ deliveredSecondsAgo: 0, sweptSecondsAgo: 7200 })
  })

  test('includes how many pictures the sweep kept', async () => {
    expect(await readHealth()).toMatchObject({ withheldPictures: 0 })
    await portal.query(
      `insert into scheduled_runs (name, ended_at, withheld_count) values ('sweep', now(), 12)`,
    )
    expect(await readHealth()).toMatchObject({ withheldPictures: 12 })
  })

  test('says whose the database is if another site asks', async () => {
    expect(await readHealth()).toMatchObject({ siteConflict: null })
    await portal.query(`select claim_site('https://other.school.dev')`)
    expect(await readHealth()).toMatchObject({
      siteConflict: {
        problem: expect.stringContaining('belongs to https://other.school.dev,') as string,
        remedy: expect.stringContaining('npm run admin -- site --moved-to') as string,
      },
    })
    await portal.query('delete from site')
  })

  test('includes how long the oldest message is overdue', async () => {
    const queue = (key: string, columns: string, values: string) =>
      portal.query(
        `insert into outbox (kind, dedupe_key, ${columns}) values ('invitation', '${key}', ${values})`,
      )
    const late = async () => (await readHealth()).outbox
    // A daily notice isn't late before it is due, and then only since.
    await queue(
      'notice',
      'created_at, next_attempt_at',
      `now() - interval '1 day', now() + interval '1 hour'`,
    )
    expect(await late()).toMatchObject({ waiting: 1, oldestSeconds: null })
    await portal.query(`update outbox set next_attempt_at = now() - interval '1 minute'`)
    expect(await late()).toMatchObject({ oldestSeconds: 60 })
    // A postponed one is late since it was written.
    await portal.query(
      `update outbox set next_attempt_at = now() + interval '5 min', last_error = 'postmark_400'`,
    )
    expect(await late()).toMatchObject({ oldestSeconds: 86_400, error: 'postmark_400' })
    await queue('bounced', 'dead_at, last_error', `now(), 'postmark_406'`)
    await queue('dead', 'dead_at, last_error', `now(), 'expired'`)
    await queue('past', 'dead_at, last_error', `now() - interval '8 days', 'expired'`)
    expect(await late()).toMatchObject({ waiting: 1, dead: 1 })
  })

  test('includes why the database refuses a write', async () => {
    expect(await findWriteError(ask)).toBeNull()
    const readOnly = createSql({
      ...envOf(portal.database),
      DATABASE_URL: `${portal.database.roleUrls.lanai_edge}?options=-c%20default_transaction_read_only%3Don`,
    })
    expect(await findWriteError(readOnly)).toBe('25006')
    expect(await portal.query('select from pg_largeobject_metadata')).toEqual([])
  })

  function readHealth() {
    return createHealth(ask, Date.now, SITE_URL)() as unknown as Promise<PortalHealth>
  }
})

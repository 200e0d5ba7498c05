import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createHealth } from '#src/server/gate/health.ts'
import { createStatus } from '#src/server/gate/status.ts'
import { createSql } from '#src/server/vendors/neon.ts'
import type { PortalHealth } from '../../scripts/doctor/health.ts'
import { envOf, onPortal } from '../support/portal.ts'

onPortal("the gate's queries", (portal) => {
  let ask: ReturnType<typeof createSql>
  beforeAll(() => {
    const { lanai_edge: DATABASE_URL } = portal.database.roleUrls
    ask = createSql({ ...envOf(portal.database), DATABASE_URL })
  })
  beforeEach(async () => {
    await portal.clear()
    await portal.query('delete from portal_status; delete from scheduled_runs')
  })

  describe('the portal’s health', () => {
    test('is given in numbers without names', async () => {
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

    test('says how long a message is late, by what delays it', async () => {
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
      expect(await late()).toMatchObject({ waiting: 1, dead: 1 })
    })
  })

  describe('what an administrator says on the sign-in screen', () => {
    test('is said until its end, or until it is taken away', async () => {
      await portal.query(`select set_status('Maintenance on Sunday.', now() + interval '1 hour')`)
      expect(await said()).toBe('Maintenance on Sunday.')
      await portal.query(`select set_status('Back at noon.')`)
      expect(await said()).toBe('Back at noon.')
      await portal.query('delete from portal_status')
      expect(await said()).toBeNull()
    })

    test.each([
      ['nothing', `''`, 'The message is empty'],
      ['null', `null`, 'The message is empty'],
      ['spaces', `'   '`, 'The message is empty'],
      ['several lines', `E'One.\\nTwo.'`, 'must be one line'],
      ['more than 200 characters', `repeat('a', 201)`, 'at most 200 characters'],
      ['what is over already', `'Late.', now() - interval '1 minute'`, 'is in the past'],
    ])('is not %s', async (_, args, refusal) => {
      await expect(portal.query(`select set_status(${args})`)).rejects.toThrow(refusal)
      expect(await said()).toBeNull()
    })
  })

  function readHealth() {
    return createHealth(ask, Date.now)() as unknown as Promise<PortalHealth>
  }

  function said() {
    return createStatus(ask, Date.now)()
  }
})

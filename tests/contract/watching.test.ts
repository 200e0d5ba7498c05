import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createHealth } from '#src/server/gate/health.ts'
import { createStatus } from '#src/server/gate/status.ts'
import { sweep } from '#src/server/sweep/sweep.ts'
import { createSql } from '#src/server/vendors/neon.ts'
import { envOf, onPortal } from '../support/portal.ts'

onPortal("the gate's queries", (portal) => {
  let ask: ReturnType<typeof createSql>
  beforeAll(() => {
    const { lanai_edge: DATABASE_URL } = portal.database.roleUrls
    ask = createSql({ ...envOf(portal.database), DATABASE_URL })
  })
  beforeEach(async () => {
    await portal.clear()
    await portal.query('select clear_status(); delete from scheduled_runs')
  })

  describe('the portal’s health', () => {
    test('is given in numbers without names', async () => {
      await portal.signUp('kai@example.org')
      await portal.query(
        `update outbox set created_at = now() - interval '90 seconds' where kind = 'confirm_email'`,
      )
      const health = await readHealth()
      expect(health).toMatchObject({
        migration: expect.stringMatching(/^\d{4}_\w+\.sql$/) as string,
        outbox: { waiting: expect.any(Number) as number, dead: 0, oldestSeconds: 90 },
        sweptSecondsAgo: null,
      })
      expect(health.outbox.waiting).toBeGreaterThan(0)
      expect(JSON.stringify(health)).not.toContain('kai')
    })

    test('includes when the last sweep ended', async () => {
      await Promise.all([1, 2, 3].map(() => sweep(portal.deps, { withinMs: 5000 })))
      expect((await readHealth()).sweptSecondsAgo).toBeLessThan(20)
      await portal.query(`update scheduled_runs set ended_at = now() - interval '2 hours'`)
      // The end of another schedule isn't the sweep's.
      await portal.query(`insert into scheduled_runs values ('another', now())`)
      expect((await readHealth()).sweptSecondsAgo).toBe(7200)
    })
  })

  describe('what an administrator says on the sign-in screen', () => {
    test('is said until its end, or until it is taken away', async () => {
      await portal.query(`select set_status('Maintenance on Sunday.', now() + interval '1 hour')`)
      expect(await said()).toBe('Maintenance on Sunday.')
      await portal.query(`select set_status('Back at noon.')`)
      expect(await said()).toBe('Back at noon.')
      await portal.query('select clear_status()')
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
    return createHealth(ask, Date.now)() as unknown as Promise<Told>
  }

  function said() {
    return createStatus(ask, Date.now)()
  }
})

interface Told {
  outbox: { waiting: number; dead: number; oldestSeconds: number | null }
  sweptSecondsAgo: number | null
}

import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { findPsql, interpretScript, runWithPsql } from '../support/psql-script.ts'
import { query } from '../support/query.ts'
import { testDatabases, type TestDatabase } from '../support/test-databases.ts'

const SCRIPTS = join(import.meta.dirname, '../../db/admin')
const NAME = 'Kalākaua ʻŌhiʻa 張 🌺 "quotes" </script>'
const hostileValues = [
  `'; drop table users cascade; --`,
  `a"b\\`,
  `' || pg_sleep(5) || '`,
  ':email',
  '$1',
  '🌺',
]

describe.each(runsOfScripts())(
  'Scripts for psql, run by %s on %s',
  (_program, _database, runScript, start) => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await start()
      await migrate(database.databaseUrl)
    })
    afterAll(() => database.close())
    beforeEach(async () => {
      await query(database, 'delete from users')
      await query(database, `select register_member('kala@example.org', '$argon2id$', $1)`, [NAME])
    })

    test.each([
      ['approve.sql', 'approved'],
      ['deny.sql', 'denied'],
    ])('%s decides and prints what changed', async (script, status) => {
      expect(await run(script, { email: 'kala@example.org' })).toEqual([
        { email: 'kala@example.org', name: NAME, was: 'pending', is: status, result: 'changed' },
      ])
      expect(await statuses()).toEqual([status])
    })

    test.each(['approve.sql', 'deny.sql'])('%s run twice changes nothing more', async (script) => {
      await run(script, { email: 'kala@example.org' })
      expect(await run(script, { email: 'KALA@example.org' })).toMatchObject([{ result: 'nothing changed' }])
      expect(await eventsOf('kala@example.org')).toHaveLength(1)
    })

    test.each(hostileValues)('a reason and an actor are taken as text: %s', async (text) => {
      await run('deny.sql', { email: 'kala@example.org', reason: text, actor: text })
      expect(await lastEvents(1)).toMatchObject([{ reason: text, actor: text, to_status: 'denied' }])
      expect(await statuses()).toEqual(['denied'])
    })

    test.each([...hostileValues, 'nobody@example.org'])(
      'an unknown address changes nothing: %s',
      async (email) => {
        await expect(run('approve.sql', { email })).rejects.toThrow(
          `No member has the e-mail address "${email}"`,
        )
        expect(await statuses()).toEqual(['pending'])
      },
    )

    test('without an address nothing changes', async () => {
      await expect(run('approve.sql')).rejects.toThrow('No member has the e-mail address ""')
      expect(await statuses()).toEqual(['pending'])
    })

    test('pending.sql lists who waits', async () => {
      expect(await run('pending.sql')).toMatchObject([
        { email: 'kala@example.org', name: NAME, confirmed: 'no' },
      ])
      await run('approve.sql', { email: 'kala@example.org' })
      expect(await run('pending.sql')).toEqual([])
    })

    function run(script: string, variables: Record<string, string> = {}) {
      return runScript(database.databaseUrl, join(SCRIPTS, script), variables)
    }

    async function statuses() {
      const rows = await query<{ status: string }>(database, 'select approval_status as status from profiles')
      return rows.map(({ status }) => status)
    }

    function eventsOf(email: string) {
      return query(
        database,
        'select e.id from approval_events e join users u on u.id = e.user_id where u.email = $1',
        [email],
      )
    }

    function lastEvents(count: number) {
      return query(database, 'select * from approval_events order by id desc limit $1', [count])
    }
  },
)

test('every script says what it does and how to call it, and stops at the first error', async () => {
  const scripts = (await readdir(SCRIPTS)).filter((name) => name.endsWith('.sql'))
  expect(scripts).not.toEqual([])
  for (const script of scripts) {
    const text = await readFile(join(SCRIPTS, script), 'utf8')
    expect(text).toMatch(/^-- [A-Z]/)
    expect(text).toContain(`-f db/admin/${script}`)
    expect(text).toContain('\\set ON_ERROR_STOP on')
    expect(text).toMatch(/^begin\b.*;$/m)
    expect(text).toMatch(/^commit;$/m)
  }
})

/** Where psql is installed the scripts run through it as well; a machine without it still tests them. */
function runsOfScripts() {
  const programs: [string, typeof interpretScript][] = [['our reading of psql', interpretScript]]
  if (findPsql()) programs.push(['psql', runWithPsql])
  return programs.flatMap(([program, runScript]) =>
    testDatabases.map(([database, start]) => [program, database, runScript, start] as const),
  )
}

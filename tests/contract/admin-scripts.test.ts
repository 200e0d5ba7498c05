import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { verbs } from '../../db/admin/verbs.ts'
import { findPsql, interpretScript, runWithPsql } from '../support/psql-script.ts'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/use-database.ts'

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

describe.each(runsOfScripts())('Scripts for psql, run by %s', (_program, runScript) => {
  const database = useDatabase()
  beforeEach(async () => {
    await query(database, 'delete from users')
    await query(database, 'delete from roster')
    await query(database, `select register_member('kala@example.org', '$argon2id$', $1)`, [NAME])
    await confirm('kala@example.org')
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

  test('approve.sql takes several addresses, all or none', async () => {
    await query(database, `select register_member('keoni@example.org', '$argon2id$', null)`)
    const emails = 'kala@example.org,\nkeoni@example.org;'
    await expect(run('approve.sql', { emails })).rejects.toThrow('Not confirmed yet: keoni@example.org.')
    await expect(run('approve.sql', { emails: `${emails} a@b b@c`, force: '1' })).rejects.toThrow(
      'No member has the e-mail address "a@b", nor "b@c"',
    )
    expect(await statuses()).toEqual(['pending', 'pending'])
    expect(await run('approve.sql', { emails, force: '1' })).toHaveLength(2)
    expect(await statuses()).toEqual(['approved', 'approved'])
  })

  test.each(['', '0', 'no'])('force is 1 and nothing else: "%s"', async (force) => {
    await query(database, `select register_member('keoni@example.org', '$argon2id$', null)`)
    await expect(run('approve.sql', { email: 'keoni@example.org', force })).rejects.toThrow('Not confirmed')
  })

  test.each(['approve.sql', 'deny.sql'])(
    '%s: a dry run shows the change and takes it back',
    async (script) => {
      expect(await run(script, { email: 'kala@example.org', dry_run: '1' })).toMatchObject([
        { was: 'pending', result: 'changed' },
      ])
      expect(await statuses()).toEqual(['pending'])
      expect(await eventsOf('kala@example.org')).toEqual([])
    },
  )

  test('undo.sql takes the latest decision back, once', async () => {
    await run('approve.sql', { email: 'kala@example.org' })
    await run('deny.sql', { email: 'kala@example.org', actor: 'Leilani' })
    expect(await run('undo.sql', { email: 'kala@example.org' })).toMatchObject([
      { was: 'denied', is: 'approved', result: expect.stringContaining('what Leilani decided') as string },
    ])
    expect(await run('undo.sql', { email: 'kala@example.org' })).toMatchObject([
      { was: 'approved', is: 'approved', result: expect.stringContaining('nothing to undo') as string },
    ])
    expect(await eventsOf('kala@example.org')).toHaveLength(3)
  })

  test('undo.sql has nothing to undo where nobody has decided', async () => {
    expect(await run('undo.sql', { email: 'kala@example.org' })).toMatchObject([
      { was: 'pending', is: 'pending', result: 'nothing to undo: nobody has decided yet' },
    ])
  })

  test('history.sql tells who decided what, when and why', async () => {
    await run('deny.sql', { email: 'kala@example.org', reason: 'Not this cohort', actor: 'Leilani' })
    await run('undo.sql', { email: 'kala@example.org' })
    const told = await run('history.sql', { email: 'kala@example.org' })
    expect(told).toMatchObject([
      { was: 'denied', is: 'pending', undo: 'undo' },
      { was: 'pending', is: 'denied', by: 'Leilani', reason: 'Not this cohort' },
    ])
    expect((await run('history.sql', { latest: '1' }))[0]).toEqual(told[0])
  })

  test('sessions-end.sql ends the sessions of one or of everybody', async () => {
    await signIn('kala@example.org')
    const [ended] = await run('sessions-end.sql', { email: 'kala@example.org' })
    expect(Number(ended?.ended)).toBe(1)
    await signIn('kala@example.org')
    await expect(run('sessions-end.sql')).rejects.toThrow('No member has the e-mail address ""')
    await run('sessions-end.sql', { everybody: '0' })
    expect(await query(database, 'select from sessions')).not.toEqual([])
    await run('sessions-end.sql', { everybody: '1' })
    expect(await query(database, 'select from sessions')).toEqual([])
  })

  test('editors.sql names editors, lists them and takes it from them', async () => {
    const who = { email: 'kala@example.org', name: NAME, status: 'pending' }
    expect(await run('editors.sql')).toEqual([])
    expect(await run('editors.sql', { email: who.email, dry_run: '1' })).toEqual([
      { ...who, result: 'editor' },
    ])
    expect(await run('editors.sql')).toEqual([])
    expect(await run('editors.sql', { emails: who.email })).toEqual([{ ...who, result: 'editor' }])
    expect(await run('editors.sql', { email: who.email })).toEqual([{ ...who, result: 'nothing changed' }])
    expect(await run('editors.sql')).toEqual([{ ...who, result: 'editor' }])
    await expect(run('editors.sql', { email: 'nobody@example.org' })).rejects.toThrow('No member has')
    expect(await run('editors.sql', { email: who.email, remove: '1' })).toEqual([
      { ...who, result: 'no editor any more' },
    ])
    expect(await run('editors.sql')).toEqual([])
  })

  test('outbox.sql and outbox-retry.sql show what nobody was told, and try it again', async () => {
    await query(database, 'delete from outbox')
    await run('approve.sql', { email: 'kala@example.org' })
    await query(database, `update outbox set dead_at = now(), attempts = 8, last_error = 'refused'`)
    expect(await run('outbox.sql')).toMatchObject([
      { state: 'given up', message: 'membership_decided', to: 'kala@example.org', why: 'refused' },
    ])
    await run('outbox-retry.sql', { email: 'kala@example.org', dry_run: '1' })
    expect(await run('outbox.sql')).toMatchObject([{ state: 'given up' }])
    expect(await run('outbox-retry.sql')).toMatchObject([{ to: 'kala@example.org', result: 'tried again' }])
    expect(await run('outbox-retry.sql')).toEqual([])
    expect(await query(database, 'select attempts, dead_at from outbox')).toEqual([
      { attempts: 1, dead_at: null },
    ])
  })

  test('after-restore.sql gives up what has waited for more than an hour, once', async () => {
    await query(database, 'delete from outbox')
    for (const age of ['59 minutes', '61 minutes']) {
      await query(database, `select enqueue('password_changed', $1, '{"to": "kala@example.org"}')`, [age])
      await query(
        database,
        'update outbox set created_at = now() - $1::interval where dedupe_key = $1::text',
        [age],
      )
    }
    expect(settled(await run('after-restore.sql', { dry_run: '1' }))).toEqual([1, 1])
    expect(settled(await run('after-restore.sql'))).toEqual([1, 1])
    expect(settled(await run('after-restore.sql'))).toEqual([0, 1])
    expect(await run('outbox.sql')).toMatchObject([
      { state: 'given up', why: 'restored' },
      { state: 'waiting' },
    ])

    function settled(rows: Awaited<ReturnType<typeof run>>) {
      return [Number(rows[0]?.['given up']), Number(rows[0]?.kept)]
    }
  })

  test('outbox-retry.sql leaves a message alone that has lost its link', async () => {
    await query(database, 'delete from outbox')
    await query(
      database,
      `insert into outbox (kind, dedupe_key, payload, expires_at, dead_at)
         values ('reset_password', 'x', '{"to": "kala@example.org"}', now() + interval '1 hour', now())`,
    )
    expect(await run('outbox-retry.sql')).toMatchObject([
      { to: 'kala@example.org', result: expect.stringContaining('its link is gone') as string },
    ])
    expect(await query(database, 'select from outbox where dead_at is null')).toEqual([])
  })

  test('stats.sql counts', async () => {
    expect(await run('stats.sql')).toContainEqual({ what: 'pending, address confirmed', 'how many': '1' })
  })

  test('member.sql shows one member, and knows nobody else', async () => {
    await expect(run('member.sql', { email: 'nobody@example.org' })).rejects.toThrow('No member has')
    expect((await run('member.sql', { email: 'kala@example.org' }))[0]).toMatchObject({
      email: 'kala@example.org',
      status: 'pending',
      roster: 'no',
    })
  })

  test('pending.sql lists who waits', async () => {
    expect(await run('pending.sql')).toMatchObject([
      { email: 'kala@example.org', name: NAME, confirmed: 'yes', roster: 'no', page: '1 of 1' },
    ])
    await run('approve.sql', { email: 'kala@example.org' })
    expect(await run('pending.sql')).toEqual([])
  })

  test('status.sql says, shows and takes away', async () => {
    const sentence = `It's back: "${NAME}"`
    expect(await run('status.sql', { sentence, until: '2999-01-01', actor: 'Lani' })).toMatchObject([
      { sentence, by: 'Lani' },
    ])
    expect(await run('status.sql')).toMatchObject([{ sentence }])
    expect(await run('status.sql', { clear: '1', dry_run: '1' })).toMatchObject([
      { 'no longer said': sentence },
    ])
    expect(await run('status.sql', { clear: '1' })).toMatchObject([{ 'no longer said': sentence }])
    expect(await run('status.sql')).toEqual([])
  })

  function run(script: string, variables: Record<string, string> = {}) {
    return runScript(database.databaseUrl, join(SCRIPTS, script), variables)
  }

  function confirm(email: string) {
    return query(
      database,
      'update users set email_confirmed_at = now(), password_proven_at = now() where email = $1',
      [email],
    )
  }

  function signIn(email: string) {
    return query(
      database,
      `insert into sessions (id, user_id, expires_at)
         select md5(random()::text) || md5(random()::text), id, now() + interval '1 day' from users where email = $1`,
      [email],
    )
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
})

test('every script says what it does and how to call it, and is one transaction', async () => {
  const scripts = (await readdir(SCRIPTS)).filter((name) => /^[a-z].*\.sql$/.test(name))
  expect(scripts).not.toEqual([])
  for (const script of scripts) {
    const text = await readFile(join(SCRIPTS, script), 'utf8')
    expect(text).toMatch(/^-- [A-Z]/)
    expect(text).toContain(`-f db/admin/${script}`)
    expect(text).toMatch(/^\\ir _head\.sql$/m)
    expect(text).toMatch(/^begin( read only;[^]*^commit;|;[^]*^\\ir _end\.sql)$/m)
  }
})

test('psql can do what the command can, but read a spreadsheet, look after the services and teach a shell', async () => {
  const scripts = (await readdir(SCRIPTS)).filter((name) => /^[a-z].*\.sql$/.test(name))
  const verbsOfBoth = verbs
    .map(({ name }) => name)
    .filter((name) => !['roster-import', 'completion'].includes(name))
  expect(scripts.sort()).toEqual(verbsOfBoth.map((name) => `${name}.sql`).sort())
})

/** Where psql is installed the scripts run through it as well; a machine without it still tests them. */
function runsOfScripts() {
  const programs: [string, typeof interpretScript][] = [['our reading of psql', interpretScript]]
  if (findPsql()) programs.push(['psql', runWithPsql])
  return programs
}

import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verbs } from '../../db/admin/verbs.ts'
import { runCli } from '../support/admin-cli.ts'
import { findPsql, interpretScript, runWithPsql } from '../support/psql-script.ts'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/use-database.ts'

const SCRIPTS = join(import.meta.dirname, '../../db/admin')

describe('an administrator’s day', () => {
  const database = useDatabase()
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lanai-lists-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  beforeEach(async () => {
    await query(database, 'delete from users; delete from roster')
    await register('keoni@example.org', 'Keoni Kalākaua')
    await register('leilani@example.org', 'Leilani ʻŌhiʻa')
    await register('kai@example.org', null)
    await query(database, `update users set email_confirmed_at = now() where email not like 'kai@%'`)
  })

  describe('many decisions in one statement', () => {
    beforeEach(async () => {
      for (let n = 0; n < 20; n++) await register(`m${n}@example.org`, null)
    })

    test('by hand need a word first, which the error names', async () => {
      const all = `update profiles set approval_status = 'approved'`
      await expect(asAdmin(all)).rejects.toThrow(
        /decides about 23 members at once, and nothing was changed\. .*SET lanai\.many = 'yes'$/,
      )
      expect(await statuses()).toEqual({ pending: 23 })
      await asAdmin(`set lanai.many = 'yes'; ${all}`)
      expect(await statuses()).toEqual({ approved: 23 })
    })

    test('are asked about from the twenty-first on; what decides nothing is not counted', async () => {
      const twenty = `update profiles set approval_status = 'denied'
        where id in (select id from users where email like 'm%')`
      await asAdmin(twenty)
      await query(database, `update profiles set full_name = 'Everybody'`)
      await asAdmin(`update profiles set approval_status = 'denied'`)
      expect(await statuses()).toEqual({ denied: 23 })
    })

    test('of a verb and of the roster are meant', async () => {
      await query(database, 'update users set email_confirmed_at = now(), password_proven_at = now()')
      const emails = (await query<{ email: string }>(database, 'select email from users')).map(
        ({ email }) => email,
      )
      expect((await admin('approve', ...emails)).status).toBe(0)
      expect((await admin('undo', ...emails)).status).toBe(0)
      await query(database, 'delete from users')
      for (let n = 0; n < 30; n++) await register(`r${n}@example.org`, null)
      await query(database, 'update users set email_confirmed_at = now(), password_proven_at = now()')
      await asAdmin('insert into roster (email) select email from users')
      expect(await statuses()).toEqual({ approved: 30 })
    })
  })

  describe('the nearest is named', () => {
    test.each([
      ['keono@example.org', 'keoni@example.org'],
      ['koeni@example.org', 'keoni@example.org'],
      ['Keoni@exmaple.org', 'keoni@example.org'],
      ['leilan@example.org', 'leilani@example.org'],
    ])('of an address with a slip: %s', async (typed, meant) => {
      for (const call of [
        () => query(database, 'select * from decide_memberships(array[$1], $2)', [typed, 'approved']),
        () => query(database, 'select * from decide_membership($1, $2)', [typed, 'approved']),
      ])
        await expect(call()).rejects.toThrow(
          `No member has the e-mail address "${typed}" (did you mean ${meant}?)`,
        )
    })

    test('of no address that is another one', async () => {
      await expect(
        query(database, `select * from decide_membership('moana@example.org', 'denied')`),
      ).rejects.toThrow(/"moana@example\.org"$/)
    })

    test.each([
      [['aprove', 'kai@example.org'], 'There is no verb "aprove". Did you mean approve?'],
      [['approve', 'kai@example.org', '--dryrun'], 'Did you mean --dry-run?'],
      [['pending', '--jsn'], 'Did you mean --json?'],
    ])('of a verb or an option: %j', async (args, sentence) => {
      const { status, stderr } = await admin(...args)
      expect([status, stderr.includes(sentence)]).toEqual([2, true])
    })

    test.each(programs())('of a variable, by %s: nothing is done', async (_, runScript) => {
      const script = join(SCRIPTS, 'approve.sql')
      const call = { email: 'keoni@example.org', dryrun: '1' }
      await expect(runScript(database.databaseUrl, script, call)).rejects.toThrow(
        'There is no variable dryrun: did you mean dry_run?',
      )
      expect(await statuses()).toEqual({ pending: 3 })
    })
  })

  describe('find', () => {
    beforeEach(() =>
      query(database, `insert into roster (email, name) values ('noe@example.org', 'Noe Kalakaua')`),
    )

    test.each([
      ['kalakaua', ['keoni@example.org', 'noe@example.org']],
      ['KALĀ', ['keoni@example.org', 'noe@example.org']],
      ['ohia', ['leilani@example.org']],
      ['ai@ex', ['kai@example.org']],
      ['%', []],
      ['_', []],
      ["'; drop table users; --", []],
    ])('%s', async (part, found) => {
      const people = JSON.parse((await admin('find', part, '--json')).stdout) as { email: string }[]
      expect(people.map(({ email }) => email)).toEqual(found)
    })

    test.each(programs())('by %s', async (_, runScript) => {
      expect(
        await runScript(database.databaseUrl, join(SCRIPTS, 'find.sql'), { part: 'kalakaua' }),
      ).toMatchObject([
        { email: 'keoni@example.org', status: 'pending', confirmed: 'yes' },
        { email: 'noe@example.org', status: 'not signed up', confirmed: 'no' },
      ])
    })
  })

  describe('approving', () => {
    test('everybody who has confirmed leaves out who was decided about, and whom the roster will let in', async () => {
      await register('undone@example.org', null)
      await register('expected@example.org', null)
      await query(database, `update users set email_confirmed_at = now() where email ~ '^(undone|expected)'`)
      await query(database, `insert into roster (email) values ('expected@example.org')`)
      await admin('deny', 'undone@example.org')
      await admin('undo', 'undone@example.org')
      const dry = await admin('approve', '--all-confirmed', '--dry-run')
      expect(dry.stdout).toMatch(/^keoni@.+pending → approved\nleilani@.+pending → approved\n$/m)
      expect(await statuses()).toEqual({ pending: 5 })
      expect((await admin('approve', '--all-confirmed')).status).toBe(0)
      expect(await statuses()).toEqual({ pending: 3, approved: 2 })
      expect((await admin('approve', '--all-confirmed')).stdout).toBe('Nobody.\n')
      expect((await admin('approve', '--all-confirmed', 'kai@example.org')).status).toBe(2)
    })

    test.each(programs())('everybody who has confirmed, by %s', async (_, runScript) => {
      const rows = await runScript(database.databaseUrl, join(SCRIPTS, 'approve.sql'), { all_confirmed: '1' })
      expect(rows).toHaveLength(2)
    })

    test.each(['approve', 'deny', 'undo', 'sessions-end', 'delete'])(
      '%s --skip-unknown names whom it left out',
      async (verb) => {
        const stranger = ['leilano@example.org', 'keoni@example.org', '--skip-unknown', '--json']
        const { status, stdout, stderr } = await admin(verb, ...stranger)
        expect(stderr).toContain(
          'Skipped, no member has it: "leilano@example.org" (did you mean leilani@example.org?)',
        )
        expect([status, JSON.parse(stdout)]).toMatchObject([0, [{ email: 'keoni@example.org' }]])
      },
    )

    test.each(programs())('skip_unknown, by %s', async (_, runScript) => {
      const call = { emails: 'keoni@example.org nobody@example.org', skip_unknown: '1' }
      expect(await runScript(database.databaseUrl, join(SCRIPTS, 'deny.sql'), call)).toHaveLength(1)
    })

    test('takes a CSV file with names, and says which line holds no address', async () => {
      const path = join(folder, 'list.csv')
      await writeFile(
        path,
        '\ufeffName;E-mail\r\nKeoni Kalākaua;keoni@example.org\r\n"Leilani; K";Leilani@example.org\r\n',
      )
      expect(JSON.parse((await admin('approve', '--file', path, '--json')).stdout)).toHaveLength(2)
      await writeFile(path, 'Keoni,keoni@example.org\nNobody,\n')
      const { status, stderr } = await admin('deny', '--file', path)
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining('Line 2 of the list: there is no e-mail address') as string,
      ])
      expect(await statuses()).toEqual({ pending: 1, approved: 2 })
    })
  })

  test('approved lists who is in, since when and by whom, and exports names', async () => {
    expect((await admin('approved')).stdout).toBe('Nobody is approved.\n')
    await admin('approve', 'keoni@example.org', 'leilani@example.org', '--actor', 'Noe')
    expect((await admin('approved', '--csv')).stdout).toMatch(
      /^\ufeffe-mail,name,approved,by\nkeoni@example\.org,Keoni Kalākaua,20.+ UTC,Noe\n/,
    )
    expect((await admin('approved', '--per-page', '1')).stdout).toContain(
      'Page 1 of 2; 2 members are approved. Next: npm run admin -- approved --page 2',
    )
    for (const [, runScript] of programs())
      expect(await runScript(database.databaseUrl, join(SCRIPTS, 'approved.sql'), {})).toHaveLength(2)
  })

  describe('delete', () => {
    test('ends the sessions, waits a day, and the record names who did it', async () => {
      await query(
        database,
        `insert into sessions (id, user_id, expires_at) select repeat('a', 64), id, now() + interval '1 day' from users where email = 'keoni@example.org'`,
      )
      await admin('approve', 'keoni@example.org', '--reason', 'About the person')
      expect((await admin('delete', 'keoni@example.org', '--actor', 'Noe')).stdout).toMatch(
        /keoni@.+ 20.+ UTC +will be deleted/,
      )
      expect(await query(database, 'select from sessions')).toEqual([])
      expect((await admin('delete', 'keoni@example.org', '--actor', 'Kai')).stdout).toContain(
        'is to be deleted already',
      )
      expect((await admin('delete')).stdout).toMatch(/keoni@.+ Noe\n/)
      expect(await sweep()).toEqual([])
      await query(database, `update account_deletions set due_at = now()`)
      expect(await sweep()).toHaveLength(1)
      expect(await query(database, `select from users where email = 'keoni@example.org'`)).toEqual([])
      const [last] = await query(
        database,
        'select actor, to_status, reason from approval_events order by id desc limit 1',
      )
      expect(last).toEqual({ actor: 'Noe', to_status: 'deleted', reason: null })
    })

    test('is taken back until then', async () => {
      await admin('delete', 'keoni@example.org')
      expect((await admin('delete', '--keep', 'keoni@example.org', 'kai@example.org')).stdout).toMatch(
        /stays\n.+was not to be deleted/,
      )
      await query(database, `update account_deletions set due_at = now()`)
      expect(await sweep()).toEqual([])
      expect((await admin('delete')).stdout).toBe('No account is to be deleted.\n')
      expect((await admin('delete', '--keep')).status).toBe(2)
      expect((await admin('delete', 'keoni@example.org')).stdout).toContain('will be deleted')
    })

    test('leaves a deletion that the member asked for as it is', async () => {
      await query(
        database,
        `insert into account_deletions (user_id, token_hash, due_at) select id, repeat('b', 64), now() from users where email = 'keoni@example.org'`,
      )
      expect((await admin('delete', 'keoni@example.org')).stdout).toContain('is to be deleted already')
      await sweep()
      expect(await query(database, 'select actor from approval_events order by id desc limit 1')).toEqual([
        { actor: 'the member' },
      ])
    })

    test.each(programs())('by %s', async (_, runScript) => {
      const script = join(SCRIPTS, 'delete.sql')
      const run = (call: Record<string, string>) => runScript(database.databaseUrl, script, call)
      expect(await run({ email: 'keoni@example.org', actor: 'Noe' })).toMatchObject([
        { result: 'will be deleted' },
      ])
      expect(await run({})).toMatchObject([{ email: 'keoni@example.org', result: 'Noe' }])
      expect(await run({ email: 'keoni@example.org', keep: '1' })).toMatchObject([{ result: 'stays' }])
      expect(await run({})).toEqual([])
    })

    function sweep() {
      return query(database, 'select delete_due_accounts(50)')
    }
  })

  describe('completion', () => {
    test('knows every verb and every option, for each shell', async () => {
      for (const shell of ['bash', 'zsh', 'fish']) {
        const { stdout } = await admin('completion', shell)
        for (const { name, options } of verbs)
          for (const word of [name, ...Object.keys(options)])
            expect(stdout, `${shell}: ${word}`).toContain(word)
      }
      expect((await admin('completion')).status).toBe(2)
      expect((await admin('completion', 'cmd')).status).toBe(2)
    })

    test.each([
      ['ap', 1, 'approve approved'],
      ['--all', 2, '--all-confirmed'],
      ['--ke', 2, ''],
    ])('in bash, %s', async (typed, at, completed) => {
      const { stdout } = await admin('completion', 'bash')
      const words = at === 1 ? typed : `approve ${typed}`
      const script = `${stdout}\nCOMP_WORDS=(lanai-admin ${words}) COMP_CWORD=${at}; _lanai_admin; echo "\${COMPREPLY[*]}"`
      expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim()).toBe(completed)
    })
  })

  function register(email: string, name: string | null) {
    return query(database, `select register_member($1, '$argon2id$', $2)`, [email, name])
  }

  function asAdmin(statement: string) {
    return query({ databaseUrl: database.roleUrls.lanai_admin }, statement)
  }

  function admin(...args: string[]) {
    return runCli(args, { DATABASE_URL: database.roleUrls.lanai_admin })
  }

  async function statuses() {
    const rows = await query<{ status: string; people: number }>(
      database,
      'select approval_status as status, count(*)::int as people from profiles group by 1',
    )
    return Object.fromEntries(rows.map(({ status, people }) => [status, people]))
  }
})

function programs(): [string, typeof interpretScript][] {
  return [
    ['our reading of psql', interpretScript],
    ...(findPsql() ? [['psql', runWithPsql] as [string, typeof runWithPsql]] : []),
  ]
}

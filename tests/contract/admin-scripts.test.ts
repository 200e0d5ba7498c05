import { globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useWaitingPeople } from '../support/admin-cli.ts'
import { useFolder } from '../support/folder.ts'
import { psql, shell } from '../support/psql.ts'
import { query } from '../support/query.ts'

const ROOT = join(import.meta.dirname, '../..')
const SCRIPTS = globSync('db/admin/[!_]*.sql', { cwd: ROOT }).sort()

const { database, register, asAdmin, statuses } = useWaitingPeople()

describe('a script of db/admin', () => {
  /** With psql and the login of an administrator, or the one that is given. */
  function run(call: string, more: string[] = [], url = database.roleUrls.lanai_admin) {
    const [script = '', ...variables] = call.split(' ')
    const given = [...variables, ...more].flatMap((variable) => ['-v', variable])
    return psql([url, ...given, '-f', `db/admin/${script}.sql`], { cwd: ROOT })
  }

  test.each(['an administrator', 'the owner'])('prints each person to %s', async (who) => {
    const url = who === 'the owner' ? database.databaseUrl : database.roleUrls.lanai_admin
    for (const [call, printed] of [
      ['pending', /^ +email .+ waits .+\n.+\n keoni@.+ 0 d 0 h +\| t\n leilani@.+\n kai@.+ f\n\(3 rows\)/],
      ['approve email=Keoni@Example.org', /keoni@.+ pending +\| approved\n\(1 row\)/],
      ['approve email=kai@example.org force=1', /kai@.+ pending +\| approved\n/],
      ['deny emails=kai@example.org,keoni@example.org', /kai@.+ denied\n keoni@.+ denied\n\(2 rows\)/],
      ['undo email=kai@example.org actor=Noe', /denied +\| approved +\| undid the decision by /],
      ['undo email=kai@example.org', /approved +\| approved +\| nothing to undo: undone by Noe\n/],
      ['invite email=lani@example.org', /lani@example\.org +\|.*\| invited\n\(1 row\)/],
      [
        'invite emails=lani@example.org;Lani@Example.org;pua@example.org',
        /lani@.+ again\n pua@.+ invited\n\(2/,
      ],
    ] as const) {
      const { status, stdout, stderr } = await run(call, [], url)
      expect([status, stderr], call).toEqual([0, ''])
      expect(stdout, call).toMatch(printed)
    }
    expect(await statuses()).toEqual({ pending: 1, approved: 3, denied: 1 })
  })

  test.each([
    ['approve email=leilano@example.org', 'No member has the email address "leilano@example.org"'],
    ['approve emails=keoni@example.org,kai@example.org', 'Not confirmed yet: kai@example.org. To approve'],
    ['deny emails=keoni@example.org,leilano@example.org', 'No member has the email address "leilano'],
    ['undo email=leilano@example.org', 'No member has the email address "leilano@example.org"'],
    ['invite emails=pua@example.org,pua', 'Not an email address: "pua" (write a domain'],
    ['invite email=pua@bücher.example', 'Not an email address: "pua@bücher.example" (write a domain'],
    ['invite emails=pua@example.org,lani@example.org name=Pua', 'A name is for one address, and there are 2'],
  ])('is refused with exit status 3: %s', async (call, why) => {
    const { status, stdout, stderr } = await run(call)
    expect([status, stdout]).toEqual([3, ''])
    expect(stderr.split('\n')).toEqual([expect.stringContaining(`ERROR:  ${why}`), ''])
    expect(await statuses()).toEqual({ pending: 3 })
    expect(await query(database, 'select from outbox')).toEqual([])
  })

  test.each([
    ['deny emails=keoni@example.org,leilani@example.org', 'leilani'],
    ['undo emails=leilani@example.org,keoni@example.org', 'keoni'],
  ])('can’t remove the last administrator: %s', async (call, last) => {
    await run('approve emails=keoni@example.org,leilani@example.org')
    await query(database, `select set_role('{keoni@example.org,leilani@example.org}', 'admin', true)`)
    const { status, stderr } = await run(call)
    expect([status, stderr]).toEqual([
      3,
      expect.stringMatching(`${last}@.+ is the last administrator\\. First name`),
    ])
    expect(await statuses()).toEqual({ pending: 1, approved: 2 })
  })

  test('changes nothing in a dry run', async () => {
    const { status, stdout } = await run('deny email=keoni@example.org dry_run=1')
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/pending +\| denied\n[^]+Dry run: nothing was changed\.\n$/),
    ])
    expect(await statuses()).toEqual({ pending: 3 })
  })

  test('records reason and actor as they were typed', async () => {
    const hostile = `x'); \\! false; update profiles set approval_status = 'approved'; -- :email "`
    await run('deny email=keoni@example.org', [`reason=${hostile}`, `actor=${hostile}`])
    expect(await lastDecision()).toEqual([{ actor: hostile, reason: hostile }])
    expect(await statuses()).toEqual({ pending: 2, denied: 1 })
  })

  test('records the login as the actor where none is given', async () => {
    await run('deny email=leilani@example.org')
    const login = new URL(database.roleUrls.lanai_admin).username
    expect(await lastDecision()).toEqual([{ actor: login, reason: null }])
  })

  function lastDecision() {
    return query(database, 'select actor, reason from approval_events order by id desc limit 1')
  }
})

describe('the documented SQL works:', () => {
  const folder = useFolder()
  beforeAll(() => {
    symlinkSync(join(ROOT, 'db'), join(folder, 'db'))
    writeFileSync(
      join(folder, 'addresses.txt'),
      'keoni@example.org\r\nLeilani@example.org, keoni@example.org\n',
    )
  })
  beforeEach(async () => {
    for (const name of ['someone@example.org', 'keoni@example.com', 'kai@example.com', 'you@example.com'])
      await register(name, null)
    await query(database, `update users set email_confirmed_at = now() where email not like 'kai@%'`)
  })
  const env = () => ({ DATABASE_URL: database.roleUrls.lanai_admin })

  test.each(SCRIPTS)('each line of psql in %s', async (script) => {
    const lines = [...read(script).matchAll(/^-- {3}(psql .+)$/gm)].map(([, line = '']) => line)
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines)
      expect(await shell(line, { cwd: folder, env: env() }), line).toMatchObject({ status: 0, stderr: '' })
  })

  test.each(SCRIPTS)('the statement for an SQL editor in %s', async (script) => {
    const text = read(script)
    const statement = /^-- {3}(select .+);$/m.exec(text)?.[1] ?? /^select [^;]+/m.exec(text)?.[0] ?? ''
    const rows = await asAdmin(statement)
    expect(rows.length).toBeGreaterThan(0)
    await query(database, 'delete from users where email <> $1', ['someone@example.org'])
    const call = /^-- {3}psql .+$/m.exec(text)?.[0].slice(5) ?? ''
    const { stdout } = await shell(call.replace('psql', 'psql --csv'), { cwd: folder, env: env() })
    expect(stdout.split('\n')[0]?.split(',')).toEqual(Object.keys(rows[0] ?? {}))
  })

  const section = /## With SQL\n([^]+?)\n## /.exec(read('docs/admins.md'))?.[1] ?? ''

  test.each(SCRIPTS)('docs/admins.md names %s', (script) => {
    expect(section).toContain(basename(script))
  })

  test('every statement under "With SQL" in docs/admins.md', async () => {
    const lines = /```sql\n([^]+?)```/.exec(section)?.[1]?.trim().split('\n') ?? []
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) await asAdmin(line)
    for (const [, line = ''] of section.matchAll(/^ *(psql .+)$/gm))
      expect(await shell(line, { cwd: folder, env: env() }), line).toMatchObject({ status: 0, stderr: '' })
  })
})

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

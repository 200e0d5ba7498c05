import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCli, runCliProcess } from '../support/admin-cli.ts'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/use-database.ts'

const NAME = 'Kalākaua ʻŌhiʻa 張 🌺 "quotes" </script>'

describe('npm run admin', () => {
  const database = useDatabase()
  let data: string
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'lanai-data-'))
  })
  afterAll(() => rm(data, { recursive: true }))
  beforeEach(async () => {
    await query(database, 'delete from users')
    await query(database, `select register_member('kala@example.org', '$argon2id$', $1)`, [NAME])
    await query(database, `select register_member('leilani@example.org', '$argon2id$', null)`)
    await query(database, 'update users set email_confirmed_at = now()')
  })

  test('pending lists who waits, aligned, longest first', async () => {
    const { status, stdout } = await admin('pending')
    const [heading, first, second] = stdout.split('\n')
    expect(status).toBe(0)
    expect(heading).toMatch(/^e-mail {15}name {3,}signed up {3,}waits {5}confirmed {2}roster$/)
    expect(first).toContain(`kala@example.org     ${NAME}  20`)
    expect(second).toMatch(/^leilani@example\.org +20\d\d-/)
  })

  test('approve takes several addresses and says what changed', async () => {
    const { status, stdout } = await admin('approve', 'kala@example.org', 'Leilani@Example.org')
    expect(status).toBe(0)
    expect(stdout).toContain('pending → approved')
    expect(await statuses()).toEqual(['approved', 'approved'])
  })

  test('one unknown address: a clear line, exit status 1, and nobody is approved', async () => {
    expect(await admin('approve', 'kala@example.org', 'nobody@example.org')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'No member has the e-mail address "nobody@example.org". Nothing was changed.\n',
    })
    expect(await statuses()).toEqual(['pending', 'pending'])
  })

  test('deny keeps the reason and who decided, with the login of the database that they named', async () => {
    const reason = `'; drop table users; --`
    expect((await admin('deny', 'kala@example.org', '--reason', reason)).status).toBe(0)
    expect(
      await query(database, 'select actor, reason from approval_events order by id desc limit 1'),
    ).toEqual([{ actor: expect.stringMatching(/^admin cli \(.+ as portal_admin\)$/) as string, reason }])
  })

  test('editors names, lists and takes back, all or none', async () => {
    expect((await admin('editors')).stdout).toContain('Nobody.')
    expect((await admin('editors', 'kala@example.org')).stdout).toMatch(
      /kala@example\.org .* pending +editor/,
    )
    const refused = await admin('editors', 'leilani@example.org', 'nobody@example.org')
    expect([refused.status, refused.stdout]).toEqual([1, ''])
    expect((await admin('editors')).stdout).not.toContain('leilani@example.org')
    expect((await admin('editors', '--remove', 'kala@example.org')).stdout).toContain('no editor any more')
    expect((await admin('editors')).stdout).toContain('Nobody.')
    expect((await admin('editors', '--remove')).status).toBe(2)
  })

  test('admins are named, listed and taken back as editors are', async () => {
    expect((await admin('admins', 'kala@example.org')).stdout).toMatch(
      /kala@example\.org .* pending +administrator/,
    )
    expect((await admin('editors')).stdout).toContain('Nobody.')
    expect((await admin('admins')).stdout).toContain('kala@example.org')
    expect((await admin('admins', '--remove', 'kala@example.org')).stdout).toContain(
      'no administrator any more',
    )
    expect((await admin('admins')).stdout).toContain('Nobody.')
  })

  test('kick-off expects a crowd for some hours, lists it and ends it', async () => {
    expect((await admin('kick-off')).stdout).toBe('No kick-off is under way or planned.\n')
    expect((await admin('kick-off', '--people', '300', '--until', '2000-01-01')).stderr).toContain(
      'These hours are over',
    )
    expect((await admin('kick-off', '--people', '300', '--actor', 'Leilani')).stdout).toMatch(
      / 300 +Leilani +under way/,
    )
    expect(await json('kick-off')).toMatchObject([{ people: 300, state: 'under way' }])
    expect((await admin('kick-off', '--end')).stdout).toContain('ended')
    expect(await json('kick-off')).toEqual([])
    for (const wrong of [
      ['--people', '2001'],
      ['--from', '2030-01-01'],
      ['--end', '--people', '3'],
    ])
      expect((await admin('kick-off', ...wrong)).status).toBe(2)
  })

  test('status says a sentence until a time, shows it and takes it away', async () => {
    expect((await admin('status')).stdout).toContain('Nothing is said.')
    const said = await admin('status', 'Maintenance on Sunday.', '--until', '2999-11-29 19:00-10')
    expect(said.stdout).toMatch(/Maintenance on Sunday\. +2999-11-30 05:00 UTC +admin cli/)
    expect((await admin('status')).stdout).toContain('Maintenance on Sunday.')
    expect((await admin('status', 'Late.', '--until', '2001-01-01')).stderr).toContain('is over already')
    expect((await admin('status', 'Never.', '--until', 'soon')).status).toBe(1)
    for (const wrong of [
      ['One', 'Two'],
      ['One', '--clear'],
      ['--until', '2999-01-01'],
    ]) {
      expect((await admin('status', ...wrong)).status).toBe(2)
    }
    expect((await admin('status', '--clear')).stdout).toContain('This is said no longer.')
    expect((await admin('status', '--clear')).stdout).toContain('Nothing was said.')
  })

  test('a decision made twice says so', async () => {
    await admin('approve', 'kala@example.org')
    expect((await admin('approve', 'kala@example.org')).stdout).toContain('was approved already')
  })

  test('--json is for programs', async () => {
    const decided = await json('approve', 'kala@example.org')
    expect(decided).toEqual([
      { email: 'kala@example.org', fullName: NAME, from: 'pending', to: 'approved', changed: true },
    ])
    const waiting = await json('pending')
    expect(waiting).toMatchObject([{ email: 'leilani@example.org', fullName: null, emailConfirmed: true }])
  })

  test('who has not confirmed is approved by --force alone', async () => {
    await query(database, 'update users set email_confirmed_at = null')
    const { status, stderr } = await admin('approve', 'kala@example.org')
    expect(status).toBe(1)
    expect(stderr).toContain('Not confirmed yet: kala@example.org. To approve all the same, add --force')
    expect((await admin('approve', 'kala@example.org', '--force')).status).toBe(0)
  })

  test('addresses come from a file and from standard input as well', async () => {
    const path = join(data, 'list.txt')
    await writeFile(path, '# the first day\nkala@example.org;\r\n')
    expect(await json('deny', '--file', path)).toMatchObject([{ email: 'kala@example.org', to: 'denied' }])
    const piped = await runCliProcess(
      ['approve', '-', '--json'],
      { DATABASE_URL: database.databaseUrl },
      'kala@example.org, leilani@example.org',
    )
    expect(JSON.parse(piped.stdout)).toHaveLength(2)
    expect(await statuses()).toEqual(['approved', 'approved'])
  })

  test('--dry-run does everything, says so and leaves no trace', async () => {
    const { stdout, stderr } = await admin('approve', 'kala@example.org', '--dry-run')
    expect(stdout).toContain('pending → approved')
    expect(stderr).toBe('Dry run: all of this was taken back, nothing was changed.\n')
    expect(await statuses()).toEqual(['pending', 'pending'])
  })

  test('undo takes a decision back once, and history tells it all', async () => {
    await admin('deny', 'kala@example.org', '--actor', 'Leilani')
    expect((await admin('undo', 'kala@example.org')).stdout).toContain('denied → pending')
    expect((await admin('undo', 'kala@example.org')).stdout).toContain('nothing to undo')
    const told = await json('history', 'kala@example.org')
    expect(told).toMatchObject([{ isUndo: true }, { actor: 'Leilani', to: 'denied' }])
  })

  test('--csv is harmless to a spreadsheet', async () => {
    await query(database, `update profiles set full_name = $1`, [`=cmd|'/C calc'!A0`])
    const { stdout } = await admin('pending', '--csv')
    expect(stdout).toMatch(/^\ufeffe-mail,name,/)
    expect(stdout).toContain(`kala@example.org,'=cmd|'/C calc'!A0,`)
  })

  test('pending turns pages', async () => {
    const first = await admin('pending', '--per-page', '1')
    expect(first.stdout).toContain('Page 1 of 2; 2 members wait. Next: npm run admin -- pending --page 2')
    expect((await admin('pending', '--per-page', '1', '--page', '2')).stdout).toContain('leilani@example.org')
    expect((await admin('pending', '--page', '9')).stdout).toBe('There is no page 9.\n')
  })

  test('roster-import --strict with a bad line: everything is named, nobody is added, exit status 1', async () => {
    const path = join(data, 'roster.csv')
    await writeFile(path, 'email,name\nnew@example.org,New\nnobody,Nobody\n')
    const strict = await admin('roster-import', path, '--strict')
    expect(strict.status).toBe(1)
    expect(strict.stdout).toContain('"nobody" is not an e-mail address')
    expect(await query(database, 'select from roster')).toEqual([])
    expect((await admin('roster-import', path)).stdout).toContain(
      '1 added (0 approved at once), 1 line refused.',
    )
    await query(database, 'delete from roster')
  })

  test('roster-import adds who is good, names who is not, and twice adds nobody', async () => {
    const path = join(data, 'mixed.csv')
    await writeFile(path, 'E-mail;Name\nnew@example.org;"New; ""K"""\n;Nobody\n=1+1@example.org;F\n')
    expect(await json('roster-import', path)).toMatchObject([
      { line: 2, email: 'new@example.org', name: 'New; "K"', result: 'added', problem: null },
      { line: 3, result: 'refused', problem: 'there is no e-mail address' },
      { line: 4, result: 'refused', problem: '"=1+1@example.org" is a formula, not an e-mail address' },
    ])
    expect(await json('roster-import', path)).toMatchObject([{ result: 'on the roster already' }, {}, {}])
    expect(await query(database, 'select email from roster')).toEqual([{ email: 'new@example.org' }])
    await query(database, 'delete from roster')
  })

  test('roster-import fails when there is no such file', async () => {
    const { status, stderr } = await admin('roster-import', '/nowhere/roster.csv')
    expect(status).toBe(1)
    expect(stderr).toContain('/nowhere/roster.csv')
  })

  test('whether a row of the roster is spent is seen of who waits and of one member', async () => {
    await query(database, `insert into roster (email) values ('kala@example.org'), ('leilani@example.org')`)
    await admin('deny', 'kala@example.org')
    await admin('undo', 'kala@example.org')
    const { stdout } = await admin('pending')
    expect(stdout).toMatch(/^kala@example\.org .+ yes +spent$/m)
    expect(stdout).toMatch(/^leilani@example\.org .+ yes +yes$/m)
    const { stdout: facts } = await admin('member', 'kala@example.org')
    expect(facts).toMatch(/^password proven +no$/m)
    expect(facts).toMatch(/^on the roster +yes, spent 20\d\d-/m)
    await query(database, 'delete from roster')
  })

  test('nobody waiting is said in words', async () => {
    await query(database, 'delete from users')
    expect((await admin('pending')).stdout).toBe('Nobody is waiting.\n')
  })

  test('a name cannot steer the terminal', async () => {
    await query(database, `update profiles set full_name = $1`, ['\u001b[2Jgone\r\n\u202efdp'])
    const { stdout } = await admin('pending')
    expect(stdout).toContain('�[2Jgone���fdp')
  })

  test.each([
    [[]],
    [['promote']],
    [['constructor']],
    [['approve']],
    [['approve', '--nope', 'a@b.co']],
    [['pending', 'a@b.co']],
  ])('wrong arguments %j: exit status 2 and how to call it', async (args) => {
    const { status, stderr } = await admin(...args)
    expect(status).toBe(2)
    expect(stderr).toContain('Usage: npm run admin -- ')
  })

  test.each([['--help'], ['approve', '--help'], ['deny', '--help'], ['pending', '--help']])(
    'help needs no database: %s %s',
    async (...args) => {
      const { status, stdout } = await runCli(args, { LANAI_DATA: data })
      expect(status).toBe(0)
      expect(stdout).toContain('Usage: npm run admin -- ')
    },
  )

  test('without a database: what to do, exit status 1', async () => {
    const { status, stderr } = await runCli(['pending'], { LANAI_DATA: data })
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'No database found. Start the portal with "npm start", or set DATABASE_URL to the database of your choice.\n',
    })
  })

  test('a database that does not answer: one line, exit status 1', async () => {
    const { status, stderr } = await runCli(['pending'], { DATABASE_URL: 'postgres://x:y@127.0.0.1:1/x' })
    expect(status).toBe(1)
    expect(stderr).toBe('connect ECONNREFUSED 127.0.0.1:1\n')
  })

  test('the portal running here is found by itself', async () => {
    await writeFile(join(data, 'stack.json'), JSON.stringify({ databaseUrl: database.databaseUrl }))
    const { status } = await runCli(['approve', 'kala@example.org'], { LANAI_DATA: data })
    await rm(join(data, 'stack.json'))
    expect(status).toBe(0)
    expect(await statuses()).toContain('approved')
  })

  function admin(...args: string[]) {
    return runCli(args, { DATABASE_URL: database.roleUrls.lanai_admin })
  }

  async function json(...args: string[]): Promise<unknown> {
    return JSON.parse((await admin(...args, '--json')).stdout)
  }

  async function statuses() {
    const rows = await query<{ status: string }>(database, 'select approval_status as status from profiles')
    return rows.map(({ status }) => status)
  }
})

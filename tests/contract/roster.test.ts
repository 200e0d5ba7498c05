import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Email } from '#src/shared/forms.ts'
import { migrate } from '../../db/migrate.ts'
import { query } from '../support/query.ts'
import { testDatabases, type TestDatabase } from '../support/test-databases.ts'

const LATIN_1 = Buffer.from('café@example.org,René', 'latin1')
const MEGABYTE = 'x'.repeat(1_000_000)

describe.each(testDatabases)('The roster: %s', (_, start) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await start()
    await migrate(database.databaseUrl)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await query(database, 'delete from users')
    await query(database, 'delete from roster')
    await query(database, 'delete from outbox')
  })

  describe('reading a file', () => {
    test.each([
      ['a heading, commas', 'email,name\na@b.co,Kai\n'],
      [
        'other words, semicolons, a mark of UTF-8, Windows line ends',
        '\ufeffFull name;E-Mail\r\nKai;A@B.co \r\n',
      ],
      ['tabs and columns of no interest', 'Team\tE-mail address\tName\nBlue\ta@b.co\tKai'],
      ['first and last name', 'First Name,Last Name,Email\nKai,,a@b.co'],
      ['no heading', 'a@b.co,Kai'],
      ['no heading, name first', 'Kai,a@b.co'],
      ['empty lines and lines of separators', '\n\nemail,name\n,,\n"a@b.co","Kai"\n\n'],
      ['old Macintosh line ends', 'email,name\ra@b.co,Kai'],
    ])('%s', async (_, csv) => {
      expect(await read(csv)).toMatchObject([{ email: 'a@b.co', name: 'Kai', problem: null }])
    })

    test('quoted fields may hold separators and quotation marks; only lines end a person', async () => {
      expect(await read('email,name\na@b.co,"Akana, ""Ace"" Kai"')).toMatchObject([
        { name: 'Akana, "Ace" Kai' },
      ])
    })

    test.each([
      ['no address', ',Kai', 'there is no e-mail address'],
      ['no at sign', 'kai.example.org,Kai', '"kai.example.org" is not an e-mail address'],
      ['two addresses', 'a@b.co a@c.co,Kai', '"a@b.co a@c.co" is not an e-mail address'],
      ['a name in brackets', 'Kai <a@b.co>,Kai', '"kai <a@b.co>" is not an e-mail address'],
      [
        'a formula for an address',
        '=HYPERLINK(1)@b.co,Kai',
        '"=hyperlink(1)@b.co" is a formula, not an e-mail address',
      ],
      ['a formula for a name', `a@b.co,"=cmd|'/C calc'!A0"`, `"=cmd|'/C calc'!A0" is a formula, not a name`],
      ['a quotation mark left open', 'a@b.co,"Kai', 'a quotation mark is not closed on its line'],
      ['a long name', `a@b.co,${'x'.repeat(201)}`, 'the name is too long: 201 characters'],
      ['a megabyte', `a@b.co,${MEGABYTE}`, 'the line is too long: 1000007 bytes'],
    ])('%s is named by its line, and the others are read', async (_, line, problem) => {
      expect(await read(`email,name\nfirst@b.co,F\n${line}\nlast@b.co,L\n`)).toMatchObject([
        { line: 2, email: 'first@b.co', problem: null },
        { line: 3, problem },
        { line: 4, email: 'last@b.co', problem: null },
      ])
    })

    test('a line in another encoding is named, and the others are read', async () => {
      const file = Buffer.concat([
        Buffer.from('email,name\n'),
        LATIN_1,
        Buffer.from('\nka@b.co,Kalākaua 🌺\n'),
      ])
      expect(await read(file)).toMatchObject([
        { line: 2, problem: 'the line is not UTF-8: save the file as "CSV UTF-8"' },
        { line: 3, name: 'Kalākaua 🌺', problem: null },
      ])
    })

    test.each([
      ['UTF-16', Buffer.from('\ufeffemail\na@b.co', 'utf16le')],
      ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0])],
    ])('%s is no CSV, and that is said', async (_, file) => {
      expect(await read(file)).toMatchObject([
        { line: 1, problem: 'this file is not UTF-8 text: save it as "CSV UTF-8"' },
      ])
    })

    test.each([
      ['a space without width, as it is copied from a page', 'ka\u200bi@example.org\u200b'],
      ['marks of direction, as they are copied from an address book', '\u202akai@example.org\u202c'],
      ['letters of full width', '\uff2b\uff41\uff49\uff20example.org'],
      ['a wide space', 'kai@example.org\u3000'],
    ])('an address with %s is the plain one', async (_, address) => {
      expect(Email.parse('Kai@example.org')).toBe('kai@example.org')
      expect(await read(`email,name\n${address},Kai`)).toMatchObject([
        { email: 'kai@example.org', problem: null },
      ])
    })

    test.each([
      "o'hia@example.org",
      'kai+lanai@ex-ample.co.uk',
      'kai_7@example.org',
      'kah\u014d@example.org',
      'kai@ex\u00e4mple.org',
      'kai..a@example.org',
      '.kai@example.org',
      'kai.@example.org',
      'kai&keoni@example.org',
      'kai@-example.org',
      'kai@example.o1',
      'kai@localhost.',
    ])('%s is taken if one can sign up with it, and named otherwise', async (address) => {
      const [line] = await read(`email,name\n"${address}",Kai`)
      expect(line?.problem === null).toBe(Email.safeParse(address).success)
    })

    test('an empty file holds nobody', async () => {
      expect(await read('')).toEqual([])
      expect(await importFile('')).toEqual([])
    })
  })

  test('the same person twice: the first counts, the second is named', async () => {
    expect(await importFile('email\na@b.co\nA@B.CO\n')).toMatchObject([
      { line: 2, result: 'added' },
      { line: 3, result: 'refused', problem: 'the same address is on line 2' },
    ])
  })

  test('strict: one bad line keeps everybody out', async () => {
    expect(await importFile('email\na@b.co\nnobody\n', true)).toMatchObject([
      { result: 'not added' },
      { result: 'refused' },
    ])
    expect(await query(database, 'select from roster')).toEqual([])
    await importFile('email\na@b.co\n', true)
    expect(await query(database, 'select from roster')).toHaveLength(1)
  })

  describe('who is on the roster is approved once address and password are proven', () => {
    test('in whichever order, once, with record and mail', async () => {
      for (const [name, ...proofs] of [
        ['address-first', confirm, provePassword],
        ['password-first', provePassword, confirm],
        ['both', prove],
      ] as const) {
        const id = await register(`${name}@example.org`)
        await importFile(`${name}@example.org`)
        for (const proof of proofs) {
          expect(await statusOf(id), name).toBe('pending')
          await proof(id)
          await proof(id)
        }
        expect(await statusOf(id), name).toBe('approved')
        expect(await eventsOf(id)).toEqual([
          { actor: 'roster', reason: 'On the roster', to_status: 'approved' },
        ])
        expect(await mailsTo(id)).toHaveLength(1)
      }
    })

    test('by the mailed link in the browser that signed up, in one statement', async () => {
      await importFile('kai@example.org')
      const [token, browser] = ['a'.repeat(64), 'b'.repeat(64)]
      const [row] = await query<{ id: string }>(
        database,
        `select register_member('kai@example.org', '$argon2id$', null, 't', $1, interval '1 day', $2) as id`,
        [token, browser],
      )
      const opened = 'select confirm_email($1, $2) as outcome'
      expect(await query(database, opened, [token, null])).toEqual([{ outcome: 'password_needed' }])
      expect(await query(database, opened, [token, browser])).toEqual([{ outcome: 'confirmed' }])
      expect(await query(database, opened, [token, browser])).toEqual([{ outcome: 'confirmed' }])
      expect(await statusOf(row?.id ?? '')).toBe('approved')
      expect(await eventsOf(row?.id ?? '')).toHaveLength(1)
    })

    test('at import, if they were proven before', async () => {
      const id = await register('kai@example.org')
      await prove(id)
      expect(await importFile('kai@example.org')).toMatchObject([{ result: 'added and approved' }])
      expect(await statusOf(id)).toBe('approved')
      expect(await importFile('kai@example.org')).toMatchObject([{ result: 'on the roster already, spent' }])
      expect(await eventsOf(id)).toHaveLength(1)
    })

    test.each([
      ['the address alone was proven', () => confirm],
      ['the password alone was proven', () => provePassword],
    ])('and not at import, if %s before', async (_, proof) => {
      const id = await register('kai@example.org')
      await proof()(id)
      expect(await importFile('kai@example.org')).toMatchObject([{ result: 'added' }])
      expect(await statusOf(id)).toBe('pending')
      expect(await spentOn('kai@example.org')).toBeNull()
      await prove(id)
      expect(await statusOf(id)).toBe('approved')
    })

    test('by a bare INSERT into the roster as well', async () => {
      const id = await register('kai@example.org')
      await prove(id)
      await query(database, `insert into roster (email) values ('kai@example.org')`)
      expect(await statusOf(id)).toBe('approved')
    })
  })

  describe('a row admits once', () => {
    test('and says whom and when', async () => {
      const id = await admitted('kai@example.org')
      expect(await spentOn('kai@example.org')).toBe(id)
      const [row] = await query(
        database,
        'select spent_at = now() as now, spent_at < now() as past from roster',
      )
      expect(row).toEqual({ now: false, past: true })
    })

    test('whom it admitted and who moved on frees the address, and nobody else is admitted by it', async () => {
      for (let loop = 0; loop < 3; loop++) {
        const id = await register('loop@example.org')
        if (loop === 0) await importFile('loop@example.org')
        await prove(id)
        expect(await statusOf(id)).toBe(loop === 0 ? 'approved' : 'pending')
        await query(database, 'update users set email = $1 where id = $2', [`moved${loop}@evil.example`, id])
      }
    })

    test('a denied member does not come back by the address that was freed', async () => {
      const denied = await admitted('pal@example.org')
      await query(database, `update users set email = 'pal@evil.example' where id = $1`, [denied])
      await query(database, `select decide_membership('pal@evil.example', 'denied')`)
      const again = await register('pal@example.org')
      await prove(again)
      expect(await statusOf(again)).toBe('pending')
      expect(await importFile('pal@example.org')).toMatchObject([{ result: 'on the roster already, spent' }])
      expect(await statusOf(again)).toBe('pending')
    })

    test.each([
      ['a verb', `select decide_memberships(array['kai@example.org'], $1, null, null, true)`],
      ['a bare UPDATE', `update profiles set approval_status = $1`],
    ])('also when a person decides, by %s, and an undo does not open it again', async (_, decision) => {
      for (const status of ['approved', 'denied']) {
        await query(database, 'delete from users')
        await query(database, 'delete from roster')
        const id = await register('kai@example.org')
        await importFile('kai@example.org')
        await query(database, decision, [status])
        expect(await spentOn('kai@example.org')).toBe(id)
        await query(database, `select undo_decisions(array['kai@example.org'])`)
        await prove(id)
        expect(await statusOf(id)).toBe('pending')
      }
    })

    test('also when the account had been decided about before the row came', async () => {
      const results: Record<string, string> = {
        approved: 'added, approved already',
        denied: 'added, stays denied',
      }
      for (const [status, result] of Object.entries(results)) {
        const id = await register(`${status}@example.org`)
        await query(database, 'select decide_membership($1, $2)', [`${status}@example.org`, status])
        expect(await importFile(`${status}@example.org`)).toMatchObject([{ result }])
        expect(await spentOn(`${status}@example.org`)).toBe(id)
      }
      const id = await register('back@example.org')
      await query(database, `select decide_membership('back@example.org', 'denied')`)
      await query(database, `select undo_decisions(array['back@example.org'])`)
      await prove(id)
      expect(await importFile('back@example.org')).toMatchObject([{ result: 'added, stays pending' }])
      expect(await statusOf(id)).toBe('pending')
    })

    test('also when a member’s address becomes one that is on it', async () => {
      const id = await admitted('old@example.org')
      await importFile('new@example.org')
      await query(database, `update users set email = 'new@example.org' where id = $1`, [id])
      expect(await spentOn('new@example.org')).toBe(id)
    })

    test('and an administrator opens it again by deleting it and adding it anew', async () => {
      const first = await admitted('kai@example.org')
      await query(database, `update users set email = 'kai@elsewhere.example' where id = $1`, [first])
      await query(database, `delete from roster where email = 'kai@example.org'`)
      const second = await admitted('kai@example.org')
      expect(await spentOn('kai@example.org')).toBe(second)
    })

    test('and leaves with the account that it admitted, whatever its address is by then', async () => {
      const id = await admitted('kai@example.org')
      await importFile('other@example.org')
      await query(database, `update users set email = 'kai@elsewhere.example' where id = $1`, [id])
      await query(database, 'select delete_account($1)', [id])
      expect(await query(database, 'select email from roster')).toEqual([{ email: 'other@example.org' }])
    })
  })

  test('a person’s decision stands: who was denied, or sent back, is not approved', async () => {
    const denied = await register('denied@example.org')
    await query(database, `select decide_membership('denied@example.org', 'denied')`)
    expect(await importFile('denied@example.org')).toMatchObject([{ result: 'added, stays denied' }])
    await prove(denied)
    expect(await statusOf(denied)).toBe('denied')

    const sentBack = await admitted('back@example.org')
    await query(database, `select undo_decisions(array['back@example.org'])`)
    await importFile('back@example.org')
    expect(await statusOf(sentBack)).toBe('pending')
  })

  test('administrators see whether a row is spent', async () => {
    await admitted('kai@example.org')
    const waiting = await register('keoni@example.org')
    await confirm(waiting)
    await importFile('keoni@example.org')
    expect(await query(database, 'select * from list_pending()')).toMatchObject([
      { on_roster: true, roster_spent: false },
    ])
    const reports = 'select on_roster, roster_spent_at is not null as spent from member_report($1)'
    expect(await query(database, reports, ['kai@example.org'])).toEqual([{ on_roster: true, spent: true }])
    const measured = await query(database, `select * from portal_stats() where measure like 'on the roster%'`)
    expect(measured).toEqual([
      { measure: 'on the roster', value: '2' },
      { measure: 'on the roster, signed up', value: '2' },
      { measure: 'on the roster, spent', value: '1' },
    ])
  })

  test('who is not on the roster waits', async () => {
    const id = await register('kai@example.org')
    await importFile('keoni@example.org')
    await prove(id)
    expect(await statusOf(id)).toBe('pending')
  })

  function read(csv: string | Buffer) {
    return query(database, 'select * from read_roster($1)', [Buffer.from(csv as string)])
  }

  function importFile(csv: string, strict = false) {
    return query(database, 'select * from import_roster($1, $2)', [Buffer.from(csv), strict])
  }

  async function register(email: string): Promise<string> {
    const sql = `select register_member($1, '$argon2id$', null) as id`
    const [row] = await query<{ id: string }>(database, sql, [email])
    return row?.id ?? ''
  }

  /** Signs up with this address, which is on the roster, and proves everything. */
  async function admitted(email: string): Promise<string> {
    const id = await register(email)
    await importFile(email)
    await prove(id)
    expect(await statusOf(id)).toBe('approved')
    return id
  }

  function confirm(id: string) {
    return query(database, 'update users set email_confirmed_at = now() where id = $1', [id])
  }

  function provePassword(id: string) {
    return query(database, 'update users set password_proven_at = now() where id = $1', [id])
  }

  function prove(id: string) {
    const both = 'update users set email_confirmed_at = now(), password_proven_at = now() where id = $1'
    return query(database, both, [id])
  }

  async function spentOn(email: string) {
    const sql = 'select spent_user_id as id from roster where email = $1'
    const [row] = await query<{ id: string | null }>(database, sql, [email])
    return row?.id
  }

  async function statusOf(id: string) {
    const sql = 'select approval_status as status from profiles where id = $1'
    const [row] = await query<{ status: string }>(database, sql, [id])
    return row?.status
  }

  function eventsOf(id: string) {
    return query(database, 'select actor, reason, to_status from approval_events where user_id = $1', [id])
  }

  function mailsTo(id: string) {
    return query(database, `select from outbox where user_id = $1 and kind = 'membership_decided'`, [id])
  }
})

import { beforeEach, describe, expect, test } from 'vitest'
import { readRoster } from '../../db/admin/roster-file.ts'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/use-database.ts'
import { inOneSession } from '../support/transactions.ts'

describe('The roster', () => {
  const database = useDatabase()
  beforeEach(async () => {
    await query(database, 'delete from users')
    await query(database, 'delete from roster')
    await query(database, 'delete from outbox')
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

  test('one bad line keeps nobody else out, unless it is asked for', async () => {
    const entries = [
      { line: 2, email: 'a@b.co' },
      { line: 3, email: null, problem: 'no address' },
    ]
    const sql = 'select email, result from import_roster($1)'
    expect(await query(database, sql, [JSON.stringify(entries)])).toEqual([
      { email: 'a@b.co', result: 'added' },
      { email: null, result: 'refused' },
    ])
  })

  test('lines are told of in their order, and each that is refused with its own problem', async () => {
    const entries = [
      { line: 5, email: 'a@b.co', name: 'A' },
      { line: 4, email: 'a@b.co', problem: 'the name is too long' },
      { line: 3, email: 'a@b.co', name: 'A' },
      { line: 2, email: 'a@b.co', problem: 'the name is too long' },
      { line: 6, email: 'c@b.co', name: 'C' },
    ]
    const sql = 'select line, email, name, result, problem from import_roster($1)'
    expect(await query(database, sql, [JSON.stringify(entries)])).toEqual([
      { line: 2, email: 'a@b.co', name: null, result: 'refused', problem: 'the name is too long' },
      { line: 3, email: 'a@b.co', name: 'A', result: 'added', problem: null },
      { line: 4, email: 'a@b.co', name: null, result: 'refused', problem: 'the name is too long' },
      { line: 5, email: 'a@b.co', name: 'A', result: 'refused', problem: 'the same address is on line 3' },
      { line: 6, email: 'c@b.co', name: 'C', result: 'added', problem: null },
    ])
    expect(await query(database, 'select email, name from roster order by email')).toEqual([
      { email: 'a@b.co', name: 'A' },
      { email: 'c@b.co', name: 'C' },
    ])
  })

  test('of each person it is said what became of them', async () => {
    await importFile('known@example.org\nspent@example.org')
    for (const name of ['spent', 'proven', 'approved', 'denied', 'waits'])
      await register(`${name}@example.org`)
    await query(database, `select decide_membership('spent@example.org', 'denied')`)
    await query(database, `select decide_membership('approved@example.org', 'approved')`)
    await query(database, `select decide_membership('denied@example.org', 'denied')`)
    await query(
      database,
      `update users set email_confirmed_at = now(), password_proven_at = now() where email like 'proven@%'`,
    )
    const names = ['known', 'spent', 'proven', 'approved', 'denied', 'waits', 'stranger']
    expect(await importFile(names.map((name) => `${name}@example.org`).join('\n'))).toMatchObject([
      { result: 'on the roster already' },
      { result: 'on the roster already, spent' },
      { result: 'added and approved' },
      { result: 'added, approved already' },
      { result: 'added, stays denied' },
      { result: 'added' },
      { result: 'added' },
    ])
  })

  test('whom the roster let in before, or an administrator at the same moment, was approved already', async () => {
    const before = await admitted('before@example.org')
    await query(database, 'delete from roster')
    await register('decided@example.org')
    const entries = JSON.stringify([
      { line: 1, email: 'before@example.org' },
      { line: 2, email: 'decided@example.org' },
    ])
    await inOneSession(database, async (ask) => {
      await ask(`begin; select decide_membership('decided@example.org', 'approved')`)
      const rows = await ask('select result from import_roster($1)', [entries])
      await ask('commit')
      expect(rows).toEqual([{ result: 'added, approved already' }, { result: 'added, approved already' }])
    })
    expect(await eventsOf(before)).toHaveLength(1)
  })

  test('who was let in and denied in one transaction stays denied', async () => {
    const id = await register('kai@example.org')
    await prove(id)
    await inOneSession(database, async (ask) => {
      await ask(`begin; insert into roster (email) values ('kai@example.org')`)
      await ask(`select decide_membership('kai@example.org', 'denied'); delete from roster`)
      const rows = await ask(`select result from import_roster('[{"line": 1, "email": "kai@example.org"}]')`)
      await ask('commit')
      expect(rows).toEqual([{ result: 'added, stays denied' }])
    })
  })

  describe('a row says who added it:', () => {
    const one = (name: string) => JSON.stringify([{ line: 1, email: `${name}@example.org` }])

    test.each([
      ['whom the call names', 'Noe', 'Kai', 'Noe'],
      ['whom the session names, where the call names nobody', '', 'Kai', 'Kai'],
      ['the database’s role, where neither does', '', '', null],
    ])('%s', async (_, actor, actorOfSession, by) => {
      await inOneSession(database, async (ask) => {
        await ask(`select set_config('lanai.actor', $1, false)`, [actorOfSession])
        await ask('select import_roster($1, false, $2)', [one('first'), actor])
        await ask('select import_roster($1)', [one('later')])
      })
      const role = new URL(database.databaseUrl).username
      expect(await query(database, 'select email, added_by from roster order by email')).toEqual([
        { email: 'first@example.org', added_by: by ?? role },
        { email: 'later@example.org', added_by: actorOfSession || role },
      ])
    })

    test('nobody’s name is left behind in the transaction or the session', async () => {
      await inOneSession(database, async (ask) => {
        await ask(`begin; set local lanai.actor = 'Kai'`)
        await ask(`select import_roster($1, false, 'Noe')`, [one('first')])
        await ask('select import_roster($1)', [one('second')])
        await ask('commit')
        await ask('select import_roster($1)', [one('third')])
      })
      const rows = await query(database, 'select added_by from roster order by email')
      const role = new URL(database.databaseUrl).username
      expect(rows).toEqual([{ added_by: 'Noe' }, { added_by: 'Kai' }, { added_by: role }])
    })
  })

  test.each([
    ['a'.repeat(254 - '@example.org'.length), true],
    ['a'.repeat(255 - '@example.org'.length), false],
    ['kai', true],
    ['-kai', false],
    ['kai lani', false],
  ])('an address has at most 254 letters, and none that makes it more than one: %s', async (box, isGood) => {
    expect(await query(database, 'select is_mail_address($1) as good', [`${box}@example.org`])).toEqual([
      { good: isGood },
    ])
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

    test('but not while nobody has decided about whoever moves to its address', async () => {
      const id = await register('old@example.org')
      await importFile('new@example.org')
      await query(database, `update users set email = 'new@example.org' where id = $1`, [id])
      expect(await spentOn('new@example.org')).toBeNull()
      await prove(id)
      expect(await statusOf(id)).toBe('approved')
    })

    test('by the first decision, and with it no other row', async () => {
      const id = await register('kai@example.org')
      await importFile('kai@example.org\nother@example.org')
      await decide('denied')
      await query(database, `update roster set spent_at = '2026-01-02 09:00Z' where spent_at is not null`)
      await decide('approved')
      expect(
        await query(database, 'select email, spent_at, spent_user_id from roster order by email'),
      ).toEqual([
        { email: 'kai@example.org', spent_at: new Date('2026-01-02 09:00Z'), spent_user_id: id },
        { email: 'other@example.org', spent_at: null, spent_user_id: null },
      ])

      function decide(status: string) {
        return query(database, `select decide_membership('kai@example.org', $1)`, [status])
      }
    })

    test('and an administrator opens it again by deleting it and adding it anew', async () => {
      const first = await admitted('kai@example.org')
      await query(database, `update users set email = 'kai@elsewhere.example' where id = $1`, [first])
      await query(database, `delete from roster where email = 'kai@example.org'`)
      const second = await admitted('kai@example.org')
      expect(await spentOn('kai@example.org')).toBe(second)
    })

    test('and leaves with an account that has its address, though it admitted nobody', async () => {
      const id = await register('kai@example.org')
      await importFile('kai@example.org\nother@example.org')
      await query(database, 'select delete_account($1)', [id])
      expect(await query(database, 'select email from roster')).toEqual([{ email: 'other@example.org' }])
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

  function importFile(csv: string, strict = false) {
    const entries = JSON.stringify(readRoster(Buffer.from(csv)))
    return query(database, 'select * from import_roster($1, $2)', [entries, strict])
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

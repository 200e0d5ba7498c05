import { describe, expect, test } from 'vitest'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/test-databases.ts'
import { whileHeld } from '../support/transactions.ts'

const HOSTILE = `x'); update profiles set approval_status = 'approved'; --`

describe('Approval', () => {
  const database = useDatabase()

  test('signing up and confirming the address leaves a member pending, and decides nothing', async () => {
    const id = await register('confirmed@example.org')
    await query(database, 'update users set email_confirmed_at = now() where id = $1', [id])
    expect(await statusOf(id)).toBe('pending')
    expect(await eventsOf(id)).toEqual([])
  })

  test('a bare UPDATE is a decision: it is recorded under the database role', async () => {
    const id = await register('bare@example.org')
    const [me] = await query<{ role: string }>(database, 'select session_user::text as role')
    await query(database, `update profiles set approval_status = 'approved' where id = $1`, [id])
    expect(await eventsOf(id)).toEqual([
      { actor: me?.role, from_status: 'pending', to_status: 'approved', reason: null },
    ])
  })

  test('a decision is recorded with who, from, to and why', async () => {
    const id = await register('decided@example.org')
    await decide('decided@example.org', 'approved', 'Expected', 'Leilani')
    await decide('decided@example.org', 'denied', HOSTILE, HOSTILE)
    expect(await eventsOf(id)).toEqual([
      { actor: 'Leilani', from_status: 'pending', to_status: 'approved', reason: 'Expected' },
      { actor: HOSTILE, from_status: 'approved', to_status: 'denied', reason: HOSTILE },
    ])
  })

  test('deciding the same again changes and records nothing', async () => {
    const id = await register('again@example.org')
    await decide('again@example.org', 'approved')
    expect(await decide('again@example.org', 'approved')).toMatchObject([
      { from_status: 'approved', to_status: 'approved' },
    ])
    expect(await eventsOf(id)).toHaveLength(1)
  })

  test('two decisions in one transaction do not share their reasons', async () => {
    const first = await register('first@example.org')
    const second = await register('second@example.org')
    await query(
      database,
      `select decide_membership('first@example.org', 'denied', 'a reason', 'Leilani'),
              decide_membership('second@example.org', 'approved')`,
    )
    expect(await eventsOf(first)).toMatchObject([{ actor: 'Leilani', reason: 'a reason' }])
    expect(await eventsOf(second)).toMatchObject([{ reason: null }])
  })

  test('whoever decides while somebody else does is told what that decision made of it', async () => {
    const id = await register('both@example.org')
    const first = `select decide_membership('both@example.org', 'denied')`
    expect(await whileHeld(database, [first], () => decide('both@example.org', 'approved'))).toMatchObject([
      { from_status: 'denied', to_status: 'approved' },
    ])
    expect(await eventsOf(id)).toMatchObject([{ to_status: 'denied' }, { to_status: 'approved' }])
  })

  describe('of several', () => {
    test('nobody is approved while one has not confirmed the address, and each of those is named', async () => {
      const ids = await registerAll('s1', 's2', 's3', 's4')
      await query(database, 'update users set email_confirmed_at = now() where id = $1', [ids[1]])
      await expect(decideAll(['s3', 's2', 's1'], 'approved')).rejects.toThrow(
        'Not confirmed yet: s1@example.org, s3@example.org. To approve',
      )
      expect(await Promise.all(ids.map(statusOf))).toEqual(Array<string>(4).fill('pending'))
    })

    test('those who have confirmed are approved, and who was approved without stays so', async () => {
      const ids = await registerAll('t1', 't2', 't3')
      await query(database, 'update users set email_confirmed_at = now() where id = $1', [ids[1]])
      expect(await decideAll(['t1'], 'approved', true)).toMatchObject([{ to_status: 'approved' }])
      expect(await decideAll(['t2', 't1'], 'approved')).toMatchObject([
        { email: 't2@example.org', from_status: 'pending', to_status: 'approved' },
        { email: 't1@example.org', from_status: 'approved', to_status: 'approved' },
      ])
      expect(await Promise.all(ids.map(statusOf))).toEqual(['approved', 'approved', 'pending'])
    })

    test('anybody is denied, and what became of them is told in the order given', async () => {
      await registerAll('u1', 'u2', 'u3')
      const told = await decideAll(['u2', 'u3', 'u1'], 'denied')
      expect(told.map(({ email }) => email)).toEqual(['u2@example.org', 'u3@example.org', 'u1@example.org'])
      expect(told.map(({ to_status }) => to_status)).toEqual(['denied', 'denied', 'denied'])
    })

    async function registerAll(...names: string[]): Promise<string[]> {
      const ids = []
      for (const name of names) ids.push(await register(`${name}@example.org`))
      return ids
    }

    function decideAll(names: string[], status: string, isForced = false) {
      const emails = names.map((name) => `${name}@example.org`)
      const sql = `select * from decide_memberships($1, $2${isForced ? ', force => true' : ''})`
      return query<{ email: string; to_status: string }>(database, sql, [emails, status])
    }
  })

  test('an address is found however it is typed', async () => {
    await register('typed@example.org')
    expect(await decide('  Typed@Example.ORG ', 'approved')).toMatchObject([{ email: 'typed@example.org' }])
  })

  test.each(['nobody@example.org', '', HOSTILE])(
    'an unknown address (%j) is an error that names it',
    async (email) => {
      await expect(decide(email, 'approved')).rejects.toThrow(`No member has the e-mail address "${email}"`)
    },
  )

  test('a status that does not exist is refused', async () => {
    const id = await register('status@example.org')
    await expect(decide('status@example.org', 'admin')).rejects.toThrow('profiles_approval_status_check')
    expect(await statusOf(id)).toBe('pending')
  })

  test('a denied member keeps the session, which then shows them the denial', async () => {
    const id = await register('keeps@example.org')
    await query(
      database,
      `insert into sessions (id, user_id, expires_at) values (repeat('a', 64), $1, now() + interval '1 hour')`,
      [id],
    )
    await decide('keeps@example.org', 'denied')
    expect(await query(database, 'select 1 as found from sessions where user_id = $1', [id])).toHaveLength(1)
  })

  test.each([
    [`update approval_events set actor = 'somebody else'`],
    [`delete from approval_events`],
    [`truncate approval_events`],
  ])('what was decided cannot be rewritten: %s', async (statement) => {
    const id = await register(`${statement.slice(0, 6)}@example.org`)
    await decide(`${statement.slice(0, 6)}@example.org`, 'approved')
    await expect(query(database, statement)).rejects.toThrow('The table approval_events is append only')
    expect(await eventsOf(id)).toHaveLength(1)
  })

  test('the record outlives the account', async () => {
    const id = await register('leaves@example.org')
    await decide('leaves@example.org', 'approved')
    await query(database, 'delete from users where id = $1', [id])
    expect(await eventsOf(id)).toHaveLength(1)
  })

  test.each(['UPPER@example.org', ' spaced@example.org', 'no-at-sign', 'two@@example.org'])(
    '%j is not stored as an address',
    async (email) => {
      await expect(register(email)).rejects.toThrow('users_email')
    },
  )

  test('an account is never without its profile', async () => {
    await query(database, `alter table profiles add constraint fails check (full_name <> 'poison')`)
    await expect(register('half@example.org', 'poison')).rejects.toThrow('fails')
    expect(await query(database, `select id from users where email = 'half@example.org'`)).toEqual([])
  })

  async function register(email: string, fullName = 'Kalākaua'): Promise<string> {
    const [row] = await query<{ id: string }>(
      database,
      `select register_member($1, '$argon2id$', $2) as id`,
      [email, fullName],
    )
    return row?.id ?? ''
  }

  function decide(email: string, status: string, reason: string | null = null, actor: string | null = null) {
    return query(database, 'select * from decide_membership($1, $2, $3, $4)', [email, status, reason, actor])
  }

  async function statusOf(id: string): Promise<string | undefined> {
    const [row] = await query<{ status: string }>(
      database,
      'select approval_status as status from profiles where id = $1',
      [id],
    )
    return row?.status
  }

  function eventsOf(id: string) {
    return query<{ actor: string; from_status: string; to_status: string; reason: string | null }>(
      database,
      'select actor, from_status, to_status, reason from approval_events where user_id = $1 order by id',
      [id],
    )
  }
})

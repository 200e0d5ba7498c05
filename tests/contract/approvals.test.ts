import { describe, expect, test } from 'vitest'
import { useWaitingPeople } from '../support/admin-cli.ts'
import { query } from '../support/query.ts'
import { whileHeld } from '../support/transactions.ts'

const HOSTILE = `x'); update profiles set approval_status = 'approved'; --`
const KEONI = 'keoni@example.org'
const LEILANI = 'leilani@example.org'
const KAI = 'kai@example.org'

const { database, register, asAdmin, statuses } = useWaitingPeople()

describe('a decision', () => {
  test('is recorded in approval_events', async () => {
    await decide('  Keoni@Example.ORG ', 'approved', 'Expected', 'Leilani')
    await decide(KEONI, 'denied', HOSTILE, HOSTILE)
    expect(await decide(KEONI, 'denied')).toMatchObject([{ from_status: 'denied', to_status: 'denied' }])
    expect(await events()).toEqual([
      { actor: 'Leilani', from_status: 'pending', to_status: 'approved', reason: 'Expected' },
      { actor: HOSTILE, from_status: 'approved', to_status: 'denied', reason: HOSTILE },
    ])
  })

  test('by a plain UPDATE records the database role as its actor', async () => {
    const [me] = await query<{ role: string }>(database, 'select session_user::text as role')
    await query(database, `update profiles set approval_status = 'approved' where full_name like 'Keoni%'`)
    expect(await events()).toEqual([
      { actor: me?.role, from_status: 'pending', to_status: 'approved', reason: null },
    ])
  })

  test("doesn't pass its reason on to the next decision in the transaction", async () => {
    await query(
      database,
      `begin; select decide_memberships(array['${KEONI}'], 'denied', 'a reason', 'Leilani');
       select undo_decisions(array['${KEONI}']);
       select decide_memberships(array['${LEILANI}'], 'approved', force => true); commit`,
    )
    const history = 'select email, reason, is_undo from account_history order by id desc limit 3'
    expect(await query(database, history)).toEqual([
      { email: LEILANI, reason: null, is_undo: false },
      { email: KEONI, reason: null, is_undo: true },
      { email: KEONI, reason: 'a reason', is_undo: false },
    ])
  })

  test('that waits for a concurrent one reports its result', async () => {
    const first = `select decide_memberships(array['${KEONI}'], 'denied')`
    expect(await whileHeld(database, [first], () => decide(KEONI, 'approved'))).toMatchObject([
      { from_status: 'denied', to_status: 'approved' },
    ])
  })

  test.each([
    `update approval_events set actor = 'another'`,
    `update approval_events set reason = null`,
    'delete from approval_events',
    'truncate approval_events',
  ])('cannot be rewritten: %s', async (statement) => {
    await decide(KEONI, 'approved')
    await expect(query(database, statement)).rejects.toThrow('The table approval_events is append-only')
  })

  test('outlives the account', async () => {
    await decide(KEONI, 'approved', 'a reason')
    await query(database, 'delete from users')
    const forget = (more: string) => query(database, `update approval_events set reason = null ${more}`)
    await expect(forget(`, actor = 'another'`)).rejects.toThrow('append-only')
    await forget('')
    const recorded = 'select to_status, reason from approval_events order by id desc limit 1'
    expect(await query(database, recorded)).toEqual([{ to_status: 'approved', reason: null }])
  })
})

describe('decisions about several members', () => {
  test('approve no one while one address is not confirmed', async () => {
    await expect(decideAll([LEILANI, KAI], 'approved')).rejects.toThrow(
      `Not confirmed yet: ${KAI}. To approve`,
    )
    expect(await statuses()).toEqual({ pending: 3 })
    await decideAll([KAI], 'approved', true)
    expect(await decideAll([LEILANI, KAI], 'approved')).toMatchObject([
      { email: LEILANI, from_status: 'pending', to_status: 'approved' },
      { email: KAI, from_status: 'approved', to_status: 'approved' },
    ])
    expect(await statuses()).toEqual({ approved: 2, pending: 1 })
  })

  test('by one UPDATE of more than twenty members need lanai.allow_bulk', async () => {
    const all = `update profiles set approval_status = 'approved'`
    for (let n = 0; n < 17; n++) await register(`m${n}@example.org`, null)
    await asAdmin(all)
    expect(await statuses()).toEqual({ approved: 20 })
    await register('m17@example.org', null)
    await query(database, `select decide_memberships(array(select email from users), 'denied')`)
    await expect(asAdmin(all)).rejects.toThrow(
      /decides about 21 members at once, so nothing was changed\. .*SET lanai\.allow_bulk = on$/,
    )
    expect(await statuses()).toEqual({ denied: 21 })
    await asAdmin(`set lanai.allow_bulk = on; ${all}`)
    expect(await statuses()).toEqual({ approved: 21 })
  })
})

test('the later of two concurrent undos names who undid the decision first', async () => {
  await decide(KEONI, 'approved')
  const undo = (actor: string) => `select result from undo_decisions(array['${KEONI}'], null, '${actor}')`
  const second = await whileHeld(database, [undo('Noe')], () => query(database, undo('Kai')))
  expect(second).toMatchObject([{ result: expect.stringContaining('undone by Noe') as string }])
})

function decide(email: string, status: string, reason: string | null = null, actor: string | null = null) {
  return query(database, 'select * from decide_memberships(array[$1], $2, $3, $4, force => true)', [
    email,
    status,
    reason,
    actor,
  ])
}

function decideAll(emails: string[], status: string, force = false) {
  return query(database, 'select * from decide_memberships($1, $2, force => $3)', [emails, status, force])
}

function events() {
  return query(
    database,
    `select actor, from_status, to_status, reason from approval_events
     where user_id in (select id from users) order by id`,
  )
}

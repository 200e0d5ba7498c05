import { describe, expect, test } from 'vitest'
import { useWaitingPeople } from '../support/admin-cli.ts'
import { query } from '../support/query.ts'
import { inOneSession, waitForLocks } from '../support/transactions.ts'

const KEONI = 'keoni@example.org'
const LEILANI = 'leilani@example.org'
const KAI = 'kai@example.org'

const { database, register, asAdmin, statuses } = useWaitingPeople()

describe('a statement that decides about many', () => {
  const all = `update profiles set approval_status = 'approved'`

  test('by hand needs a word first, which the error names', async () => {
    for (let n = 0; n < 20; n++) await register(`m${n}@example.org`, null)
    await expect(asAdmin(all)).rejects.toThrow(
      /decides about 23 members at once, and nothing was changed\. .*SET lanai\.many = 'yes'$/,
    )
    expect(await statuses()).toEqual({ pending: 23 })
    await asAdmin(`set lanai.many = 'yes'; ${all}`)
    expect(await statuses()).toEqual({ approved: 23 })
  })

  test('needs none for twenty, nor by a function that takes addresses', async () => {
    for (let n = 0; n < 17; n++) await register(`m${n}@example.org`, null)
    await asAdmin(all)
    expect(await statuses()).toEqual({ approved: 20 })
    await register('m17@example.org', null)
    await query(database, `select decide_memberships(array(select email from users), 'denied')`)
    expect(await statuses()).toEqual({ denied: 21 })
  })
})

describe('looking', () => {
  test.each([
    ['kalakaua', [KEONI]],
    [' KALĀ', [KEONI]],
    ['ohia', [LEILANI]],
    ['ai@ex', [KAI]],
    ['%', []],
    ['_', []],
    [`'; drop table users; --`, []],
  ])('find_people finds %s', async (part, emails) => {
    const found = await query<{ email: string }>(database, 'select email from find_people($1)', [part])
    expect(found.map(({ email }) => email)).toEqual(emails)
  })

  test('list_pending lists those who wait, longest first', async () => {
    await query(
      database,
      `update users set created_at = now() - interval '2 hours' where email = '${KAI}';
       update users set created_at = now() - interval '1 hour' where email = '${LEILANI}';
       select decide_membership('${KEONI}', 'denied')`,
    )
    expect(await asAdmin('select email, email_confirmed as confirmed from list_pending()')).toEqual([
      { email: KAI, confirmed: false },
      { email: LEILANI, confirmed: true },
    ])
  })

  test('member_report counts the sessions that last, of that member alone', async () => {
    await signIn(KEONI, '1 day')
    await signIn(KEONI, '-1 day')
    await signIn(LEILANI, '1 day')
    await query(database, `update profiles set avatar_url = '/a' where full_name like 'Leilani%'`)
    const report = 'select full_name, sessions::int, has_picture from member_report($1)'
    expect(await query(database, report, [KEONI])).toEqual([
      { full_name: 'Keoni Kalākaua', sessions: 1, has_picture: false },
    ])
    await expect(query(database, report, ['nobody@example.org'])).rejects.toThrow('No member has')
  })

  test('member_mails lists the latest messages to a member, each with what became of it', async () => {
    await query(
      database,
      `insert into outbox (user_id, kind, dedupe_key, payload, created_at, dead_at)
       select id, 'password_changed', day, jsonb_build_object('to', email), ('2025-06-' || day || 'Z')::timestamptz, dead_at
       from (values
         ('${KEONI}', '01', null), ('${KEONI}', '02', timestamptz '2025-07-02Z'), ('${KAI}', '03', null)
       ) as given (email, day, dead_at)
       join users using (email)`,
    )
    expect(await asAdmin(`select at, state from member_mails('${KEONI}')`)).toEqual([
      { at: new Date('2025-07-02Z'), state: 'given up' },
      { at: new Date('2025-06-01Z'), state: 'waiting' },
    ])
  })

  test('decision_history keeps what was decided about an account that is gone', async () => {
    await query(database, `select decide_membership('${KEONI}', 'approved')`)
    await query(database, `select decide_membership('${LEILANI}', 'denied')`)
    const [gone] = await query<{ id: string }>(database, `select id from users where email = '${LEILANI}'`)
    await query(
      database,
      `select schedule_deletions(array['${LEILANI}'], 'Noe', '0'); select delete_due_accounts(50)`,
    )
    const email = `deleted account ${gone?.id}`
    expect(await query(database, 'select email, to_status as is from decision_history(null, 3)')).toEqual([
      { email, is: 'deleted' },
      { email, is: 'denied' },
      { email: KEONI, is: 'approved' },
    ])
  })

  test('portal_stats counts people, visits and messages', async () => {
    await query(database, `select decide_membership('${KAI}', 'denied'); delete from outbox`)
    await query(database, `update users set created_at = now() - interval '5 days' where email = '${KEONI}'`)
    for (const email of [KEONI, KEONI, LEILANI]) await signIn(email, '1 day')
    await query(
      database,
      `insert into outbox (kind, dedupe_key, created_at, dead_at) values
         ('password_changed', '1', now() - interval '190 minutes', null), ('password_changed', '2', now(), now())`,
    )
    const rows = await query<{ measure: string; value: string }>(database, 'select * from portal_stats()')
    expect(Object.fromEntries(rows.map(({ measure, value }) => [measure, value]))).toMatchObject({
      approved: '0',
      denied: '1',
      pending: '2',
      'pending, address confirmed': '2',
      'waiting longest': '5 d',
      'signed in now': '2 in 3 browsers',
      'outbox, waiting': '1',
      'outbox, oldest': '3 h',
      'outbox, given up': '1',
    })
  })

  test.each([
    ['1 minute 59 seconds', 'just now'],
    ['119 minutes', '119 min'],
    ['47 hours 59 minutes', '47 h'],
    ['2 days', '2 d'],
  ])('brief_age says %s as %s', async (age, said) => {
    expect(await query(database, 'select brief_age(now() - $1::interval) as said', [age])).toEqual([{ said }])
  })
})

describe('undo_decisions', () => {
  test('marks as undone nothing that is decided next in its transaction or session', async () => {
    for (const email of [KEONI, LEILANI, KAI])
      await query(database, `select decide_membership($1, 'denied')`, [email])
    await inOneSession(database, async (ask) => {
      await ask(`begin; select undo_decisions(array['${KEONI}'])`)
      await ask(`select decide_membership('${LEILANI}', 'approved'); commit`)
      await ask(`select decide_membership('${KAI}', 'approved')`)
    })
    expect(await query(database, 'select email, is_undo from decision_history(null, 3)')).toEqual([
      { email: KAI, is_undo: false },
      { email: LEILANI, is_undo: false },
      { email: KEONI, is_undo: true },
    ])
  })

  test('of two at once one takes the decision back, and the other says that it is', async () => {
    await query(database, `select decide_membership('${KEONI}', 'approved')`)
    const undo = (actor: string) => `select result from undo_decisions(array['${KEONI}'], null, '${actor}')`
    await inOneSession(database, async (ask) => {
      await ask(`begin; ${undo('Noe')}`)
      const second = query(database, undo('Kai'))
      await Promise.race([second, waitForLocks(database)])
      await ask('commit')
      expect(await second).toMatchObject([
        { result: expect.stringContaining('Noe took the latest') as string },
      ])
    })
  })
})

describe('schedule_deletions', () => {
  const schedule = (actor: string) => `select result from schedule_deletions(array['${KEONI}'], '${actor}')`
  const sweep = () => query(database, 'select delete_due_accounts(50)')
  const recorded = () =>
    query(database, 'select actor, to_status, reason from approval_events order by id desc limit 1')

  test('ends the sessions, waits a day, and the record names who asked', async () => {
    await signIn(KEONI, '1 day')
    await query(database, `select decide_membership('${KEONI}', 'approved', 'About the person')`)
    await query(database, schedule('Noe'))
    expect(await query(database, 'select from sessions')).toEqual([])
    expect(await sweep()).toEqual([])
    await query(database, 'update account_deletions set due_at = now()')
    await sweep()
    expect(await statuses()).toEqual({ pending: 2 })
    expect(await recorded()).toEqual([{ actor: 'Noe', to_status: 'deleted', reason: null }])
  })

  test('is taken back by keep_accounts', async () => {
    await query(database, schedule('Noe'))
    await query(database, `select keep_accounts(array['${KEONI}'])`)
    await query(database, 'update account_deletions set due_at = now()')
    expect(await sweep()).toEqual([])
  })

  test('leaves a deletion that the member asked for as it is', async () => {
    await query(
      database,
      `insert into account_deletions (user_id, token_hash, due_at)
       select id, repeat('b', 64), now() from users where email = '${KEONI}'`,
    )
    expect(await query(database, schedule('Noe'))).toEqual([{ result: 'is to be deleted already' }])
    await sweep()
    expect(await recorded()).toMatchObject([{ actor: 'the member', to_status: 'deleted' }])
  })
})

test.each(['set_editors', 'set_admins'])(
  '%s changes those who are named alone, and says what is new',
  async (set) => {
    const call = (emails: string[], wanted: boolean) =>
      query(database, `select email, changed from ${set}($1, $2)`, [emails, wanted])
    await call([LEILANI], true)
    expect(await call([LEILANI, KEONI], true)).toEqual([
      { email: LEILANI, changed: false },
      { email: KEONI, changed: true },
    ])
    await call([KEONI], false)
    const flags = 'select email, is_editor or is_admin as is from members order by email'
    expect(await query(database, flags)).toMatchObject([
      { is: false },
      { is: false },
      { email: LEILANI, is: true },
    ])
  },
)

test('end_sessions ends those of the members who are named alone', async () => {
  for (const email of [KEONI, LEILANI, LEILANI, KAI]) await signIn(email, '1 day')
  expect(
    await asAdmin(`select email, ended::int from end_sessions(array['${LEILANI}', '${KEONI}'])`),
  ).toEqual([
    { email: LEILANI, ended: 2 },
    { email: KEONI, ended: 1 },
  ])
  expect(await query(database, 'select from sessions')).toHaveLength(1)
})

describe('messages', () => {
  test('retry_outbox tries again what was given up, but a message that has lost its link', async () => {
    await query(
      database,
      `insert into outbox (user_id, kind, dedupe_key, payload, attempts, dead_at, expires_at)
       select id, kind, kind, '{"to": "${KEONI}"}', 8, now(), expires_at
       from users, (values ('password_changed', null), ('reset_password', now() + interval '1 hour')) as given (kind, expires_at)
       where email = '${KEONI}'`,
    )
    expect(
      await query(database, `select kind, result from retry_outbox(array['${KEONI}']) order by kind`),
    ).toEqual([
      { kind: 'password_changed', result: 'tried again' },
      { kind: 'reset_password', result: expect.stringContaining('its link is gone') as string },
    ])
    expect(await query(database, 'select kind, attempts from outbox where dead_at is null')).toEqual([
      { kind: 'password_changed', attempts: 1 },
    ])
  })

  test('settle_after_restore gives up what has waited for more than an hour, once', async () => {
    await query(
      database,
      `insert into outbox (kind, dedupe_key, payload, created_at) values
         ('password_changed', '1', '{"to": "${KEONI}"}', now() - interval '59 minutes'),
         ('password_changed', '2', '{"to": "${KEONI}"}', now() - interval '61 minutes')`,
    )
    const settle = 'select given_up::int, kept::int from settle_after_restore()'
    expect(await query(database, settle)).toEqual([{ given_up: 1, kept: 1 }])
    expect(await query(database, settle)).toEqual([{ given_up: 0, kept: 1 }])
  })
})

function signIn(email: string, lasts: string) {
  return query(
    database,
    `insert into sessions (id, user_id, expires_at)
     select md5(random()::text) || md5(random()::text), id, now() + $2::interval from users where email = $1`,
    [email, lasts],
  )
}

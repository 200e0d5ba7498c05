import { describe, expect, test } from 'vitest'
import { useWaitingPeople } from '../support/admin-cli.ts'
import { query } from '../support/query.ts'

const KEONI = 'keoni@example.org'
const LEILANI = 'leilani@example.org'
const KAI = 'kai@example.org'

const { database, asAdmin } = useWaitingPeople()

describe('a report for administrators', () => {
  test('the view people counts the sessions that haven’t expired', async () => {
    await signIn(KEONI, '1 day')
    await signIn(KEONI, '-1 day')
    await signIn(LEILANI, '1 day')
    await query(database, `update profiles set avatar_url = '/a' where full_name like 'Leilani%'`)
    const report = 'select full_name, sessions::int, has_picture from people where email = $1'
    expect(await query(database, report, [KEONI])).toEqual([
      { full_name: 'Keoni Kalākaua', sessions: 1, has_picture: false },
    ])
  })

  test('portal_stats counts people, visits and messages', async () => {
    await query(database, `select decide_memberships(array['${KAI}'], 'denied'); delete from outbox`)
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
      'pending, confirmed': '2',
      'longest wait': '5 d 0 h',
      'signed in now': '2 (3 sessions)',
      'messages waiting': '1',
      'oldest message': '0 d 3 h',
      'failed messages': '1',
    })
  })
})

test('end_sessions ends the sessions of the named members only', async () => {
  for (const email of [KEONI, LEILANI, LEILANI, KAI]) await signIn(email, '1 day')
  expect(
    await asAdmin(`select email, ended::int from end_sessions(array['${LEILANI}', '${KEONI}'])`),
  ).toEqual([
    { email: LEILANI, ended: 2 },
    { email: KEONI, ended: 1 },
  ])
  expect(await query(database, 'select from sessions')).toHaveLength(1)
})

function signIn(email: string, lasts: string) {
  return query(
    database,
    `insert into sessions (id, user_id, expires_at)
     select md5(random()::text) || md5(random()::text), id, now() + $2::interval from users where email = $1`,
    [email, lasts],
  )
}

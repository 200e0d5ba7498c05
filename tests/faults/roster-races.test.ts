import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { migrate } from '../../db/migrate.ts'
import { query } from '../support/query.ts'
import { startRealDatabase, type TestDatabase } from '../support/test-databases.ts'

const PEOPLE = 40

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await startRealDatabase()
  await migrate(database.databaseUrl)
  pool = new pg.Pool({ connectionString: database.databaseUrl, max: 12 })
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

test('everybody confirms while the roster is imported, three times at once: all are approved, each once', async () => {
  for (let round = 0; round < 5; round++) {
    const emails = Array.from({ length: PEOPLE }, (_, n) => `m${round}-${n}@example.org`)
    await query(
      database,
      `select register_member(email, '$argon2id$', null) from unnest($1::text[]) as email`,
      [emails],
    )
    const confirmations = emails.map((email) => () => confirm(email))
    const imports = [0, 1, 2].map((n) => () => importFile(n % 2 === 0 ? emails : emails.toReversed()))
    await Promise.all(confirmations.toSpliced(PEOPLE / 2, 0, ...imports).map((work) => work()))
  }
  const sums = await query(
    database,
    `select p.approval_status as status, count(distinct p.id)::int as people, count(e.id)::int as events,
       (select count(*)::int from outbox where kind = 'membership_decided') as mails
     from profiles p left join approval_events e on e.user_id = p.id group by 1`,
  )
  expect(sums).toEqual([{ status: 'approved', people: 200, events: 200, mails: 200 }])
})

test('whoever confirms during an unfinished import, or the other way round, is approved by the one that ends later', async () => {
  await query(
    database,
    `select register_member(email, '$argon2id$', null) from unnest(array['a@example.org', 'b@example.org']) as email`,
  )
  const slow = await pool.connect()
  await slow.query('begin')
  await slow.query('select import_roster($1)', [Buffer.from('a@example.org')])
  const confirming = confirm('a@example.org')
  await waitsForALock()
  await slow.query('commit')
  await confirming

  await slow.query('begin')
  await slow.query(`update users set email_confirmed_at = now() where email = 'b@example.org'`)
  const importing = importFile(['b@example.org'])
  await waitsForALock()
  await slow.query('commit')
  await importing
  slow.release()

  expect(
    await query(database, `select email, approval_status from members where email ~ '^[ab]@' order by email`),
  ).toEqual([
    { email: 'a@example.org', approval_status: 'approved' },
    { email: 'b@example.org', approval_status: 'approved' },
  ])
})

test('two administrators decide the same people at once in opposite order: nobody waits for ever', async () => {
  const emails = Array.from({ length: 30 }, (_, n) => `d${n}@example.org`)
  await query(
    database,
    `select register_member(email, '$argon2id$', null) from unnest($1::text[]) as email`,
    [emails],
  )
  const decide = (list: string[], status: string) =>
    pool.query('select decide_memberships($1, $2, null, null, true)', [list, status])
  for (let round = 0; round < 10; round++) {
    await Promise.all([decide(emails, 'approved'), decide(emails.toReversed(), 'denied')])
  }
  const statuses = await query(database, `select distinct approval_status from members where email like 'd%'`)
  expect(statuses).toHaveLength(1)
})

test('an account that is deleted while somebody decides about it: its end is the last word of the record', async () => {
  await query(database, `select register_member('leaves@example.org', '$argon2id$', null)`)
  const slow = await pool.connect()
  await slow.query('begin')
  await slow.query(`select decide_membership('leaves@example.org', 'denied')`)
  const leaving = pool.query(`select delete_account(id) from users where email = 'leaves@example.org'`)
  await waitsForALock()
  await slow.query('commit')
  slow.release()
  await leaving

  const record = await query(
    database,
    `select from_status as was, to_status as is from approval_events
     where user_id not in (select id from users) order by id`,
  )
  expect(record).toEqual([
    { was: 'pending', is: 'denied' },
    { was: 'denied', is: 'deleted' },
  ])
})

function confirm(email: string) {
  return pool.query('update users set email_confirmed_at = now() where email = $1', [email])
}

function importFile(emails: string[]) {
  return pool.query('select import_roster($1)', [Buffer.from(emails.join('\n'))])
}

async function waitsForALock(): Promise<void> {
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  while ((await query(database, waiting)).length === 0);
}

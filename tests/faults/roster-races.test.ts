import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { query } from '../support/query.ts'
import { startTestDatabase, type TestDatabase } from '../support/test-databases.ts'
import { waitForLocks, whileHeld } from '../support/transactions.ts'

const PEOPLE = 40
const ROUNDS = 18
const PROVE = 'update users set email_confirmed_at = now(), password_proven_at = now()'

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await startTestDatabase()
  pool = new pg.Pool({ connectionString: database.databaseUrl, max: 12 })
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

test('everybody proves address and password while the roster is imported, three times at once: all are approved, each once', async () => {
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
  await waitingFor([IMPORT, [entriesOf(['a@example.org'])]], () => confirm('a@example.org'))
  await waitingFor([`${PROVE} where email = 'b@example.org'`], () => importFile(['b@example.org']))

  expect(
    await query(database, `select email, approval_status from members where email ~ '^[ab]@' order by email`),
  ).toEqual([
    { email: 'a@example.org', approval_status: 'approved' },
    { email: 'b@example.org', approval_status: 'approved' },
  ])
})

test('a row that is imported during an unfinished denial, or the other way round, is spent by the one that ends later', async () => {
  await query(
    database,
    `select register_member(email, '$argon2id$', null) from unnest(array['x@example.org', 'y@example.org']) as email`,
  )
  const deny = (email: string) => `select decide_membership('${email}', 'denied')`
  await waitingFor([deny('x@example.org')], () => importFile(['x@example.org']))
  await waitingFor([IMPORT, [entriesOf(['y@example.org'])]], () => pool.query(deny('y@example.org')))

  const rows = await query(
    database,
    `select email, spent_at is not null as spent from roster where email ~ '^[xy]@' order by email`,
  )
  expect(rows).toEqual([
    { email: 'x@example.org', spent: true },
    { email: 'y@example.org', spent: true },
  ])
})

test('a row whose address a decided member takes at that moment, or the other way round, is spent by the one that ends later', async () => {
  await query(
    database,
    `select register_member(email, '$argon2id$', null) from unnest(array['here@example.org', 'there@example.org']) as email`,
  )
  for (const name of ['here', 'there'])
    await query(database, `select decide_membership($1, 'denied')`, [`${name}@example.org`])
  const move = 'update users set email = $2 where email = $1'
  await whileHeld(database, [move, ['here@example.org', 'moved@example.org']], () =>
    importFile(['moved@example.org']),
  )
  await whileHeld(database, ['select import_roster($1)', [entriesOf(['later@example.org'])]], () =>
    pool.query(move, ['there@example.org', 'later@example.org']),
  )
  expect(
    await query(database, `select email from roster where email ~ '^(moved|later)@' and spent_at is null`),
  ).toEqual([])
})

test('whoever is denied while they prove the last of it stays denied', async () => {
  await query(database, `select register_member('late@example.org', '$argon2id$', null)`)
  await importFile(['late@example.org'])
  const denying = `select decide_membership('late@example.org', 'denied')`
  await whileHeld(database, [denying], () => confirm('late@example.org'))
  expect(
    await query(database, `select approval_status as is from members where email = 'late@example.org'`),
  ).toEqual([{ is: 'denied' }])
})

test('whoever was denied at the moment in which their row comes stays denied, and an import waits for nobody who is not in it', async () => {
  await query(
    database,
    `select register_member(email, '$argon2id$', null) from unnest(array['in@example.org', 'out@example.org']) as email`,
  )
  await confirm('in@example.org')
  const denying = `select decide_membership('in@example.org', 'denied')`
  await whileHeld(database, [denying], () => importFile(['in@example.org']))
  expect(
    await query(database, `select approval_status as is from members where email = 'in@example.org'`),
  ).toEqual([{ is: 'denied' }])

  const slow = await pool.connect()
  await slow.query('begin')
  await slow.query(
    `select from users u join profiles p on p.id = u.id where u.email = 'out@example.org' for update`,
  )
  await Promise.race([importFile(['alone@example.org']), waitForLocks(database)])
  expect(await query(database, `select from roster where email = 'alone@example.org'`)).toHaveLength(1)
  await slow.query('rollback')
  slow.release()
})

test('of two imports of the same people at once the second waits, and says that it added nobody', async () => {
  const once = [entriesOf(['once@example.org'])]
  const { rows } = await waitingFor([IMPORT, once], () =>
    pool.query('select result from import_roster($1)', once),
  )
  expect(rows).toEqual([{ result: 'not added' }])
})

test('a member who takes an address during its unfinished import, or the other way round, takes the row along as spent', async () => {
  const members = await query<{ id: string }>(
    database,
    `select register_member(email, '$argon2id$', null) as id from unnest(array['t1@example.org', 't2@example.org']) as email`,
  )
  for (const email of ['t1@example.org', 't2@example.org'])
    await query(database, `select decide_membership($1, 'denied')`, [email])
  const TAKE = 'update users set email = $1 where id = $2'
  const taking = (n: number) => [`taken${n}@example.org`, members[n]?.id]
  await waitingFor([IMPORT, [entriesOf(['taken0@example.org'])]], () => pool.query(TAKE, taking(0)))
  await waitingFor([TAKE, taking(1)], () => importFile(['taken1@example.org']))

  const rows = await query(
    database,
    `select email, spent_user_id as by from roster where email like 'taken%' order by email`,
  )
  expect(rows).toEqual(members.map(({ id }, n) => ({ email: `taken${n}@example.org`, by: id })))
})

test('one address is proven, disowned, swept, imported and taken over at once: nobody waits for ever, and what is left fits together', async () => {
  const members = await query<{ id: string }>(
    database,
    `select register_member(email, '$argon2id$', null) as id from unnest(array['m1@example.org', 'm2@example.org']) as email`,
  )
  const ids = members.map(({ id }) => id)
  await query(database, `update profiles set approval_status = 'approved' where id = any ($1)`, [ids])

  for (let round = 0; round < ROUNDS; round++) {
    const email = `shared${round}@example.org`
    const hash = (name: string) => createHash('sha256').update(`${name} ${round}`).digest('hex')
    const [link, browser] = [hash('link'), hash('browser')]
    await query(database, `select register_member($1, '$argon2id$old', null, 't', $2, '7 days', $3)`, [
      email,
      link,
      browser,
    ])
    await query(database, `update users set created_at = now() - interval '31 days' where email = $1`, [
      email,
    ])
    const changes = ids.map((id) => hash(id))
    await query(
      database,
      `insert into email_change_tokens (token_hash, user_id, new_email, expires_at)
       select t.hash, t.id, $1, now() + interval '1 day' from unnest($2::text[], $3::text[]) as t (hash, id)`,
      [email, changes, ids],
    )
    const work = [
      () => pool.query('select confirm_email($1, $2)', [link, browser]),
      () => pool.query('select confirm_email($1)', [link]),
      () => pool.query('select discard_sign_up($1)', [link]),
      () => pool.query(`select set_sign_up_password($1, '$argon2id$new')`, [link]),
      () => pool.query(`select prove_sign_up($1, '$argon2id$old')`, [link]),
      () => pool.query(`select sweep_rows(500, interval '30 days')`),
      () => importFile([email, `other${round}@example.org`]),
      ...changes.map((change) => () => pool.query('select confirm_email($1)', [change])),
    ]
    // Everybody comes first once.
    const first = round % work.length
    await Promise.all([...work.slice(first), ...work.slice(0, first)].map((each) => each()))
  }

  const faults = `
    select 'a roster row that a decided account did not spend', r.email from roster r join users u on u.email = r.email
    where r.spent_at is null and is_decided(u.id)
    union all
    select 'an approval by the roster without proof', u.email from approval_events e join users u on u.id = e.user_id
    where e.actor = 'roster' and (u.email_confirmed_at is null or u.password_proven_at is null)
    union all
    select 'two people by one row', r.email from roster r
    where (select count(*) from approval_events e where e.actor = 'roster' and e.user_id = r.spent_user_id) > 1
    union all
    select 'a message about nobody', o.kind from outbox o
    where o.sent_at is null and o.user_id is not null and not exists (select from users u where u.id = o.user_id)`
  expect(await query(database, faults)).toEqual([])
})

test.each([
  ['before', 'before'],
  ['before', 'after'],
  ['after', 'before'],
  ['after', 'after'],
])(
  'a member takes an address over while it is imported, comes %s its sign-up and finds the one %s held: nobody waits for ever',
  async (order, held) => {
    const round = `${order} ${held}`
    const ids = [`a ${round}`, `z ${round}`]
    const [member, other] = order === 'before' ? ids : ids.toReversed()
    const emails = ['old', 'new'].map((name) => `${name}.${order}.${held}@example.org`)
    const link = createHash('sha256').update(round).digest('hex')
    await query(
      database,
      `with people as (
         insert into users (id, email, password_hash) select id, email, '$argon2id$'
         from unnest($1::text[], $2::text[]) as given (id, email) returning id
       )
       insert into profiles (id, approval_status) select id, case id when $3 then 'approved' else 'pending' end from people`,
      [[member, other], emails, member],
    )
    await query(
      database,
      `insert into email_change_tokens (token_hash, user_id, new_email, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
      [link, member, emails[1]],
    )
    const slow = await pool.connect()
    await slow.query('begin')
    await slow.query('select from users where id = $1 for update', [held === 'before' ? ids[0] : ids[1]])
    const importing = importFile(emails)
    await waitForLocks(database, 1)
    const changing = pool.query<{ is: string }>('select confirm_email($1) as is', [link])
    await waitForLocks(database, 2)
    await slow.query('commit')
    slow.release()

    const [, { rows }] = await Promise.all([importing, changing])
    expect(rows).toEqual([{ is: 'confirmed' }])
    expect(await query(database, 'select id, email from users where id = any ($1)', [ids])).toEqual([
      { id: member, email: emails[1] },
    ])
  },
)

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
  await waitingFor([`select decide_membership('leaves@example.org', 'denied')`], () =>
    pool.query(`select delete_account(id) from users where email = 'leaves@example.org'`),
  )

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
  return pool.query(`${PROVE} where email = $1`, [email])
}

function importFile(emails: string[]) {
  return pool.query('select import_roster($1)', [entriesOf(emails)])
}

/** What comes of work that has to wait for a transaction with this statement. */
async function waitingFor<Result>(
  [statement, params = []]: [statement: string, params?: unknown[]],
  work: () => Promise<Result>,
): Promise<Result> {
  const slow = await pool.connect()
  await slow.query('begin')
  await slow.query(statement, params)
  const working = work()
  await waitForLocks(database)
  await slow.query('commit')
  slow.release()
  return working
}

const IMPORT = 'select import_roster($1)'

function entriesOf(emails: string[]): string {
  return JSON.stringify(emails.map((email, index) => ({ line: index + 1, email })))
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { migrate, type MigrationResult } from '../../db/migrator.ts'
import { SCHEMA } from '../../scripts/doctor/schema.ts'
import {
  fingerprint,
  readColumns,
  restoreReleased,
  serve,
  testPeopleAndMail,
  waitingMessages,
  type Columns,
  type Tables,
} from '../support/released-database.ts'
import { everyRow, query } from '../support/query.ts'
import type { TestDatabase } from '../support/test-databases.ts'

/** The first of them lacks 0.1's last six migrations. */
const DUMPS = ['0.1-early', '0.1']

const TABLES: Partial<Record<string, string>> = {
  links: 'email_tokens',
  mailings: 'broadcasts',
  descriptions: 'profile_changes',
  deadline_ticks: 'deadline_completions',
  form_addresses: 'webhook_endpoints',
  form_senders: 'email_aliases',
  company_members: 'company_assignments',
}

/** What 1.0 has in place of a value of 0.1. */
const VALUES: Partial<Record<string, string>> = {
  'links.purpose': `replace(purpose, 'end_', 'unsubscribe_')`,
  'mailings.name': `regexp_replace(name, ' asked$', ' manual')`,
  'outbox.dedupe_key': `replace(dedupe_key, ' asked ', ' manual ')`,
  'outbox.kind': `case kind when 'mailing' then 'broadcast' when 'email_change_asked' then 'email_change_requested'
    when 'email_taken_back' then 'email_change_reverted' else kind end`,
  'outbox.payload': `case when payload ? 'mailing'
    then payload - 'mailing' || jsonb_build_object('topic', payload -> 'mailing') else payload end`,
}

describe.each(DUMPS)('a database of %s', (dump) => {
  let database: TestDatabase
  let before: Tables
  let after: Tables
  let result: MigrationResult
  let waiting: string[]

  beforeAll(async () => {
    const earlier = await restoreReleased(dump)
    const columns = await readColumns(earlier)
    before = await fingerprint(earlier, withNewValues(columns))
    waiting = await waitingMessages(earlier, 'mailing')
    result = await migrate(earlier.databaseUrl)
    after = await fingerprint(earlier, renamed(columns, await readColumns(earlier)))
    database = await serve(earlier)
  })
  afterAll(() => database.close())
  afterEach(() => void vi.unstubAllEnvs())

  test('keeps every row of every table', () => {
    for (const [table, found] of before) {
      expect(found?.rows, table).toBeGreaterThan(0)
      expect([table, after.get(TABLES[table] ?? table)]).toEqual([table, found])
    }
  })

  test('has the schema of a new database', async () => {
    const rows = await query<{ line: string }>(database, SCHEMA)
    const reviewed = await readFile(join(import.meta.dirname, '../../db/schema.txt'), 'utf8')
    expect(rows.map(({ line }) => `${line}\n`).join('')).toBe(reviewed)
  })

  test('is carried over only once', async () => {
    expect(result).toMatchObject({ newer: [] })
    expect(result.applied).toContain('0001_roles.sql')
    expect(await migrate(database.databaseUrl)).toEqual({ applied: [], newer: [] })
  })

  testPeopleAndMail(() => ({ database, waiting }))

  test('accepts the unsubscribe link of an earlier email', async () => {
    const links = `select unsubscribe(token_hash) as done from email_tokens where purpose = 'unsubscribe_weekly'`
    expect(await query(database, links)).toEqual([{ done: true }])
    expect(
      await query(database, `select email_preferences as wanted from profiles where contact = '@kai'`),
    ).toEqual([{ wanted: ['deadlines', 'sessions', 'announcements'] }])
  })

  test('keeps the company that an administrator gave a member', async () => {
    const companies = `select u.email, assigned_company(u.id) as company from users u
      where assigned_company(u.id) is not null order by 1`
    expect(await query(database, companies)).toEqual([
      { email: 'invited@example.org', company: 'Kona' },
      { email: 'joined@example.org', company: 'Kona' },
      { email: 'kai@example.org', company: 'Tide' },
    ])
  })

  test('keeps which change of address an administrator requested', async () => {
    const changes = `select new_email, requested_by_admin from email_tokens where purpose = 'change_email' order by 1`
    expect(await query(database, changes)).toEqual([
      { new_email: 'lost@example.net', requested_by_admin: true },
      { new_email: 'own@example.net', requested_by_admin: false },
    ])
  })
})

test('a database keeps when it was restored and which reminders were sent by hand', async () => {
  const database = await restoreReleased('0.1')
  await query(
    database,
    `insert into mailings (name, planned_at) values ('restored', '2026-11-01'), ('due/update/2026-06-11 asked', now());
     insert into outbox (kind, dedupe_key, user_id, payload)
     select 'mailing', 'due/update/2026-06-11 asked ' || id, id, '{"mailing": "deadlines"}' from users where email = 'kai@example.org'`,
  )
  await migrate(database.databaseUrl)
  expect(await query(database, 'select restored_at from restores')).toEqual([
    { restored_at: new Date('2026-11-01T00:00:00Z') },
  ])
  expect(
    await query(
      database,
      `select event, day::text, count(o.id)::int as emails
       from manual_reminders join messages o using (broadcast) where event = 'update' group by 1, 2`,
    ),
  ).toEqual([{ event: 'update', day: '2026-06-11', emails: 1 }])
  expect(await query(database, `select from broadcasts where name ~ 'asked|restored'`)).toEqual([])
  await database.close()
})

test('a database that can’t be carried over isn’t changed', async () => {
  const database = await restoreReleased('0.1-early')
  await query(database, 'create view report as select email from people')
  const before = await everyRow(database)
  await expect(migrate(database.databaseUrl)).rejects.toThrow(
    /carry-over\.sql: cannot drop .+view report depends on view people/s,
  )
  expect(await everyRow(database)).toBe(before)
  await database.close()
})

/** The columns of before by their new names: what was added is behind them. */
function renamed(before: Columns, now: Columns): Columns {
  return new Map(
    [...before].map(([table, { length }]) => {
      const name = TABLES[table] ?? table
      return [name, now.get(name)?.slice(0, length) ?? []]
    }),
  )
}

function withNewValues(columns: Columns): Columns {
  return new Map(
    [...columns].map(([table, names]) => [table, names.map((name) => VALUES[`${table}.${name}`] ?? name)]),
  )
}

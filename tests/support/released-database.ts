import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { expect, test } from 'vitest'
import { parseMessage } from '#src/server/outbox/outbox.ts'
import { createLuciaSessions } from '#src/server/vendors/lucia.ts'
import { createSql } from '#src/server/vendors/neon.ts'
import RELEASES from '../../db/released-migrations.json' with { type: 'json' }
import { startMailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { startSqlEndpoint } from '../../netlify/local/sql-endpoint.ts'
import { deliveryTo, letLeasesAndPausesEnd } from './outbox.ts'
import { query } from './query.ts'
import { createDatabase, type TestDatabase } from './test-databases.ts'

/** Each version that added migrations, with its newest. carry-over.test.ts has 0.1. */
export const VERSIONS = Object.entries<Record<string, string>>(RELEASES).map(([version, added]) => ({
  version,
  name: version.replace(/\.0$/, ''),
  newest: Object.keys(added).sort().at(-1) ?? '',
}))

export const RELEASED = join(import.meta.dirname, 'released')

/** A database that an earlier version filled, as it was a moment after its dump. `close` drops it. */
export async function restoreReleased(name: string) {
  const { url: databaseUrl, roleUrls, close } = await createDatabase('empty')
  await restoreInto(databaseUrl, name)
  return { databaseUrl, roleUrls, close }
}

/** Restores into a database that is empty. */
export async function restoreInto(databaseUrl: string, name: string): Promise<void> {
  const dump = await readFile(join(RELEASED, `${name}.sql.gz`))
  const sql = String(await promisify(gunzip)(dump))
  // pg_dump writes these two commands for psql.
  await query({ databaseUrl }, sql.replaceAll(/^\\(?:un)?restrict .*$/gm, ''))
  await query({ databaseUrl }, MOVE_TO_NOW)
}

/** Otherwise, sessions and links would expire in the file. Without triggers, because the history can't be changed. */
const MOVE_TO_NOW = `
  do $$
  declare
    age constant interval := now() - (select max(ended_at) from scheduled_runs);
    found record;
  begin
    perform set_config('session_replication_role', 'replica', true);
    for found in
      select table_name, string_agg(format('%1$I = %1$I + $1', column_name), ', ') as assignments
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'
      group by 1
    loop
      execute format('update %I set %s', found.table_name, found.assignments) using age;
    end loop;
  end
  $$`

/** With the application's SQL endpoint, which `close` stops, too. */
export async function serve(released: Awaited<ReturnType<typeof restoreReleased>>): Promise<TestDatabase> {
  const endpoint = await startSqlEndpoint(released.databaseUrl)
  return { ...released, httpUrl: endpoint.url, close: () => endpoint.close().then(released.close) }
}

/** What members would miss in a migrated database. `waiting` has the ids of `waitingMessages` before. */
export function testPeopleAndMail(state: () => { database: TestDatabase; waiting: string[] }): void {
  test('keeps members signed in', async () => {
    const { database } = state()
    const gate = createLuciaSessions(
      createSql({ DATABASE_URL: database.roleUrls.lanai_edge, DATABASE_HTTP_URL: database.httpUrl }),
    )
    expect(await gate.find(hash('sha256', 'session of kai@example.org'))).toMatchObject({
      member: { email: 'kai@example.org' },
    })
  })

  test('keeps every waiting message readable', async () => {
    const { database } = state()
    const rows = await query<{ kind: string; payload: unknown }>(
      database,
      'select kind, payload from outbox where sent_at is null and dead_at is null',
    )
    expect(rows.map(({ kind }) => kind)).toContain('broadcast')
    expect(rows.filter(({ kind, payload }) => !parseMessage(kind, payload))).toEqual([])
  })

  test('sends each waiting message once', async () => {
    const { database, waiting } = state()
    const received = await deliverWaiting(database)
    expect(received.length).toBeGreaterThan(20)
    expect(new Set(received).size).toBe(received.length)
    expect(waiting).toEqual(expect.arrayContaining(received))
    expect(await waitingMessages(database)).toEqual([])
  })
}

/** Ids, without broadcasts: tests/faults/broadcasts.test.ts has the programme that these need. */
export async function waitingMessages(
  database: { databaseUrl: string },
  broadcast = 'broadcast',
): Promise<string[]> {
  const sql = `select id from outbox where kind <> '${broadcast}' and sent_at is null and dead_at is null`
  return (await query<{ id: string }>(database, sql)).map(({ id }) => id)
}

/** The outbox ids of the emails that three runs send, without broadcasts. Undo with `vi.unstubAllEnvs()`. */
async function deliverWaiting(database: TestDatabase): Promise<unknown[]> {
  await query(database, `delete from outbox where kind = 'broadcast'`)
  const mailbox = await startMailbox({ directory: null, port: 0 })
  const deliver = deliveryTo(database, mailbox)
  for (let round = 0; round < 3; round++) {
    await letLeasesAndPausesEnd(database)
    await deliver()
  }
  const received = await mailbox.store.list()
  await mailbox.close()
  return received.map(({ Metadata }) => Metadata.outbox_id)
}

/** Of each table, how many rows it has, and an MD5 of their values in these columns or expressions, in order. */
export async function fingerprint(database: { databaseUrl: string }, columns: Columns): Promise<Tables> {
  const tables = [...columns].map(async ([table, names]) => {
    const [row] = await query<{ rows: number; md5: string }>(
      database,
      `select count(*)::int as rows, md5(coalesce(string_agg(line, E'\\n' order by line), '')) as md5
       from (select row(${names.join(', ')})::text as line from ${table}) lines`,
    )
    return [table, row] as const
  })
  return new Map(await Promise.all(tables))
}

/** The columns of each table but that of migrations, quoted, in their order. */
export async function readColumns(database: { databaseUrl: string }): Promise<Columns> {
  const rows = await query<{ name: string; columns: string[] }>(
    database,
    `select table_name as name, array_agg(quote_ident(column_name) order by ordinal_position) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations'
     group by 1 order by 1`,
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

export type Columns = ReadonlyMap<string, readonly string[]>
export type Tables = ReadonlyMap<string, { rows: number; md5: string } | undefined>

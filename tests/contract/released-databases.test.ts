import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { newerMessage, readMigrations } from '../../db/migration-files.ts'
import { migrate, type MigrationResult } from '../../db/migrator.ts'
import { differences, SCHEMA } from '../../scripts/doctor/schema.ts'
import {
  fingerprint,
  readColumns,
  RELEASED,
  restoreReleased,
  serve,
  testPeopleAndMail,
  VERSIONS,
  waitingMessages,
  type Tables,
} from '../support/released-database.ts'
import { everyRow, query } from '../support/query.ts'
import type { TestDatabase } from '../support/test-databases.ts'

test('every version that added migrations has a database', async () => {
  const files = VERSIONS.map(({ name }) => `${name}.sql.gz`)
  expect(await readdir(RELEASED)).toEqual(expect.arrayContaining(files))
})

/** What later migrations replaced, and why code of 1.0 can live with it. */
const REPLACED = {
  account_history: 'also has changes of groups and of passkeys',
  active_sessions: 'also says when a passkey was used',
  members: 'also has groups and pending deletions',
  people: 'also has groups',
  'find_decision(event_id bigint)': 'also keeps quiet about what was undone in time',
  'invite(people jsonb, actor text)': 'takes a role and groups as well, which code of 1.0 doesn’t send',
  'reconcile_after_restore(older_than interval)': 'also says that the database is no copy any more',
  'session_admin_email(session_hash text)':
    'wants a passkey where the site does, which code of 1.0 can’t say',
}

describe.each(VERSIONS)('a database of $version', ({ name, newest }) => {
  let database: TestDatabase
  let before: Tables
  let after: Tables
  let result: MigrationResult
  let schemas: Record<'released' | 'migrated', string[]>
  let waiting: string[]

  beforeAll(async () => {
    database = await serve(await restoreReleased(name))
    const columns = await readColumns(database)
    before = await fingerprint(database, columns)
    waiting = await waitingMessages(database)
    const released = await schemaLines(database)
    result = await migrate(database.databaseUrl)
    schemas = { released, migrated: await schemaLines(database) }
    after = await fingerprint(database, columns)
  })
  afterAll(() => database.close())
  afterEach(() => void vi.unstubAllEnvs())

  test('gets the migrations of later versions only', async () => {
    const files = await readMigrations(join(import.meta.dirname, '../../db/migrations'))
    const later = files.map(({ name }) => name).filter((name) => name > newest)
    expect(result).toEqual({ applied: later, newer: [] })
  })

  test('keeps every row of every table', () => {
    for (const [table, found] of before) expect(found?.rows, table).toBeGreaterThan(0)
    expect(after).toEqual(before)
  })

  test('still has all that its code uses', () => {
    const replaced = differences(schemas.released, schemas.migrated)
      .filter((difference) => !/^\w+(?:, lanai_\w+)? (?:has also|was added) /.test(difference))
      .map((difference) => difference.replace(/ (?:has|is|was) .*/, ''))
    expect(replaced).toEqual(Object.keys(REPLACED))
  })

  testPeopleAndMail(() => ({ database, waiting }))
})

async function schemaLines(of: TestDatabase): Promise<string[]> {
  return (await query<{ line: string }>(of, SCHEMA)).map(({ line }) => line)
}

test.each([
  [
    'with a migration that isn’t in any version',
    `insert into schema_migrations (name, checksum) values ('0023_own.sql', 'x')`,
    /^This database has 0023_own\.sql, which isn’t in db\/migrations\. Nothing was changed\. Put that file back .*code that made/,
  ],
  [
    'with an unreleased state of a migration',
    `update schema_migrations set checksum = 'x' where name = '0021_deadlines.sql'`,
    /^Migration 0021_deadlines\.sql was edited after it was applied\. Nothing was changed\. .*use the code that made the database/,
  ],
])('a database %s is refused and isn’t changed', async (_, change, message) => {
  const database = await restoreReleased('1.0')
  await query(database, change)
  const before = await everyRow(database)
  await expect(migrate(database.databaseUrl)).rejects.toThrow(message)
  expect(await everyRow(database)).toBe(before)
  await database.close()
})

test('a database of a later version isn’t changed', async () => {
  const database = await restoreReleased('1.0')
  await migrate(database.databaseUrl)
  await query(database, `insert into schema_migrations (name, checksum) values ('9000_later.sql', 'x')`)
  const before = await everyRow(database)
  const { newer } = await migrate(database.databaseUrl)
  expect(newerMessage(newer)).toBe(
    `The database is newer than this code. A version of Lanai after ${VERSIONS.at(-1)?.version} changed it: it also has 9000_later.sql.`,
  )
  expect(await everyRow(database)).toBe(before)
  await database.close()
})

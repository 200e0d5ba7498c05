import { afterAll, beforeAll, beforeEach, expect, test, vi, type MockInstance } from 'vitest'
import { migrateCommand } from '../../db/migrate.ts'
import { query } from '../support/query.ts'
import { startEmptyDatabase, type TestDatabase } from '../support/test-databases.ts'

let database: TestDatabase
let said: MockInstance<typeof console.log>
let complained: MockInstance<typeof console.error>

beforeAll(async () => {
  database = await startEmptyDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  said = vi
    .spyOn(console, 'log')
    .mockReset()
    .mockImplementation(() => undefined)
  complained = vi
    .spyOn(console, 'error')
    .mockReset()
    .mockImplementation(() => undefined)
})

test('says what it applied, then that there is nothing to do', async () => {
  expect(await run([])).toBe(0)
  expect(said.mock.lastCall?.[0]).toMatch(/^Applied 0001_members\.sql, /)
  expect(await run([])).toBe(0)
  expect(said.mock.lastCall).toEqual(['The database is up to date.'])
  expect(await run(['--json'])).toBe(0)
  expect(said.mock.lastCall).toEqual(['{"applied":[],"newer":[]}'])
})

test('after a rollback of the code it says that the database is newer, and what to do', async () => {
  await query(database, `insert into schema_migrations (name, checksum) values ('9000_more.sql', '')`)
  expect(await run([])).toBe(0)
  expect(said.mock.lastCall?.[0]).toMatch(
    /^The database is newer than this code: it has 9000_more\.sql .* Deploy the newer code/,
  )
  await query(database, `delete from schema_migrations where name = '9000_more.sql'`)
})

test('--help needs no database', async () => {
  expect(await migrateCommand(['--help'], {})).toBe(0)
  expect(said.mock.lastCall?.[0]).toContain('Usage: npm run migrate')
})

test('wrong arguments: exit status 2 and how to call it', async () => {
  expect(await run(['--down'])).toBe(2)
  expect(complained.mock.lastCall?.[0]).toContain('Usage: npm run migrate')
})

test('a database that does not answer: one line, exit status 1', async () => {
  expect(await migrateCommand([], { DATABASE_URL: 'postgres://x:y@127.0.0.1:1/x' })).toBe(1)
  expect(complained.mock.calls).toEqual([['connect ECONNREFUSED 127.0.0.1:1']])
})

function run(args: string[]) {
  return migrateCommand(args, { DATABASE_URL: database.databaseUrl })
}

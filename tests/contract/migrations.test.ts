import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { migrateCommand } from '../../db/migrate.ts'
import { migrate } from '../../db/migrator.ts'
import { query } from '../support/query.ts'
import { createDatabase, type TestDatabase } from '../support/test-databases.ts'

let database: Pick<TestDatabase, 'databaseUrl' | 'roleUrls' | 'close'>
let directory: string

beforeAll(async () => {
  const { url: databaseUrl, roleUrls, close } = await createDatabase('empty')
  database = { databaseUrl, roleUrls, close }
})
afterAll(() => database.close())

beforeEach(async () => {
  await query(database, 'drop schema public cascade; create schema public')
  directory = await mkdtemp(join(tmpdir(), 'lanai-migrations-'))
  await add('0001_members.sql', 'create table members (id int)')
  await add('0002_sessions.sql', 'create table sessions (id int)')
})
afterEach(() => rm(directory, { recursive: true }))

test('concurrent runs apply each migration once', async () => {
  const runs = await Promise.all([migrateCopy(), migrateCopy(), migrateCopy()])
  const names = (await applied()).map(({ name }) => name)
  expect(runs.flatMap((run) => run.applied).sort()).toEqual(names)
  expect(names).toEqual(['0001_members.sql', '0002_sessions.sql'])
  expect(await migrateCopy()).toEqual({ applied: [], newer: [] })
})

test('a login without the owner’s rights is told which login it needs', async () => {
  await migrate(database.databaseUrl)
  await query(database, `create role stranger login password 'x'`)
  const stranger = Object.assign(new URL(database.databaseUrl), { username: 'stranger', password: 'x' }).href
  for (const url of [database.roleUrls.lanai_app, stranger])
    await expect(migrate(url)).rejects.toThrow(
      /can’t change the database\. Set DATABASE_URL to the connection string of the owner/,
    )
  await query(database, 'drop role stranger')
})

test.each([
  ['select 1;\n\nselect nothing from members', ':3: column "nothing" does not exist'],
  ['create table half (id int); select 1 / 0', ': division by zero'],
  [
    'create table a (id int primary key); insert into a values (1), (1)',
    ': duplicate key value violates unique constraint "a_pkey" (Key (id)=(1) already exists.)',
  ],
])('a failing migration leaves nothing behind: %j', async (sql, complaint) => {
  await migrateCopy()
  await add('9000_good.sql', 'create table good (id int)')
  await add('9001_bad.sql', sql)
  await expect(migrateCopy()).rejects.toThrow(`Migration failed at 9001_bad.sql${complaint}`)
  const tables = `select to_regclass('half') as half, to_regclass('a') as a, to_regclass('good') as good`
  expect(await query(database, tables)).toEqual([{ half: null, a: null, good: null }])
})

test('owners who aren’t superusers can migrate two databases concurrently', async () => {
  const databases = await Promise.all([createDatabase('empty'), createDatabase('empty')])
  const urls = databases.map(({ url }) => new URL(url))
  for (const url of urls) {
    const superuser = { databaseUrl: url.href }
    const owner = `owner${url.pathname.slice(6)}`
    await query(superuser, `create role ${owner} login createrole password 'secret'`)
    await query(superuser, `alter database ${url.pathname.slice(1)} owner to ${owner}`)
    Object.assign(url, { username: owner, password: 'secret' })
  }
  const [first, second] = await Promise.all(urls.map(({ href }) => migrate(href)))
  expect(first?.applied).toContain('0022_submissions.sql')
  expect(second).toEqual(first)
  const register = `select register_member('a@b.co', '$argon2id$x', null)`
  await query({ databaseUrl: urls[0]?.href ?? '' }, register)
  for (const { close } of databases) await close()
})

describe('npm run migrate', () => {
  test('prints what it applied', async () => {
    expect(await run([])).toEqual(printed(0, /^Applied 0001_roles\.sql, /))
    expect(await run([])).toEqual(printed(0, /^The database is up to date\.$/))
    expect(await run(['--json'])).toEqual(printed(0, /^\{"applied":\[\],"newer":\[\]\}$/))
    await query(database, `insert into schema_migrations (name, checksum) values ('9000_more.sql', '')`)
    expect(await run([])).toEqual(printed(0, /newer than this code\..+ it also has 9000_more\.sql/))
  })

  test.each<[string[], number, RegExp]>([
    [['--help'], 0, /^Usage: npm run migrate/],
    [['--down'], 2, /Usage: npm run migrate/],
    [[], 1, /^connect ECONNREFUSED 127\.0\.0\.1:1$/],
  ])('without a database answers %j with exit status %i', async (args, status, said) => {
    expect(await run(args, 'postgres://x:y@127.0.0.1:1/x')).toEqual(printed(status, said))
  })
})

function add(name: string, sql: string) {
  return writeFile(join(directory, name), sql)
}

function migrateCopy() {
  return migrate(database.databaseUrl, directory)
}

function applied() {
  return query<{ name: string }>(database, 'select name, applied_at from schema_migrations order by name')
}

function printed(status: number, said: RegExp) {
  return { status, said: expect.stringMatching(said) as string }
}

/** @returns its exit status and what it printed. */
async function run(args: string[], databaseUrl = database.databaseUrl) {
  const print = vi.fn<(text: string) => void>()
  const printers = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation(print),
  )
  const status = await migrateCommand(args, { DATABASE_URL: databaseUrl })
  for (const printer of printers) printer.mockRestore()
  return { status, said: print.mock.calls.join('\n') }
}

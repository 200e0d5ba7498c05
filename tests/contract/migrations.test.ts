import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { query } from '../support/query.ts'
import { startEmptyDatabase, type TestDatabase } from '../support/test-databases.ts'

const LANDED = join(import.meta.dirname, '../../db/migrations')

describe('Migrations', () => {
  let database: TestDatabase
  let directory: string

  beforeAll(async () => {
    database = await startEmptyDatabase()
  })
  afterAll(() => database.close())

  beforeEach(async () => {
    await query(database, 'drop schema public cascade')
    await query(database, 'create schema public')
    directory = await mkdtemp(join(tmpdir(), 'lanai-migrations-'))
    await cp(LANDED, directory, { recursive: true })
  })
  afterEach(() => rm(directory, { recursive: true }))

  test('running them twice changes nothing', async () => {
    expect((await migrateCopy()).applied).not.toEqual([])
    const before = await applied()
    expect(await migrateCopy()).toEqual({ applied: [], newer: [] })
    expect(await applied()).toEqual(before)
  })

  test('of several runners at once, each migration is applied by one', async () => {
    const runs = await Promise.all([migrateCopy(), migrateCopy(), migrateCopy()])
    expect(runs.flatMap((run) => run.applied).sort()).toEqual((await applied()).map(({ name }) => name))
  })

  test('a new one is applied to a database in use', async () => {
    await migrateCopy()
    await writeFile(
      join(directory, '9000_more.sql'),
      'create table more (id int); insert into more values (1)',
    )
    expect(await migrateCopy()).toEqual({ applied: ['9000_more.sql'], newer: [] })
    expect(await query(database, 'select id from more')).toEqual([{ id: 1 }])
  })

  test('a failing one leaves nothing behind, and those before it stay', async () => {
    await writeFile(join(directory, '9000_good.sql'), 'create table good (id int)')
    await writeFile(join(directory, '9001_bad.sql'), 'create table half (id int); select 1 / 0')
    await expect(migrateCopy()).rejects.toThrow(/^Migration failed at 9001_bad\.sql: division by zero/)
    expect(await query(database, `select to_regclass('half') as half, to_regclass('good') as good`)).toEqual([
      { half: null, good: 'good' },
    ])
  })

  test.each([
    ['select 1;\n\nselect nothing from users', ':3: column "nothing" does not exist'],
    ['-- 張🌺\ncreate table a (\n  oops oops\n)', ':3: type "oops" does not exist'],
    [
      'create table a (id int primary key); insert into a values (1), (1)',
      ': duplicate key value violates unique constraint "a_pkey" (Key (id)=(1) already exists.)',
    ],
  ])('a mistake is named by file, and by line where PostgreSQL knows it: %j', async (sql, told) => {
    await writeFile(join(directory, '9000_bad.sql'), sql)
    await expect(migrateCopy()).rejects.toThrow(`Migration failed at 9000_bad.sql${told}`)
  })

  test('a database of the schema before the first release is refused with what to do', async () => {
    await query(
      database,
      `create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz default now());
       insert into schema_migrations (name, checksum) values ('0001_members.sql', 'x'), ('0004_approval.sql', 'x')`,
    )
    await expect(migrateCopy()).rejects.toThrow(
      'This database is of another version of Lanai: it has 0004_approval.sql, which db/migrations does not have. ' +
        'Nothing was changed.',
    )
  })

  test('one that was edited after it was applied is named and stops the run', async () => {
    await writeFile(join(directory, '9000_first.sql'), 'select 1')
    await migrateCopy()
    await writeFile(join(directory, '9000_first.sql'), 'select 2')
    await expect(migrateCopy()).rejects.toThrow(/9000_first\.sql was edited after it was applied/)
  })

  test('a database of another line of migrations is refused with what to do, and stays as it is', async () => {
    await migrateCopy()
    await rename(join(directory, '0001_members.sql'), join(directory, '0001_people.sql'))
    const before = await applied()
    await expect(migrateCopy()).rejects.toThrow(
      /^This database is of another version of Lanai: it has 0001_members\.sql, .*move the folder \.lanai away/,
    )
    expect(await applied()).toEqual(before)
  })

  test('a database that is ahead of the files is up to date for them, and what it has besides is said', async () => {
    await writeFile(join(directory, '9000_more.sql'), 'select 1')
    await migrateCopy()
    await rm(join(directory, '9000_more.sql'))
    expect(await migrateCopy()).toEqual({ applied: [], newer: ['9000_more.sql'] })
  })

  test('a file with another name than 0001_what_it_does.sql is refused', async () => {
    await writeFile(join(directory, 'oops.sql'), 'select 1')
    await expect(migrateCopy()).rejects.toThrow('oops.sql must be named like 0001_what_it_does.sql')
  })

  test('the schema explains itself: every table and view has a comment', async () => {
    await migrateCopy()
    const silent = await query(
      database,
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
         and obj_description(oid, 'pg_class') is null
`,
    )
    expect(silent).toEqual([])
  })

  test('the view of members holds no secret', async () => {
    await migrateCopy()
    const columns = await query(
      database,
      `select column_name as name from information_schema.columns where table_name = 'members' order by ordinal_position`,
    )
    expect(columns.map(({ name }) => name as string)).toEqual([
      'id',
      'email',
      'full_name',
      'avatar_url',
      'approval_status',
      'email_confirmed',
      'is_editor',
      'is_admin',
    ])
  })

  function migrateCopy() {
    return migrate(database.databaseUrl, directory)
  }

  function applied() {
    return query<{ name: string; applied_at: Date }>(
      database,
      'select name, applied_at from schema_migrations order by name',
    )
  }
})

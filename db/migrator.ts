import { join } from 'node:path'
import pg from 'pg'
import { findNewer, findUnknownMigration, readMigrations, type Migration } from './migration-files.ts'
import { readFile } from 'node:fs/promises'

export const MIGRATIONS_DIRECTORY = join(import.meta.dirname, 'migrations')
const CONNECT_TIMEOUT_MS = 10_000

/**
 * A second runner waits for a long migration, but waiting for a table's lock would block the site's queries. The runner's lock
 * belongs to the transaction and not to the session, because a pooler may switch sessions.
 */
const BEGIN = `
  begin;
  set local lock_timeout = '2min';
  select pg_advisory_xact_lock(5417221);
  set local lock_timeout = '3s';
  create table if not exists schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`

// Insufficient privilege, and no schema to create in.
const FORBIDDEN_STATES = ['42501', '3F000']
const NOT_THE_OWNER =
  'This login can’t change the database. Set DATABASE_URL to the connection string of the owner, who created the tables.'

/**
 * Applies pending migrations in one transaction: all or none. Idempotent; a second runner waits for the first.
 * @throws MigrationError when a migration fails, an applied one was edited, or the database belongs to another history of
 * migrations.
 */
export async function migrate(
  databaseUrl: string,
  directory = MIGRATIONS_DIRECTORY,
): Promise<MigrationResult> {
  const files = await readMigrations(directory)
  return asMigrator(databaseUrl, async (client) => {
    const migrations = await carryOver(client, files)
    const known = await readRecord(client)
    const pending = findPending(known, migrations)
    await applyMigrations(client, pending)
    return {
      applied: pending.map(({ name }) => name),
      newer: findNewer([...known.keys()], migrations),
    }
  })
}

/**
 * One transaction in which no other migrator runs. It has the table of applied migrations.
 * @throws MigrationError for a login that isn't the owner's.
 */
export async function asMigrator<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  await client.connect()
  try {
    await client.query(BEGIN)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    if (cause instanceof pg.DatabaseError && FORBIDDEN_STATES.includes(cause.code ?? ''))
      throw new MigrationError(`${NOT_THE_OWNER} (${cause.message})`, { cause })
    throw cause
  } finally {
    await client.end()
  }
}

export async function applyMigrations(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  for (const migration of migrations) {
    await run(client, migration)
    const { name, checksum } = migration
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  }
}

export interface MigrationResult {
  applied: string[]
  newer: string[]
}

export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** A database of 0.1 gets the names of 1.0 and an empty record. Returns the migrations to go on with. */
async function carryOver(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const record = await readRecord(client)
  if (!FIRST_AND_LAST.every((name) => record.has(name))) return migrations
  const name = 'carry-over.sql'
  await run(client, { name, sql: await readFile(join(import.meta.dirname, name), 'utf8'), checksum: '' })
  return migrations.map(keepTables)
}

async function readRecord(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function findPending(known: ReadonlyMap<string, string>, migrations: Migration[]): Migration[] {
  const unknown = findUnknownMigration([...known.keys()], migrations)
  if (unknown !== undefined)
    throw new MigrationError(
      `This database has ${unknown}, which isn’t in db/migrations. Nothing was changed. Put that file back there, ${OTHER_CODE}`,
    )
  const edited = migrations.find(({ name, checksum }) => (known.get(name) ?? checksum) !== checksum)
  if (edited)
    throw new MigrationError(
      `Migration ${edited.name} was edited after it was applied. Nothing was changed. Restore it and add a new migration, ${OTHER_CODE}`,
    )
  return migrations.filter(({ name }) => !known.has(name))
}

const OTHER_CODE =
  'or use the code that made the database, or take an empty one (on one machine: move the folder .lanai away).'

async function run(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql)
  } catch (cause) {
    if (cause instanceof pg.DatabaseError && FORBIDDEN_STATES.includes(cause.code ?? '')) throw cause
    const why = describeFailure(migration, cause)
    throw new MigrationError(`Migration failed at ${why}. Nothing was changed.`, { cause })
  }
}

/** '0025_name.sql:3: column "x" does not exist', with the line if PostgreSQL gives a position. */
function describeFailure({ name, sql }: Migration, error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) return `${name}: ${String(error)}`
  const { message, position, where, detail, hint } = error
  // PostgreSQL counts code points from 1, JavaScript counts UTF-16 units.
  const before = Array.from(sql).slice(0, Number(position) - 1)
  const place = position === undefined ? name : `${name}:${before.filter((each) => each === '\n').length + 1}`
  const more = [where?.split('\n')[0], detail, hint].filter(Boolean).map((text) => ` (${text ?? ''})`)
  return `${place}: ${message}${more.join('')}`
}

// Of 0.1. Goes with 1.1, with `carry-over.sql`.
const FIRST_AND_LAST = ['0001_members.sql', '0018_submissions.sql']

// For a database that has the migration's tables and indexes.
function keepTables(migration: Migration): Migration {
  const sql = migration.sql
    .replaceAll(/^create (table|index|unique index) /gm, 'create $1 if not exists ')
    .replaceAll(/^create function /gm, 'create or replace function ')
  return { ...migration, sql }
}

import { join } from 'node:path'
import pg from 'pg'
import { findForeign, findNewer, readMigrations, type Migration } from './migration-files.ts'

const MIGRATIONS_DIRECTORY = join(import.meta.dirname, 'migrations')

/** An arbitrary number that every runner of these migrations agrees on. */
const LOCK_KEY = 5_417_221

/** A second runner waits for a long migration; a table lock must not queue up the site's own traffic. */
const RUNNER_LOCK_TIMEOUT_MS = 120_000
const TABLE_LOCK_TIMEOUT_MS = 3_000
const CONNECT_TIMEOUT_MS = 10_000

/**
 * Brings the database up to date. Running it again applies nothing; a second runner waits for the first. Each migration is
 * one transaction: a failing one leaves nothing behind and ends the run.
 *
 * The lock is held per transaction, not per connection, so that a pooler in between may hand out any connection.
 * @throws MigrationError when a migration fails, when one that was applied has been edited since, or when the database was
 * made by another line of migrations.
 */
export async function migrate(databaseUrl: string, directory = MIGRATIONS_DIRECTORY): Promise<Migrated> {
  const migrations = await readMigrations(directory)
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  await client.connect()
  try {
    const applied: string[] = []
    for (const migration of migrations) {
      if (await applyOnce(client, migration, migrations)) applied.push(migration.name)
    }
    return { applied, newer: findNewer([...(await readRecord(client)).keys()], migrations) }
  } finally {
    await client.end()
  }
}

export interface Migrated {
  /** The names of the migrations that this run has applied, in order. */
  applied: string[]
  /** Those the database has and this code does not know: another, newer version has been here. */
  newer: string[]
}

export class MigrationError extends Error {
  override name = 'MigrationError'
}

async function applyOnce(client: pg.Client, migration: Migration, all: Migration[]): Promise<boolean> {
  await client.query('begin')
  try {
    await takeTurn(client)
    const isNew = isNewTo(await readRecord(client), migration, all)
    if (isNew) await apply(client, migration)
    await client.query('commit')
    return isNew
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    if (cause instanceof MigrationError) throw cause
    const why = describeFailure(migration, cause)
    throw new MigrationError(`Migration failed at ${why}. Nothing of this file was kept.`, { cause })
  }
}

/** As `0021_name.sql:3: column "x" does not exist`, with the line where PostgreSQL gives a position. */
function describeFailure({ name, sql }: Migration, error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) return `${name}: ${String(error)}`
  const { message, position, where, detail, hint } = error
  // PostgreSQL counts characters from 1, JavaScript units of UTF-16.
  const before = Array.from(sql).slice(0, Number(position) - 1)
  const place = position === undefined ? name : `${name}:${before.filter((each) => each === '\n').length + 1}`
  const more = [where?.split('\n')[0], detail, hint].filter(Boolean).map((text) => ` (${text ?? ''})`)
  return `${place}: ${message}${more.join('')}`
}

async function takeTurn(client: pg.Client): Promise<void> {
  await client.query(`set local lock_timeout = ${String(RUNNER_LOCK_TIMEOUT_MS)}`)
  await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
  await client.query(`set local lock_timeout = ${String(TABLE_LOCK_TIMEOUT_MS)}`)
}

/** The checksum of each migration that the database has, by its name. */
async function readRecord(client: pg.Client): Promise<Map<string, string>> {
  // Asking first spares the "already exists, skipping" notice that `create … if not exists` would send every time.
  const known = await client.query(`select 1 where to_regclass('schema_migrations') is not null`)
  if (known.rowCount === 0) await client.query(CREATE_RECORD)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function isNewTo(record: Map<string, string>, { name, checksum }: Migration, all: Migration[]): boolean {
  const foreign = findForeign([...record.keys()], all)
  if (foreign !== undefined) {
    throw new MigrationError(
      `This database is of another version of Lanai: it has ${foreign}, which db/migrations does not have. Nothing was ` +
        'changed. Use that version, or an empty database (on one machine: move the folder .lanai away).',
    )
  }
  const applied = record.get(name)
  if (applied === undefined) return true
  if (applied === checksum) return false
  throw new MigrationError(
    `Migration ${name} was edited after it was applied. Restore it and write a new migration instead.`,
  )
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(migration.sql)
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
    migration.name,
    migration.checksum,
  ])
}

const CREATE_RECORD = `
  create table schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  );
  comment on table schema_migrations is 'Which files of db/migrations this database has, and their SHA-256.';
  comment on column schema_migrations.name is 'The file.';
  comment on column schema_migrations.checksum is 'Hex SHA-256 of its text: an applied file that was edited is refused.';
  comment on column schema_migrations.applied_at is 'When.';
`

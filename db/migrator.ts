import { join } from 'node:path'
import pg from 'pg'
import { carryOverSteps, needsCarryingOver } from './carry-over.ts'
import { findUnknownMigration, findNewer, readMigrations, type Migration } from './migration-files.ts'

const MIGRATIONS_DIRECTORY = join(import.meta.dirname, 'migrations')

const LOCK_KEY = 5_417_221

/** A second runner may wait for a long migration, but waiting for a table lock would block the site's queries. */
const RUNNER_LOCK_TIMEOUT_MS = 120_000
const TABLE_LOCK_TIMEOUT_MS = 3_000
const CONNECT_TIMEOUT_MS = 10_000

/** Insufficient privilege, and no schema to create in. */
const FORBIDDEN_STATES = ['42501', '3F000']
const NOT_THE_OWNER =
  'This login can’t change the database. Set DATABASE_URL to the connection string of the owner, who created the tables.'

/**
 * Applies pending migrations, each in a transaction. Idempotent; a second runner waits for the first.
 *
 * The lock is held per transaction and not per connection, because a pooler may switch connections in between.
 * @throws MigrationError when a migration fails, an applied one was edited, or the database belongs to another history of
 * migrations.
 */
export async function migrate(
  databaseUrl: string,
  directory = MIGRATIONS_DIRECTORY,
): Promise<MigrationResult> {
  const migrations = await readMigrations(directory)
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  await client.connect()
  try {
    const applied = (await carryOverOnce(client, migrations)) ? migrations.map(({ name }) => name) : []
    for (const migration of migrations) {
      if (await applyOnce(client, migration, migrations)) applied.push(migration.name)
    }
    return { applied, newer: findNewer([...(await readRecord(client)).keys()], migrations) }
  } finally {
    await client.end()
  }
}

export interface MigrationResult {
  /** Names of the migrations applied by this run, in order. */
  applied: string[]
  /** Names of applied migrations that are newer than this code. */
  newer: string[]
}

export class MigrationError extends Error {
  override name = 'MigrationError'
}

async function applyOnce(client: pg.Client, migration: Migration, all: Migration[]): Promise<boolean> {
  return inTransaction(client, async () => {
    const isNew = isNewTo(await readRecord(client), migration, all)
    if (isNew) await apply(client, migration)
    return isNew
  })
}

/** All or nothing, because code works with the names of before or with those of after. */
async function carryOverOnce(client: pg.Client, migrations: Migration[]): Promise<boolean> {
  return inTransaction(client, async () => {
    const isNeeded = needsCarryingOver([...(await readRecord(client)).keys()])
    const [rename, ...rest] = isNeeded ? await carryOverSteps(migrations) : []
    if (rename) await run(client, rename)
    for (const migration of rest) await apply(client, migration)
    return isNeeded
  })
}

/** Alone: a second runner waits. @returns what the work does; undone when it fails. */
async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin')
  try {
    await acquireLock(client)
    const result = await work()
    await client.query('commit')
    return result
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    if (cause instanceof pg.DatabaseError && FORBIDDEN_STATES.includes(cause.code ?? ''))
      throw new MigrationError(`${NOT_THE_OWNER} (${cause.message})`, { cause })
    throw cause
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

async function acquireLock(client: pg.Client): Promise<void> {
  await client.query(`set local lock_timeout = ${String(RUNNER_LOCK_TIMEOUT_MS)}`)
  await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
  await client.query(`set local lock_timeout = ${String(TABLE_LOCK_TIMEOUT_MS)}`)
}

async function readRecord(client: pg.Client): Promise<Map<string, string>> {
  // Avoids the "already exists, skipping" notice of `create … if not exists`.
  const known = await client.query(`select 1 where to_regclass('schema_migrations') is not null`)
  if (known.rowCount === 0) await client.query(CREATE_RECORD)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function isNewTo(record: Map<string, string>, { name, checksum }: Migration, all: Migration[]): boolean {
  const foreign = findUnknownMigration([...record.keys()], all)
  if (foreign !== undefined) {
    throw new MigrationError(
      `This database belongs to another version of Lanai: it has ${foreign}, which isn’t in db/migrations. Nothing was ` +
        'changed. Use that version, or an empty database (on one machine: move the folder .lanai away).',
    )
  }
  const applied = record.get(name)
  if (applied === undefined) return true
  if (applied === checksum) return false
  throw new MigrationError(
    `Migration ${name} was edited after it was applied. Restore it and add a new migration.`,
  )
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await run(client, migration)
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
    migration.name,
    migration.checksum,
  ])
}

async function run(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql)
  } catch (cause) {
    if (cause instanceof pg.DatabaseError && FORBIDDEN_STATES.includes(cause.code ?? '')) throw cause
    const why = describeFailure(migration, cause)
    throw new MigrationError(`Migration failed at ${why}. It was rolled back.`, { cause })
  }
}

const CREATE_RECORD = `
  create table schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  );
  comment on table schema_migrations is 'Applied migrations.';
  comment on column schema_migrations.checksum is 'Hex SHA-256 of the file, to refuse applied files that were edited.';
`

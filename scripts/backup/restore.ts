import { createReadStream, existsSync, readdirSync, rmSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Store } from '@netlify/blobs'
import pMap from 'p-map'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Cell } from '../../db/admin/commands/command.ts'
import { readMigrations, type Migration } from '../../db/migration-files.ts'
import { applyMigrations, asMigrator, MIGRATIONS_DIRECTORY } from '../../db/migrator.ts'
import { DOTENV, findDataFolder, findDatabaseUrl, readDotenv } from '../../db/stack-file.ts'
import { removedAtEnd, unpack, type Manifest } from './archive.ts'
import { pictureFile, tableFile } from './backup.ts'
import { listPictures, PICTURES_AT_ONCE, openLocalPictures, openPicturesAtNetlify } from './pictures.ts'
import { startBlobs } from '../../netlify/local/blobs.ts'
import { openDataFolder } from '../../netlify/local/data-folder.ts'
import { startPostgres } from '../../netlify/local/postgres.ts'

const TABLES = `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`

/** For each identity column, the statement that goes on after its highest number. */
const IDENTITIES = `
  select format(
    'select setval(%L, coalesce(max(%2$I), 1), max(%2$I) is not null) from public.%3$I',
    pg_get_serial_sequence(format('public.%I', relname), attname), attname, relname
  ) as statement
  from pg_attribute join pg_class c on c.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attidentity <> ''`

/** @throws Error when the file, or what it is restored into, isn't as it has to be. */
export async function restore(
  file: string,
  env: NodeJS.ProcessEnv,
  { dotenv = DOTENV, directory = MIGRATIONS_DIRECTORY } = {},
) {
  using folder = removedAtEnd(await mkdtemp(join(tmpdir(), 'lanai-restore-')))
  const manifest = await unpack(file, folder.path)
  const migrations = sortMigrations(file, manifest, await readMigrations(directory))
  const savedSettings = join(folder.path, '.env')

  await using target = await openTarget(env, existsSync(dotenv) ? dotenv : savedSettings)
  const { leftOut, messages } = await asMigrator(target.databaseUrl, async (client) => {
    await refuseTables(client)
    await applyMigrations(client, migrations.ofBackup)
    const leftOut = await copyRows(client, folder.path, manifest.tables)
    await applyMigrations(client, migrations.newer)
    const messages = await client.query<Record<string, Cell>>('select * from reconcile_after_restore()')
    // Last, because only the database forgets what was done when something fails. It is idle meanwhile.
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await storePictures(target.pictures, folder.path, manifest.pictures)
    return { leftOut, messages }
  })
  target.keep()
  return {
    made: new Date(manifest.createdAt),
    version: manifest.version,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    pictures: manifest.pictures.length,
    migrations: migrations.newer.map(({ name }) => name).join(', ') || null,
    left_out: leftOut.join(', ') || null,
    settings: existsSync(savedSettings) ? await putBackSettings(savedSettings, dotenv) : null,
    messages: { fields: messages.fields.map(({ name }) => name), rows: messages.rows },
  }
}

function sortMigrations(file: string, { version, migrations }: Manifest, ours: Migration[]) {
  const checksums = new Map(ours.map(({ name, checksum }) => [name, checksum]))
  const other = migrations.find(({ name, checksum }) => checksums.get(name) !== checksum)
  if (other)
    throw new Error(
      `Lanai ${version} made ${file}, and this code doesn’t have its ${other.name}. Restore it with that version or a later one. ` +
        'Nothing was changed.',
    )
  const names = new Set(migrations.map(({ name }) => name))
  return {
    ofBackup: ours.filter(({ name }) => names.has(name)),
    newer: ours.filter(({ name }) => !names.has(name)),
  }
}

async function readTables(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(TABLES)
  return new Set(rows.map(({ name }) => name))
}

async function refuseTables(client: pg.Client): Promise<void> {
  // The migrator has just made its own table.
  const [first] = (await readTables(client)).difference(new Set(['schema_migrations']))
  if (first)
    throw new Error(
      `The database isn’t empty: it has a table ${first}. Set DATABASE_URL to an empty one. Nothing was changed.`,
    )
}

/** Returns the tables that no migration makes. */
async function copyRows(client: pg.Client, folder: string, tables: Manifest['tables']): Promise<string[]> {
  const known = await readTables(client)
  const ours = tables.filter(({ name }) => known.has(name))
  const names = ours.map(({ name }) => tableName(name))
  const setTriggers = (state: 'enable' | 'disable') =>
    client.query(names.map((name) => `alter table ${name} ${state} trigger user`).join(';'))

  await setTriggers('disable')
  // What migrations have inserted, such as their own record.
  await client.query(`truncate ${names.join(', ')}`)
  for (const { name, columns, rows } of ours) {
    const list = columns.map(pg.escapeIdentifier).join(', ')
    const copy = client.query(copyFrom(`copy ${tableName(name)} (${list}) from stdin (format csv, header)`))
    await pipeline(createReadStream(join(folder, tableFile(name))), copy)
    if (copy.rowCount !== rows)
      throw new Error(`${name} got ${copy.rowCount} rows in place of ${rows}. Nothing was changed.`)
  }
  await setTriggers('enable')
  const { rows: identities } = await client.query<{ statement: string }>(IDENTITIES)
  await client.query(identities.map(({ statement }) => statement).join(';'))
  return tables.filter(({ name }) => !known.has(name)).map(({ name }) => name)
}

function tableName(name: string): string {
  return `public.${pg.escapeIdentifier(name)}`
}

/** Each key is written once, so what is there is right. */
async function storePictures(store: Store, folder: string, keys: readonly string[]): Promise<void> {
  const missing = new Set(keys).difference(await listPictures(store))
  await pMap(
    missing,
    async (key) => store.set(key, new Blob([new Uint8Array(await readFile(join(folder, pictureFile(key))))])),
    { concurrency: PICTURES_AT_ONCE },
  )
}

async function putBackSettings(saved: string, dotenv: string): Promise<string> {
  try {
    await writeFile(dotenv, await readFile(saved), { flag: 'wx', mode: 0o600 })
    return 'put back into .env'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return code === 'EEXIST' ? 'not put back, because there is a .env' : `not put back into .env (${code})`
  }
}

/**
 * Where a backup is restored into. A new data folder is removed again, unless `keep` was called.
 * @param dotenv the settings of the portal once it is restored.
 */
async function openTarget(env: NodeJS.ProcessEnv, dotenv: string): Promise<Target> {
  const databaseUrl = env.DATABASE_URL ? findDatabaseUrl(env) : null
  if (!databaseUrl && readDotenv(dotenv).DATABASE_URL) throw new Error(DATABASE_IN_DOTENV)
  const atNetlify = databaseUrl ? openPicturesAtNetlify(env) : null
  if (databaseUrl && atNetlify)
    return {
      databaseUrl,
      pictures: atNetlify,
      keep: () => undefined,
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }
  const folder = findDataFolder(env, dotenv)
  if (databaseUrl && !folder) throw new Error(NO_PLACE_FOR_PICTURES)
  return openNewFolder(folder ?? '.lanai', databaseUrl)
}

const DATABASE_IN_DOTENV =
  '.env has a DATABASE_URL, which the portal would use. Set it for this command, too, or use another .env. Nothing was changed.'
const NO_PLACE_FOR_PICTURES =
  'Where do the pictures go? For a site at Netlify, set NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN, too; for a portal on one machine, ' +
  'LANAI_DATA. Nothing was changed.'

async function openNewFolder(path: string, databaseUrl: string | null): Promise<Target> {
  const isThere = existsSync(path)
  if (isThere && readdirSync(path).length > 0)
    throw new Error(
      `The data folder ${path} isn’t empty. Choose a new one in LANAI_DATA. Nothing was changed.`,
    )
  let isKept = false
  await using opened = new AsyncDisposableStack()
  opened.defer(() => {
    if (isKept) return
    const made = isThere ? readdirSync(path).map((name) => join(path, name)) : [path]
    for (const each of made) rmSync(each, { recursive: true, force: true })
  })
  const folder = openDataFolder(path)
  const closing = <T extends { close(): Promise<void> }>(service: T) =>
    opened.adopt(service, () => service.close())
  const { postgres: directory, password } = folder
  const server = databaseUrl
    ? { url: databaseUrl }
    : closing(await startPostgres({ directory, port: 0, password, isDurable: true }))
  const blobs = closing(await startBlobs({ directory: folder.blobs }))
  const owned = opened.move()
  return {
    databaseUrl: server.url,
    pictures: openLocalPictures(blobs.context),
    keep: () => void (isKept = true),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

interface Target extends AsyncDisposable {
  databaseUrl: string
  pictures: Store
  keep: () => void
}

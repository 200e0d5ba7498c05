import { createWriteStream, existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Store } from '@netlify/blobs'
import pMap from 'p-map'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import project from '../../package.json' with { type: 'json' }
import { DOTENV, findDatabaseUrl, NO_DATABASE, readStackFile } from '../../db/stack-file.ts'
import { pack, removedAtEnd, sha256Of, type Manifest } from './archive.ts'
import { listPictures, openLocalPictures, openPicturesAtNetlify, PICTURES_AT_ONCE } from './pictures.ts'

const CONNECT_TIMEOUT_MS = 10_000

/** One state of all tables. In ISO, every server reads a time in the same way. */
const BEGIN = `begin isolation level repeatable read, read only; set local datestyle = 'ISO'; set local timezone = 'UTC'`

/** A table comes after those that it references. The depth ends a cycle among tables of somebody's own. */
const TABLES = `
  with recursive depths as (
    select oid, 0 as depth from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    union
    select conrelid, depth + 1 from pg_constraint join depths on confrelid = depths.oid
    where contype = 'f' and conrelid <> confrelid and depth < 30
  )
  select relname as name, (
    select array_agg(attname::text order by attnum) from pg_attribute
    where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
  ) as columns
  from pg_class c
  where relnamespace = 'public'::regnamespace and relkind = 'r'
  order by (select max(depth) from depths where depths.oid = c.oid), name`

const NOT_READABLE =
  'This login can’t read every table. Set DATABASE_URL to the connection string of the owner, who created the tables.'

/** @throws Error when there is such a file, and when the database or the pictures can't be read. */
export async function backup(file: string, env: NodeJS.ProcessEnv, dotenv = DOTENV) {
  const portal = findPortal(env)
  if (existsSync(file)) throw new Error(`There is already a file "${file}". Choose another name.`)
  // Beside the file, so that the archive only has to be renamed.
  using folder = removedAtEnd(`${file}.partial`)
  await rm(folder.path, { recursive: true, force: true })
  await mkdir(folder.path, { mode: 0o700 })
  for (const name of ['tables', 'pictures']) await mkdir(join(folder.path, name))

  const keys = await copyPictures(portal.pictures, folder.path, [])
  const database = await copyTables(portal.databaseUrl, folder.path)
  // Those that members chose meanwhile, which the tables may show.
  const pictures = [...keys, ...(await copyPictures(portal.pictures, folder.path, keys))]
  const hasSettings = portal.isLocal && existsSync(dotenv)
  if (hasSettings) await copyFile(dotenv, join(folder.path, '.env'))

  const names = [
    ...database.tables.map(({ name }) => tableFile(name)),
    ...pictures.map(pictureFile),
    ...(hasSettings ? ['.env'] : []),
  ]
  const sums = await pMap(names, async (name) => [name, await sha256Of(join(folder.path, name))] as const, {
    concurrency: 8,
  })
  const { version } = project
  const made = { version, createdAt: new Date().toISOString() }
  const archive = join(folder.path, 'archive')
  await pack(folder.path, { ...made, ...database, pictures, files: Object.fromEntries(sums) }, archive)
  await rename(archive, file)
  return {
    file,
    megabytes: Number(((await stat(file)).size / 1e6).toFixed(1)),
    rows: database.tables.reduce((sum, { rows }) => sum + rows, 0),
    pictures: pictures.length,
    settings: hasSettings ? '.env' : null,
  }
}

export function tableFile(table: string): string {
  return `tables/${table}.csv`
}

/** All in one folder, because thousands of folders take long. */
export function pictureFile(key: string): string {
  return `pictures/${encodeURIComponent(key)}`
}

function findPortal(env: NodeJS.ProcessEnv) {
  const databaseUrl = findDatabaseUrl(env)
  if (!databaseUrl) throw new Error(NO_DATABASE)
  const local = readStackFile(env)
  const context = local?.databaseUrl === databaseUrl ? local.env?.NETLIFY_BLOBS_CONTEXT : undefined
  const pictures = context ? openLocalPictures(context) : openPicturesAtNetlify(env)
  if (!pictures)
    throw new Error('Set NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN, too: the pictures aren’t in the database.')
  return { databaseUrl, pictures, isLocal: Boolean(context) }
}

async function copyTables(
  databaseUrl: string,
  folder: string,
): Promise<Pick<Manifest, 'migrations' | 'tables'>> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  await client.connect()
  try {
    await client.query(BEGIN)
    const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
      'select name, checksum from public.schema_migrations order by name',
    )
    const { rows: tables } = await client.query<{ name: string; columns: string[] }>(TABLES)
    const copies: ((typeof tables)[number] & { rows: number })[] = []
    for (const { name, columns } of tables) {
      const list = columns.map(pg.escapeIdentifier).join(', ')
      const rows = client.query(
        copyTo(`copy public.${pg.escapeIdentifier(name)} (${list}) to stdout (format csv, header)`),
      )
      await pipeline(rows, createWriteStream(join(folder, tableFile(name))))
      // Known once the server is ready for the next statement.
      await client.query('select')
      copies.push({ name, columns, rows: rows.rowCount })
    }
    return { migrations, tables: copies }
  } catch (cause) {
    if (cause instanceof pg.DatabaseError && cause.code === '42501') throw new Error(NOT_READABLE, { cause })
    throw cause
  } finally {
    await client.end()
  }
}

/** Copies all but the known ones, and returns their keys. */
async function copyPictures(store: Store, folder: string, known: readonly string[]): Promise<string[]> {
  const keys = (await listPictures(store)).difference(new Set(known))
  const copied = await pMap(
    keys,
    async (key) => {
      // null when a member has replaced it since.
      const picture = (await store.get(key, { type: 'arrayBuffer' })) as ArrayBuffer | null
      if (!picture) return []
      await writeFile(join(folder, pictureFile(key)), new Uint8Array(picture))
      return [key]
    },
    { concurrency: PICTURES_AT_ONCE },
  )
  return copied.flat()
}

import { spawn } from 'node:child_process'
import { hash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import * as tar from 'tar'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createAvatarStore } from '#src/server/vendors/blobs.ts'
import type { AvatarStore } from '#src/server/vendors/ports.ts'
import { readMigrations } from '../../db/migration-files.ts'
import { migrate, MIGRATIONS_DIRECTORY } from '../../db/migrator.ts'
import { startBlobs } from '../../netlify/local/blobs.ts'
import { openDataFolder } from '../../netlify/local/data-folder.ts'
import { startPostgres } from '../../netlify/local/postgres.ts'
import type { Manifest } from '../../scripts/backup/archive.ts'
import { backup } from '../../scripts/backup/backup.ts'
import { backupCommands } from '../../scripts/admin.ts'
import { restore } from '../../scripts/backup/restore.ts'
import { SCHEMA } from '../../scripts/doctor/schema.ts'
import { runCli } from '../support/admin-cli.ts'
import { useFolder } from '../support/folder.ts'
import { bareEnv } from '../support/npm-script.ts'
import { query } from '../support/query.ts'
import { fingerprint, readColumns, restoreReleased } from '../support/released-database.ts'
import { createDatabase } from '../support/test-databases.ts'

const ADMIN = join(import.meta.dirname, '../../scripts/admin.ts')

const folder = useFolder()
const file = join(folder, 'lanai.tar.gz')
const dotenv = join(folder, 'settings')
const SETTINGS = 'HEALTH_SECRET="a b"\n'
const pictures = new Map(
  Array.from({ length: 3 }, () => [`${randomUUID()}/avatar.0.webp`, randomBytes(2000)]),
)

/** What CSV has to escape, and older servers take for the end of the rows. */
const NASTY = 'a "quoted", text\n\\.\n\\N\r\n\tʻŌhiʻa 🌺'

let portal: Awaited<ReturnType<typeof startPortal>>
let made: Awaited<ReturnType<typeof backup>>
beforeAll(async () => {
  portal = await startPortal()
  await writeFile(dotenv, SETTINGS)
  made = await backup(file, portal.env, dotenv)
})
afterAll(() => portal.close())

describe('a backup', () => {
  test('can be read by its owner alone', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('says what it has', async () => {
    const [users] = await query<{ count: number }>(portal, 'select count(*)::int from users')
    expect(made).toMatchObject({ file, pictures: 3, settings: '.env' })
    expect(made.rows).toBeGreaterThan(users?.count ?? NaN)
  })

  test('isn’t written over a file', async () => {
    const before = readFileSync(file)
    expect(await run(['backup', file], portal.env)).toEqual(failure(/^There is already a file /))
    expect(readFileSync(file)).toEqual(before)
  })

  test.each<[string, (site: NodeJS.ProcessEnv) => NodeJS.ProcessEnv, RegExp]>([
    ['no portal', () => ({}), /^No database found\./],
    [
      'a database without its pictures',
      () => ({ DATABASE_URL: portal.databaseUrl }),
      /^Set NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN, too/,
    ],
    [
      'a wrong token',
      (site) => ({ ...site, DATABASE_URL: portal.databaseUrl, NETLIFY_AUTH_TOKEN: 'x' }),
      /^Can’t list the pictures: .+403.+ check NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN\.$/m,
    ],
    [
      'a login that may not read everything',
      (site) => ({ ...site, DATABASE_URL: portal.roleUrls.lanai_admin }),
      /^This login can’t read every table\./,
    ],
  ])('is refused for %s', async (_, env, complaint) => {
    const [refused, site] = [join(folder, 'refused.tar.gz'), await startSite()]
    expect(await run(['backup', refused], { LANAI_DATA: newFolder(), ...env(site.env) })).toEqual(
      failure(complaint),
    )
    await site.close()
    expect(readdirSync(folder).filter((name) => name.startsWith('refused'))).toEqual([])
  })

  test('shows one moment while members write', async () => {
    const stop = new AbortController()
    const writing = (async () => {
      for (let n = 0; !stop.signal.aborted; n++)
        await query(portal, `select register_member($1, '$argon2id$', 'Kai')`, [`new${n}@example.org`])
    })()
    const [busy, restored] = [join(folder, 'busy.tar.gz'), await createOwned()]
    await backup(busy, portal.env, dotenv)
    stop.abort()
    await writing
    await restore(busy, { DATABASE_URL: restored.databaseUrl, LANAI_DATA: newFolder() }, { dotenv })
    const ids = 'select (select count(*) from users) = (select count(*) from profiles) as match'
    expect(await query(restored, ids)).toEqual([{ match: true }])
    await query(portal, `delete from users where email like 'new%@example.org'`)
    await restored.close()
  })

  test('has a picture that a member chose while the rows were copied', async () => {
    const late = join(folder, 'late.tar.gz')
    const [key, bytes] = [`${randomUUID()}/avatar.0.webp`, randomBytes(200)]
    const release = await lockUsers()
    const running = backup(late, portal.env, dotenv)
    await copying(late)
    await withStore(portal.blobs.context, (store) => store.put(key, bytes))
    await release()
    expect((await running).pictures).toBe(pictures.size + 1)
    await withStore(portal.blobs.context, (store) => store.remove(key))
  })

  test('leaves nothing when it is interrupted', async () => {
    const interrupted = join(folder, 'interrupted.tar.gz')
    const release = await lockUsers()
    const child = spawn(process.execPath, [ADMIN, 'backup', interrupted], { env: bareEnv(portal.env) })
    await copying(interrupted)
    child.kill('SIGINT')
    await once(child, 'exit')
    await release()
    expect(readdirSync(folder).filter((name) => name.startsWith('interrupted'))).toEqual([])
  })

  /** Stops a backup in the middle of its tables. */
  async function lockUsers() {
    const client = new pg.Client(portal.databaseUrl)
    await client.connect()
    await client.query('begin; lock table users')
    return () => client.end()
  }

  function copying(archive: string) {
    const isFirstThere = () => existsSync(`${archive}.partial/tables/approval_events.csv`)
    return vi.waitUntil(isFirstThere, { timeout: 30_000 })
  }
})

describe('a backup restored into a database whose owner has another name', () => {
  let restored: Awaited<ReturnType<typeof createOwned>>
  let site: Awaited<ReturnType<typeof startSite>>
  let result: Awaited<ReturnType<typeof restore>>
  beforeAll(async () => {
    restored = await createOwned()
    site = await startSite()
    result = await restore(file, { ...site.env, DATABASE_URL: restored.databaseUrl }, { dotenv })
  })
  afterAll(() => Promise.all([restored.close(), site.close()]))

  test('has every row', async () => {
    expect(await rowsOf(restored)).toEqual(await rowsOf(portal))
  })

  test('has every picture', async () => {
    expect(await picturesIn(site.context)).toEqual(pictures)
  })

  test('has the rights of a new database', async () => {
    const fresh = await createDatabase()
    expect(await rightsIn(restored)).toEqual(await rightsIn({ databaseUrl: fresh.url }))
    await fresh.close()
  })

  test('has the schema that the doctor expects', async () => {
    const lines = await query<{ line: string }>(restored, SCHEMA)
    const expected = await readFile(join(import.meta.dirname, '../../db/schema.txt'), 'utf8')
    expect(lines.map(({ line }) => `${line}\n`).join('')).toBe(expected)
  })

  test('can be migrated', async () => {
    expect(await migrate(restored.databaseUrl)).toEqual({ applied: [], newer: [] })
  })

  test('numbers new decisions after the old ones', async () => {
    const [last] = await query<{ id: string }>(restored, 'select max(id) as id from approval_events')
    await query(restored, `select register_member('restored@example.org', '$argon2id$', 'Noe')`)
    await query(
      restored,
      `select decide_memberships(array['restored@example.org'], 'approved', force => true)`,
    )
    const [next] = await query<{ id: string }>(restored, 'select max(id) as id from approval_events')
    expect(Number(next?.id)).toBe(Number(last?.id) + 1)
  })

  test('has no message waiting that the portal may have sent since', async () => {
    const waiting = `select attempts > 0 as asks, created_at > now() - interval '1 hour' as recent from outbox
      where sent_at is null and dead_at is null and next_attempt_at <= now() group by 1, 2`
    expect(await query(restored, waiting)).toEqual([{ asks: true, recent: true }])
    expect(result.messages.rows).toContainEqual({ kind: 'password_changed', failed: '1', retrying: '1' })
  })

  test('leaves out what no migration makes', () => {
    expect(result.left_out).toBe('own')
  })
})

test('a backup restored into a new data folder has everything', async () => {
  const [data, restoredDotenv] = [newFolder(), join(folder, 'restored-settings')]
  const { settings } = await restore(file, { LANAI_DATA: data }, { dotenv: restoredDotenv })
  expect([settings, readFileSync(restoredDotenv, 'utf8')]).toEqual(['put back into .env', SETTINGS])
  expect(statSync(restoredDotenv).mode & 0o777).toBe(0o600)

  const { postgres: directory, password, blobs: store } = openDataFolder(data)
  const server = await startPostgres({ directory, port: 0, password, isDurable: false })
  const blobs = await startBlobs({ directory: store })
  expect(await rowsOf({ databaseUrl: server.url })).toEqual(await rowsOf(portal))
  expect(await picturesIn(blobs.context)).toEqual(pictures)
  await blobs.close()
  await server.close()
})

test('migrations that are newer than a backup come after its rows', async () => {
  const directory = await mkdtemp(join(folder, 'migrations-'))
  for (const { name, sql } of await readMigrations(MIGRATIONS_DIRECTORY))
    writeFileSync(join(directory, name), sql)
  writeFileSync(join(directory, '9000_later.sql'), 'create table later as select id from users')
  const restored = await createOwned()
  const env = { DATABASE_URL: restored.databaseUrl, LANAI_DATA: newFolder() }
  const { migrations } = await restore(file, env, { dotenv, directory })
  expect(migrations).toBe('9000_later.sql')
  expect(await query(restored, 'select id from later')).toEqual(await query(portal, 'select id from users'))
  await restored.close()
})

describe('a restore that is refused', () => {
  test.each<[what: string, bytes: () => Promise<Buffer>, complaint: RegExp]>([
    [
      'a truncated file',
      async () => (await readFile(file)).subarray(0, 5000),
      /isn’t a backup of Lanai, or is damaged/,
    ],
    [
      'a table that was changed',
      () => repack((files) => files.set('tables/restores.csv', 'x')),
      /isn’t a backup/,
    ],
    [
      'a backup of a later version',
      () => repackManifest((manifest) => manifest.migrations.push({ name: '9000_later.sql', checksum: 'x' })),
      /^Lanai \S+ made \S+, and this code doesn’t have its 9000_later\.sql\. Restore it with that version or a later one\./,
    ],
    [
      'rows that the database refuses',
      () => repackTable('restores', 'restored_at\nsoon\n'),
      /^invalid input syntax for type timestamp/,
    ],
    [
      'fewer rows than there were',
      () => repackTable('sessions', 'id\n'),
      /^sessions got 0 rows in place of \d+\./,
    ],
  ])('changes nothing: %s', async (_, bytes, complaint) => {
    const [bad, data, empty] = [join(folder, 'bad.tar.gz'), newFolder(), await createOwned()]
    await writeFile(bad, await bytes())
    const refused = failure(new RegExp(`${complaint.source}.* Nothing was changed\\.\n$`, 's'))
    expect(await run(['restore', bad], { LANAI_DATA: data, DATABASE_URL: empty.databaseUrl })).toEqual(
      refused,
    )
    expect(await query(empty, `select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
    expect(existsSync(data)).toBe(false)
    await empty.close()
  })

  test.each<[what: string, env: () => NodeJS.ProcessEnv, complaint: RegExp]>([
    [
      'a database with tables',
      () => ({ DATABASE_URL: portal.databaseUrl, LANAI_DATA: newFolder() }),
      /^The database isn’t empty: it has a table account_deletions\./,
    ],
    ['a data folder with files', () => ({ LANAI_DATA: folder }), /^The data folder \S+ isn’t empty\./],
    [
      'pictures without a place',
      () => ({ DATABASE_URL: portal.databaseUrl }),
      /^Where do the pictures go\? .+ LANAI_DATA\./,
    ],
  ])('says why: %s', async (_, env, complaint) => {
    await expect(restore(file, env(), { dotenv })).rejects.toThrow(complaint)
  })

  test('says that the portal would use another database', async () => {
    const other = join(folder, 'other-settings')
    await writeFile(other, 'DATABASE_URL=postgres://localhost/old')
    const restoring = restore(file, { LANAI_DATA: newFolder() }, { dotenv: other })
    await expect(restoring).rejects.toThrow(/^\.env has a DATABASE_URL, which the portal would use\./)
  })
})

/** A portal running on this machine, with rows in every table. */
async function startPortal() {
  const database = await restoreReleased('1.0')
  await migrate(database.databaseUrl)
  await query(database, 'update notes set text = $1', [NASTY])
  await query(database, `select * from set_groups(array(select email from users), array['mentors'])`)
  await query(database, 'create table own (number int)')
  await query(
    database,
    `select enqueue('password_changed', age, '{"to": "kai@example.org"}') from unnest(array['old', 'new']) age`,
  )
  await query(
    database,
    `update outbox set created_at = now() - interval '61 minutes' where dedupe_key = 'old'`,
  )
  const data = await mkdtemp(join(folder, 'data-'))
  const blobs = await startBlobs({ directory: join(data, 'blobs') })
  await withStore(blobs.context, (store) =>
    Promise.all([...pictures].map(([key, bytes]) => store.put(key, bytes))),
  )
  const { databaseUrl } = database
  const env = { NETLIFY_BLOBS_CONTEXT: blobs.context }
  await writeFile(join(data, 'stack.json'), JSON.stringify({ pid: process.pid, databaseUrl, env }))
  return {
    ...database,
    blobs,
    env: { LANAI_DATA: data },
    close: () => Promise.all([blobs.close(), database.close()]),
  }
}

/** Netlify's store of pictures, as its API gives it to commands. */
async function startSite() {
  const { context, close } = await startBlobs({ directory: await mkdtemp(join(folder, 'site-')) })
  const { edgeURL, token, siteID } = JSON.parse(Buffer.from(context, 'base64').toString()) as Record<
    string,
    string
  >
  return {
    env: { NETLIFY_API_URL: edgeURL, NETLIFY_SITE_ID: siteID, NETLIFY_AUTH_TOKEN: token },
    context,
    close,
  }
}

/** An empty database of an owner who isn't a superuser. */
async function createOwned() {
  const { url, close } = await createDatabase('empty')
  const owned = new URL(url)
  const name = owned.pathname.slice(1)
  const owner = `owner_of_${name}`
  await query({ databaseUrl: url }, `create role ${owner} login createrole password 'secret'`)
  await query({ databaseUrl: url }, `alter database ${name} owner to ${owner}`)
  Object.assign(owned, { username: owner, password: 'secret' })
  return { databaseUrl: owned.href, owner, close }
}

function newFolder(): string {
  return join(folder, `data-${randomUUID()}`)
}

/** The portal's own client. */
async function withStore<T>(context: string, work: (store: AvatarStore) => Promise<T>): Promise<T> {
  vi.stubEnv('NETLIFY_BLOBS_CONTEXT', context)
  const result = await work(createAvatarStore())
  vi.unstubAllEnvs()
  return result
}

function picturesIn(context: string): Promise<Map<string, Buffer>> {
  return withStore(context, async (store) => {
    const read = async (key: string) => [key, Buffer.from((await store.read(key)) ?? '')] as const
    return new Map(await Promise.all((await store.list()).map(read)))
  })
}

/** Of every table that `after-restore` leaves alone, and how many messages there are. */
async function rowsOf(database: { databaseUrl: string }) {
  const columns = new Map(await readColumns(portal))
  for (const changed of ['outbox', 'restores', 'own']) columns.delete(changed)
  columns.set('outbox', ['id', 'kind', 'sent_at'])
  return fingerprint(database, columns)
}

/** All grants and default privileges, whatever the owner's name is. */
async function rightsIn(database: { databaseUrl: string }) {
  const rows = await query<{ name: string; rights: string | null; owner: string }>(
    database,
    `select relname as name, relacl::text as rights, relowner::regrole::text as owner
       from pg_class where relnamespace = 'public'::regnamespace and relname <> 'own'
     union all select proname || pg_get_function_identity_arguments(oid), proacl::text, proowner::regrole::text
       from pg_proc where pronamespace = 'public'::regnamespace
     union all select attrelid::regclass || '.' || attname, attacl::text, null from pg_attribute
       where attacl is not null and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
     union all select 'public', nspacl::text, null from pg_namespace where nspname = 'public'
     union all select 'default ' || defaclobjtype::text, defaclacl::text, defaclrole::regrole::text from pg_default_acl`,
  )
  const owner = rows.find(({ owner }) => owner)?.owner ?? ''
  return rows.map((row) => JSON.stringify(row).replaceAll(owner, 'the owner')).sort()
}

/** The backup, with other files. */
async function repack(change: (files: Map<string, string>) => unknown): Promise<Buffer> {
  const unpacked = await mkdtemp(join(folder, 'unpacked-'))
  await tar.extract({ file, cwd: unpacked })
  const names = ['manifest.json', ...readdirSync(join(unpacked, 'tables')).map((name) => `tables/${name}`)]
  const files = new Map(names.map((name) => [name, readFileSync(join(unpacked, name), 'utf8')]))
  change(files)
  const changed = await mkdtemp(join(folder, 'changed-'))
  await mkdir(join(changed, 'tables'))
  for (const [name, text] of files) await writeFile(join(changed, name), text)
  const packed = join(folder, 'changed.tar.gz')
  await tar.create({ file: packed, cwd: changed, gzip: true }, readdirSync(changed))
  return readFile(packed)
}

function repackManifest(
  change: (manifest: Manifest, files: Map<string, string>) => unknown,
): Promise<Buffer> {
  return repack((files) => {
    const manifest = JSON.parse(files.get('manifest.json') ?? '') as Manifest
    // Only the tables were packed again.
    manifest.files = Object.fromEntries(Object.entries(manifest.files).filter(([name]) => files.has(name)))
    manifest.pictures = []
    change(manifest, files)
    files.set('manifest.json', JSON.stringify(manifest))
  })
}

function repackTable(table: string, csv: string): Promise<Buffer> {
  const [name, columns] = [`tables/${table}.csv`, csv.split('\n', 1)[0]?.split(',') ?? []]
  return repackManifest((manifest, files) => {
    files.set(name, csv)
    manifest.files[name] = hash('sha256', csv)
    for (const each of manifest.tables) if (each.name === table) each.columns = columns
  })
}

function run(args: string[], env: NodeJS.ProcessEnv) {
  return runCli(args, env, backupCommands)
}

function failure(complaint: RegExp) {
  return { status: 1, stdout: '', stderr: expect.stringMatching(complaint) as string }
}

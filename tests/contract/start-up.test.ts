import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { findDatabaseUrl } from '../../db/stack-file.ts'
import { buildIfChanged, refuseSamples } from '../../netlify/local/build-site.ts'
import { openDataFolder } from '../../netlify/local/data-folder.ts'
import { asUnprivilegedUser } from '../../netlify/local/postgres.ts'
import { startServices } from '../../netlify/local/services.ts'
import { addSampleMember, hasMembers } from '../../netlify/local/sample-member.ts'
import { readSettings } from '../../netlify/local/settings.ts'
import { StackError } from '../../netlify/local/stack-error.ts'
import { startStack } from '../../netlify/local/stack.ts'
import { hashInputs, writeStamp } from '../../tools/build-stamp.ts'
import { useContentCopy } from '../support/content-copy.ts'
import { useFolder } from '../support/folder.ts'
import { runningProcesses } from '../support/npm-script.ts'
import { createDatabase } from '../support/test-databases.ts'
import { runStart, startServicesProcess, type RunningServices } from '../support/running-portal.ts'
import { disconnect, query } from '../support/query.ts'
import { startTestServer } from '../support/test-server.ts'

/** Rows that are acknowledged before the kill. */
const WRITES = 40

const BUILD_SITE = join(import.meta.dirname, '../../netlify/local/build-site.ts')
const AS_NOBODY = ['setpriv', '--reuid=nobody', '--regid=65534', '--clear-groups', '--']

const copy = useContentCopy()
const folder = useFolder()
/** A portal's, which has stopped. */
const dataFolder = join(folder, 'data')
const siteUrl = 'http://localhost'
const ports = { mailbox: 0, postgres: 0 }
const noSite = () => Promise.reject(new Error('Nothing was refused.'))
const start = () => startServices({ siteUrl, dataFolder, ports })
beforeAll(async () => {
  await (await start()).close()
})

test('npm start exits with 1 when a port is taken', async () => {
  const taken = await startTestServer(() => undefined)
  const port = Number(new URL(taken.url).port)
  const { code, stderr } = await runStart(['--port', String(port - 2), '--data', dataFolder])
  await taken.close()
  const line = `Port ${port} for PostgreSQL clients is already in use. Choose another with PORT.\n`
  expect([code, stderr]).toEqual([1, line])
})

test('a sample member ends that the database has no members', async () => {
  const services = await start()
  const client = new pg.Client(services.databaseUrl)
  await client.connect()
  try {
    expect(await hasMembers(services.databaseUrl)).toBe(false)
    expect((await addSampleMember(services.databaseUrl)).join(' ')).toContain('leilani@example.com')
    expect(await hasMembers(services.databaseUrl)).toBe(true)
    expect((await client.query('SELECT kind FROM outbox')).rows).toEqual([])
  } finally {
    await client.end()
    await services.close()
  }
})

test('the database of a data folder serves each start, at any port', async () => {
  for (const url of ['http://localhost:4321', 'http://localhost:4399']) {
    const services = await startServices({ siteUrl: url, dataFolder, ports })
    expect(await query(services, 'select url from site')).toEqual([{ url }])
    await disconnect(services.databaseUrl)
    await services.close()
  }
})

test.each([
  [['--data', '/proc/lanai'], /^The data folder \/proc\/lanai can’t be written to \(\w+\)\. .*$/],
  [['--data', '~/lanai'], /^LANAI_DATA must be a path without ~\.$/],
  [['--port', 'many'], /^PORT must be a number\.$/],
  [['--database-url', 'mysql://x'], /^DATABASE_URL must be a postgres:\/\/ URL\.$/],
  [['--host', '203.0.113.1'], /^This machine doesn’t have the address 203\.0\.113\.1\. .*$/],
  [
    ['--database-url', 'postgres://someone:s3cret@127.0.0.1:1/portal'],
    /^The database at 127\.0\.0\.1:1\/portal can’t be used: .*ECONNREFUSED.*$/,
  ],
])('npm start refuses %j', async (args, line) => {
  const settings = ['--port', '0', '--data', join(folder, 'wrong'), ...args]
  const startWrong = async () => startStack(readSettings(settings, {}), noSite)
  await expect(startWrong()).rejects.toThrow(StackError)
  await expect(startWrong()).rejects.toThrow(line)
})

test.each([
  ['ADMIN_EMAILS', 'kai at school.org', 'contains an invalid email address'],
  ['WEBHOOK_URL', 'http://crm.school.org', 'is not a URL such as'],
  ['HEALTH_SECRET', 'short', 'is not 32 or more plain letters'],
  ['BOUNCE_SECRET', 'ü'.repeat(40), 'is not 32 or more plain letters'],
  ['BOUNCE_SECRET', `"${'a'.repeat(40)}"`, 'has quotation marks around it'],
])('%s=%s stops npm start', async (name, value, why) => {
  vi.stubEnv(name, value)
  const settings = readSettings(['--port', '0', '--data', join(folder, name)], {})
  const started = startStack({ ...settings, database: await createDatabase() }, noSite)
  await expect(started).rejects.toThrow(StackError)
  await expect(started).rejects.toThrow(`${name} ${why}`)
  vi.unstubAllEnvs()
})

test('a database of another site is refused before it is migrated', async () => {
  const database = await createDatabase()
  const databaseUrl = { databaseUrl: database.url }
  await query(databaseUrl, `select move_site('https://portal.example.org')`)
  await query(databaseUrl, `delete from schema_migrations where name = '0026_invitation_roles.sql'`)
  const settings = readSettings(['--port', '4399', '--data', join(folder, 'other-site')], {})
  await expect(startServices({ ...settings, siteUrl, database: database.url })).rejects.toThrow(
    'Not started: this database belongs to https://portal.example.org',
  )
  const applied = await query(databaseUrl, `select from schema_migrations where name like '0026%'`)
  expect(applied).toEqual([])
})

describe('a server of one’s own', () => {
  async function createOwner(name: string, limit: number): Promise<string> {
    const { url } = await createDatabase('empty')
    const databaseUrl = { databaseUrl: url }
    await query(databaseUrl, `create role ${name} login password 'x' connection limit ${limit}`)
    await query(databaseUrl, `alter database ${new URL(url).pathname.slice(1)} owner to ${name}`)
    return Object.assign(new URL(url), { username: name, password: 'x' }).href
  }

  test('is refused while its owner can’t act as the site’s roles', async () => {
    const database = await createOwner('without_roles', -1)
    const settings = readSettings(['--port', '0', '--data', join(folder, 'roles')], {})
    await expect(startServices({ ...settings, siteUrl, database })).rejects.toThrow(
      new StackError(
        'without_roles may not act as the site’s roles. As a superuser: GRANT lanai_edge, lanai_app, lanai_admin TO without_roles',
      ),
    )
  })

  test('is named when it takes no further connection', async () => {
    const databaseUrl = await createOwner('with_a_limit', 0)
    await expect(hasMembers(databaseUrl)).rejects.toThrow(StackError)
  })
})

describe('npm start -- --production', () => {
  const args = ['--production', '--port', '0', '--data', join(folder, 'production')]
  const SITE_URL = 'https://portal.example.org'

  test.each([
    [{}, 'SITE_URL must be the https address that people open, because of --production.'],
    [{ SITE_URL: 'http://localhost' }, 'SITE_URL must be the https address that people open'],
    [{ SITE_URL, TRUSTED_PROXIES: '10.0.0.0/8, proxy' }, 'TRUSTED_PROXIES must be addresses such as'],
  ])('refuses %j', (env, line) => {
    expect(() => readSettings(args, env)).toThrow(line)
  })

  test('names every setting for email that is missing', async () => {
    const settings = {
      ...readSettings(args, { SITE_URL }),
      siteUrl: SITE_URL,
      database: await createDatabase(),
    }
    await expect(startServices(settings)).rejects.toThrow(
      new StackError('POSTMARK_SERVER_TOKEN is missing. MAIL_FROM is missing.'),
    )
  })

  test('trusts a proxy on this machine, and without --production none', () => {
    expect(readSettings(args, { SITE_URL }).trustedProxies).toEqual(['127.0.0.0/8', '::1'])
    expect(readSettings([], { SITE_URL, TRUSTED_PROXIES: '10.0.0.1' }).trustedProxies).toEqual([])
  })

  test('refuses samples that site.yaml doesn’t allow', () => {
    const site = copy.read('src/content/site.yaml')
    expect(() => refuseSamples(copy.root)).not.toThrow()
    copy.write('src/content/site.yaml', site.replace('samples: shown to members\n', ''))
    expect(() => refuseSamples(copy.root)).toThrow(/site\.yaml:\d+[^]*Replace them with your own/)
  })
})

describe('the file .env', () => {
  const dotenv = join(folder, '.env')
  const read = () => readSettings(['--port', '0'], {}, dotenv)

  test.each([
    ['a byte order mark', '\uFEFFPORT=80', 'utf8', 'has a byte order mark. Save it as UTF-8 without one.'],
    ['UTF-16 without a byte order mark', 'PORT=80', 'utf16le', 'isn’t UTF-8. Save it as UTF-8.'],
    ['Latin-1', 'MAIL_FROM=Büro', 'latin1', 'isn’t UTF-8. Save it as UTF-8.'],
    [
      'an open quotation mark',
      `PORT=80\nHOST="x\nA="y"`,
      'utf8',
      'has a quotation mark in line 2 that isn’t closed.',
    ],
  ] as const)('is refused with %s', async (_, text, encoding, why) => {
    await writeFile(dotenv, text, encoding)
    expect(read).toThrow(new StackError(`${dotenv} ${why}`))
  })

  test.each([
    ['it doesn’t exist', null],
    ['its quotation marks are closed', `A="it's" # "\nB='"x"'\nC=\`y\`\nD=Büro\n# E="\nF=5"\nG=\n"`],
  ])('is accepted if %s', async (_, text) => {
    await rm(dotenv, { force: true })
    if (text) await writeFile(dotenv, text)
    expect(read().ports.site).toBe(0)
  })

  test('sets what the environment doesn’t', async () => {
    await writeFile(dotenv, 'HOST=::1\nLANAI_DATA=elsewhere\nMAIL_FROM="Lanai <a@b.org>"')
    const env: NodeJS.ProcessEnv = { LANAI_DATA: 'here' }
    expect(readSettings([], env, dotenv)).toMatchObject({ host: '::1', dataFolder: 'here' })
    expect(env).toMatchObject({ LANAI_DATA: 'here', MAIL_FROM: 'Lanai <a@b.org>' })
  })
})

describe('a site that has to be built', () => {
  const build = async (state: 'none' | 'outdated') => {
    const root = await mkdtemp(join(folder, 'code-'))
    const astro = join(root, 'node_modules/astro/bin')
    for (const path of [astro, join(root, 'dist'), join(root, '.netlify/build')])
      await mkdir(path, { recursive: true })
    for (const path of [join(astro, 'astro.mjs'), join(root, 'package.json')]) await writeFile(path, '')
    if (state === 'outdated') {
      await writeFile(join(root, 'dist/404.html'), '')
      writeStamp(root, 'of other sources')
    }
    return root
  }

  test.each([
    ['none', 'Building the site. This takes a minute …'],
    ['outdated', 'Building the site again, because its sources have changed. This takes a minute …'],
  ] as const)('says why, if there is a build that is %s', async (state, line) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    expect(buildIfChanged(await build(state))).toBe(true)
    expect(log.mock.calls).toEqual([[line]])
    log.mockRestore()
  })

  test('is current once it is noted, whichever way its folder is written', async () => {
    const root = await build('outdated')
    writeStamp(root, hashInputs(`${root}/`))
    expect(buildIfChanged(root)).toBe(false)
  })

  test('is refused to a user who can’t write to its folder', async () => {
    const root = await build('none')
    await chmod(folder, 0o755)
    await chmod(root, 0o555)
    const program = `import { buildIfChanged } from '${BUILD_SITE}'; buildIfChanged('${root}')`
    const node = [process.execPath, '--input-type=module', '--eval', program]
    const [command = '', ...args] = process.getuid?.() === 0 ? [...AS_NOBODY, ...node] : node
    const { stderr } = spawnSync(command, args, { encoding: 'utf8' })
    expect(stderr).toContain(
      `The site has to be built, and this user can’t write to ${root}. Run npm run build there as its owner.`,
    )
  })
})

test('a build that Ctrl+C ends isn’t reported as failed', async () => {
  const astro = join(folder, 'node_modules/astro/bin')
  await mkdir(astro, { recursive: true })
  await writeFile(join(astro, 'astro.mjs'), `process.kill(process.pid, 'SIGINT'); setTimeout(() => {}, 9000)`)
  expect(() => buildIfChanged(folder)).toThrow('The build was stopped.')
})

test.each([
  ['is lost', (secrets: string) => rm(secrets)],
  ['is half written', (secrets: string) => writeFile(secrets, '{"databasePass')],
])('a data folder whose password %s isn’t changed', async (_, damage) => {
  const damaged = await mkdtemp(join(folder, 'secrets-'))
  const secrets = join(damaged, 'secrets.json')
  const { password, postgres } = openDataFolder(damaged)
  const kept = await readFile(secrets)
  await mkdir(postgres)
  await damage(secrets)
  const lost = /because secrets\.json is missing or damaged\. Copy it from a backup/
  expect(() => openDataFolder(damaged)).toThrow(lost)
  expect(() => openDataFolder(damaged)).toThrow(lost)
  await writeFile(secrets, kept)
  expect(openDataFolder(damaged)).toMatchObject({ password })
})

describe.each([
  [99, 'a later'],
  [9, 'an earlier'],
])('a data folder of PostgreSQL %i', (postgres, version) => {
  let other: string
  beforeAll(async () => {
    other = await mkdtemp(join(folder, 'other-'))
    await mkdir(openDataFolder(other).postgres)
    await writeFile(join(other, 'postgres/PG_VERSION'), `${postgres}\n`)
  })

  test(`is refused as of ${version} version of Lanai and isn’t changed`, async () => {
    const before = await readdir(other, { recursive: true })
    await expect(startServices({ siteUrl, dataFolder: other, ports })).rejects.toThrow(
      `The data folder ${other} was made by ${version} version of Lanai, with PostgreSQL ${postgres} instead of 18. ` +
        'Nothing was changed. Start that version with it, or this one with another folder in LANAI_DATA.',
    )
    expect(await readdir(other, { recursive: true })).toEqual(before)
  })
})

test('a data folder with another folder’s password is reported', async () => {
  const secrets = join(dataFolder, 'secrets.json')
  const kept = await readFile(secrets)
  await writeFile(secrets, '{"databasePassword": "of another folder"}')
  await expect(start()).rejects.toThrow(
    /^Can’t open the database in \S+ with the password in secrets\.json: password .*failed.* one backup\.$/,
  )
  await writeFile(secrets, kept)
})

test('a database folder that others may read is refused with PostgreSQL’s advice', async () => {
  const database = join(dataFolder, 'postgres')
  await chmod(database, 0o755)
  await expect(start()).rejects.toThrow(/has invalid permissions\. Permissions should be u=rwx/)
  await chmod(database, 0o700)
})

test('a database that is newer than the code is said at the start', async () => {
  const database = await createDatabase()
  await query({ databaseUrl: database.url }, `insert into schema_migrations values ('9999_later.sql', 'x')`)
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await (await startServices({ siteUrl, dataFolder: null, database, ports })).close()
  expect(warn.mock.calls.join()).toMatch(/^The database is newer than this code\. .*9999_later\.sql/)
  warn.mockRestore()
})

test.each(['mail', 'blobs'])('a file in place of the folder %s is reported in one line', async (name) => {
  const damaged = join(folder, `no-${name}`)
  await mkdir(damaged)
  await writeFile(join(damaged, name), '')
  const settings = { siteUrl, dataFolder: damaged, database: await createDatabase(), ports }
  await expect(startServices(settings)).rejects.toThrow(
    `The data folder is damaged: EEXIST: file already exists, mkdir '${join(damaged, name)}'. Copy it from a backup.`,
  )
})

test('a database folder that was copied without its empty folders opens', async () => {
  for (const name of ['pg_notify', 'pg_tblspc', 'pg_wal/summaries'])
    await rmdir(join(dataFolder, 'postgres', name))
  await (await start()).close()
})

test('variables of PostgreSQL’s clients change nothing about the portal’s own server', async () => {
  const theirs = {
    PGSSLMODE: 'require',
    PGSSLNEGOTIATION: 'direct',
    PGOPTIONS: '-c no_such=1',
    PGDATESTYLE: 'German',
    PGCLIENT_ENCODING: 'LATIN1',
    PGREPLICATION: 'database',
  }
  const set = () => Object.entries(theirs).forEach(([name, value]) => vi.stubEnv(name, value))
  set()
  const services = await start()
  // As the environment of a command.
  set()
  const client = new pg.Client(findDatabaseUrl({ LANAI_DATA: dataFolder }) ?? '')
  await client.connect()
  const { rows } = await client.query(`select date '2025-06-02'::text as day, 'ʻŌ' as letters`)
  expect(rows).toEqual([{ day: '2025-06-02', letters: 'ʻŌ' }])
  await client.end()
  await services.close()
  vi.unstubAllEnvs()
})

test.runIf(process.platform === 'linux')(
  'a lock whose process is another program by now keeps no one waiting',
  async () => {
    const other = spawn(...asUnprivilegedUser('sleep', ['60']))
    await writeFile(join(dataFolder, 'postgres/postmaster.pid'), `${other.pid}\n`)
    await (await start()).close()
    other.kill()
  },
)

describe('after a kill -9 of the portal and its database server', () => {
  let acknowledged: number[]
  let next: RunningServices
  beforeAll(async () => {
    acknowledged = await writeUntilKilled(await startServicesProcess(dataFolder))
    next = await startServicesProcess(dataFolder)
  })

  test('another portal can’t use the data folder of the next one', async () => {
    const inUse = `Another portal is already using the data folder ${dataFolder}, at http://localhost.`
    await expect(start()).rejects.toThrow(inUse)
  })

  test('not even with another database', async () => {
    const settings = { siteUrl, dataFolder, database: await createDatabase(), ports }
    await expect(startServices(settings)).rejects.toThrow('Another portal is already using the data folder')
    // Commands still find the other one.
    expect(findDatabaseUrl({ LANAI_DATA: dataFolder })).toBe(next.databaseUrl)
  })

  test('acknowledged data is stored once', async () => {
    const client = await connect(next)
    const { rows } = await client.query<{ number: number }>('select number from durable order by number')
    await client.end()
    const stored = rows.map(({ number }) => number)
    expect(acknowledged.length).toBeGreaterThanOrEqual(WRITES)
    // The statement during the kill may have succeeded without its answer.
    expect(stored.slice(0, acknowledged.length)).toEqual(acknowledged)
    expect(stored.length - acknowledged.length).toBeLessThanOrEqual(1)
  })

  test('a kill -9 of the portal alone ends its server', async () => {
    const pid = serverPid()
    await next.kill()
    await expect.poll(() => runningProcesses().has(pid), { timeout: 10_000 }).toBe(false)
    // Commands find no note of it either.
    expect(findDatabaseUrl({ LANAI_DATA: dataFolder })).toBeNull()
  })
})

async function writeUntilKilled(services: RunningServices): Promise<number[]> {
  const client = await connect(services)
  await client.query('drop table if exists durable')
  await client.query('create table durable (number int primary key)')
  const acknowledged: number[] = []
  let killed: Promise<void> | undefined
  for (let number = 1; ; number++) {
    const done = await client.query('insert into durable values ($1)', [number]).catch(() => null)
    if (!done) break
    acknowledged.push(number)
    if (number === WRITES) killed = killAll(services)
  }
  await killed
  return acknowledged
}

/** Kills all processes at once, the closest to a power cut. */
async function killAll(services: RunningServices): Promise<void> {
  const server = serverPid()
  for (const [pid, parent] of runningProcesses()) {
    if (pid === server || parent === server) process.kill(pid, 'SIGKILL')
  }
  await services.kill()
}

function serverPid(): number {
  return Number(readFileSync(join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

async function connect(services: RunningServices): Promise<pg.Client> {
  const client = new pg.Client(services.databaseUrl)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

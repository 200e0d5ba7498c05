import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '../../db/admin/doctor/finding.ts'
import { checkClock, checkRoles } from '../../db/admin/doctor/database.ts'
import { print } from '../../db/admin/print.ts'
import { doctor } from '../../db/admin/verbs/doctor.ts'
import type { Input, Report } from '../../db/admin/verb.ts'
import { startServices, type Services } from '../../netlify/local/services.ts'
import { query } from '../support/query.ts'
import { createDatabase } from '../support/test-databases.ts'

let services: Services
let settings: Record<string, string>
let adminUrl: string

beforeAll(async () => {
  const database = await createDatabase()
  adminUrl = database.roleUrls.lanai_admin
  services = await startServices({
    dataFolder: null,
    database,
    host: '127.0.0.1',
    ports: { mailbox: 0, postgres: 0 },
  })
  settings = { ...services.env, SITE_URL: 'https://portal.school.dev' }
})
afterAll(() => services.close())
afterEach(() => query(services, 'delete from outbox'))

test('a portal in order has nothing to do', async () => {
  const { status, findings } = await examine(settings)
  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([])
  expect(findings.map(({ what }) => what)).toEqual([
    'settings of the site',
    'settings of mail',
    'database of the gate',
    'notices to administrators',
    'database',
    'migrations',
    'clock',
    'role of the gate',
    'role of the site',
    'schedule',
    'messages given up',
    'mail',
    'pictures',
  ])
  expect(status).toBe(0)
})

test('on the machine of the portal it needs no settings of its own', async () => {
  const LANAI_DATA = await mkdtemp(join(tmpdir(), 'lanai-doctor-'))
  const { databaseUrl } = services
  await writeFile(join(LANAI_DATA, 'stack.json'), JSON.stringify({ databaseUrl, env: settings }))
  expect((await examine({}, { LANAI_DATA })).status).toBe(0)
  await rm(LANAI_DATA, { recursive: true })
})

test.each([
  ['settings of the site', { SITE_URL: 'nonsense' }, /^SITE_URL is no address/],
  ['settings of mail', { ADMIN_EMAILS: 'one@example.com, nonsense' }, /ADMIN_EMAILS/],
  ['mail', { POSTMARK_SERVER_TOKEN: '' }, /not set/],
  ['mail', { POSTMARK_API_URL: 'http://127.0.0.1:1' }, /cannot be reached/],
  ['pictures', { NETLIFY_BLOBS_CONTEXT: contextTo('http://127.0.0.1:1') }, /./],
])('%s fails with %j, and the cure is said', async (what, wrong, found) => {
  const { status, findings } = await examine({ ...settings, ...wrong })
  const finding = findings.find((each) => each.what === what)
  expect(finding).toMatchObject({ state: 'fail', found: expect.stringMatching(found) as string })
  expect(finding?.cure).not.toBe('')
  expect(status).toBe(1)
})

test.each([
  ['database of the gate', { EDGE_DATABASE_URL: '' }],
  ['role of the gate', { EDGE_DATABASE_URL: 'postgres://postgres:x@host/db' }],
  ['role of the gate', { EDGE_DATABASE_URL: 'postgres://lanai_app:x@host/db' }],
  ['role of the site', { DATABASE_URL: 'postgres://postgres:x@host/db' }],
  ['pictures', { NETLIFY_BLOBS_CONTEXT: '' }],
])('%s is a warning with %j', async (what, weak) => {
  const { findings } = await examine({ ...settings, ...weak })
  expect(findings.find((each) => each.what === what)?.state).toBe('warn')
})

test('messages that nobody delivers, and ones that were given up, are found', async () => {
  await query(
    services,
    `insert into outbox (kind, dedupe_key, next_attempt_at, dead_at)
     values ('password_changed', 'late', now() - interval '11 minutes', null), ('password_changed', 'dead', now(), now())`,
  )
  const { findings } = await examine(settings)
  expect(findings.find(({ what }) => what === 'schedule')).toMatchObject({ state: 'fail' })
  expect(findings.find(({ what }) => what === 'messages given up')).toMatchObject({
    state: 'warn',
    found: '1',
  })
})

test('a migration that is missing fails, and nothing more is asked of the schema', async () => {
  const last = `select name from schema_migrations order by name desc limit 1`
  const [kept] = await query<{ name: string; checksum: string }>(
    services,
    `delete from schema_migrations where name = (${last}) returning name, checksum`,
  )
  const { findings } = await examine(settings)
  await query(services, 'insert into schema_migrations (name, checksum) values ($1, $2)', [
    kept?.name,
    kept?.checksum,
  ])
  expect(findings.find(({ what }) => what === 'migrations')).toMatchObject({
    state: 'fail',
    cure: 'npm run migrate',
  })
})

test.each([
  [
    `update schema_migrations set checksum = 'x' where name like '0001%'`,
    /^edited since: 0001_[a-z_]+\.sql$/,
  ],
  [
    `insert into schema_migrations (name, checksum) values ('0001_other.sql', '')`,
    /^0001_other\.sql is none of/,
  ],
  ['alter table schema_migrations rename to elsewhere', /^none was applied$/],
])('migrations that are not these fail: %s', async (change, found) => {
  const kept = await query<{ name: string; checksum: string }>(
    services,
    'select name, checksum from schema_migrations',
  )
  await query(services, change)
  const { findings } = await examine(settings)
  await query(services, 'alter table if exists elsewhere rename to schema_migrations')
  await query(services, 'delete from schema_migrations')
  for (const { name, checksum } of kept)
    await query(services, 'insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  const [finding, ...after] = findings.slice(findings.findIndex(({ what }) => what === 'migrations'))
  expect(finding).toMatchObject({ state: 'fail', found: expect.stringMatching(found) as string })
  expect(after.map(({ what }) => what)).not.toContain('schedule')
})

test.each([
  [401, 'fail', 'Postmark refuses the token'],
  [422, 'fail', 'Postmark refuses the token'],
  [500, 'warn', 'Postmark answers 500'],
])('Postmark that answers %i is a %s', async (status, state, found) => {
  const postmark = createServer((_, response) => response.writeHead(status).end('{}'))
  postmark.listen(0, '127.0.0.1')
  await once(postmark, 'listening')
  const { port } = postmark.address() as AddressInfo
  const { findings } = await examine({ ...settings, POSTMARK_API_URL: `http://127.0.0.1:${port}` })
  postmark.close()
  expect(findings.find(({ what }) => what === 'mail')).toMatchObject({ state, found })
})

test.each([
  [4.9, 'ok', '4.9 s from'],
  [-4.9, 'ok', '4.9 s from'],
  [5.5, 'warn', '5.5 s from'],
  [-60, 'warn', '60.0 s from'],
])('a clock that is %d s off is %s', async (seconds, state, found) => {
  const client = { query: () => Promise.resolve({ rows: [{ ms: Date.now() + seconds * 1000 }] }) }
  const finding = await checkClock(client as never)
  expect(finding).toMatchObject({ state, found: expect.stringContaining(found) as string })
})

test('a database without the three roles fails', async () => {
  const client = { query: () => Promise.resolve({ rows: [{ n: 2 }] }) }
  expect(await checkRoles(client as never, {})).toMatchObject([{ what: 'roles', state: 'fail' }])
})

test('no database at all is said, and what to do', async () => {
  const { status, findings } = await examine(settings, {}, '')
  expect(findings.find(({ what }) => what === 'database')).toMatchObject({
    state: 'fail',
    found: 'none was found',
  })
  expect(status).toBe(1)
})

test('what is found is printed, each with its cure', async () => {
  const { printed } = await examine({ ...settings, POSTMARK_SERVER_TOKEN: '' })
  expect(printed).toMatch(/^ +what +found +what to do$/m)
  expect(printed).toMatch(/^ok +migrations +all \d+ applied/m)
  expect(printed).toMatch(/^\S+ +mail +POSTMARK_SERVER_TOKEN is not set here +set it, or run this/m)
})

test('after a rollback of the code it says that the database is newer, and goes on', async () => {
  await query(services, `insert into schema_migrations (name, checksum) values ('9000_more.sql', '')`)
  const { status, findings } = await examine(settings)
  await query(services, `delete from schema_migrations where name = '9000_more.sql'`)
  expect(findings.find(({ what }) => what === 'migrations')).toMatchObject({
    state: 'warn',
    found: expect.stringContaining('newer than this code: it has 9000_more.sql') as string,
    cure: expect.stringContaining('Deploy the newer code') as string,
  })
  expect(findings.map(({ what }) => what)).toContain('schedule')
  expect(status).toBe(0)
})

test('a database that is away is said in one line', async () => {
  const databaseUrl = 'postgres://someone:s3cret@127.0.0.1:1/portal'
  const { status, findings, text } = await examine(settings, {}, databaseUrl)
  expect(findings.find(({ what }) => what === 'database')).toMatchObject({ state: 'fail' })
  expect(status).toBe(1)
  expect(text).not.toContain('s3cret')
})

test('no value of a variable is printed', async () => {
  const { text } = await examine({ ...settings, SITE_URL: 'nonsense', MAIL_FROM: 'also nonsense' })
  for (const value of Object.values(settings).filter((each) => each.length > 3))
    expect(text).not.toContain(value)
})

describe('on an administrator’s machine, where the site’s settings are not', () => {
  const left = 'settings, mail, pictures, logins'

  test('it looks at the database and at their login, and leaves the rest to the site', async () => {
    const { status, findings } = await examine({ DATABASE_URL: adminUrl }, {}, adminUrl)
    expect(findings.map(({ what, state }) => [what, state])).toEqual([
      ['database', 'ok'],
      ['migrations', 'ok'],
      ['clock', 'ok'],
      ['your login', 'ok'],
      ['schedule', 'ok'],
      ['messages given up', 'ok'],
      [left, 'away'],
    ])
    expect(status).toBe(0)
  })

  test('a login that is none of an administrator is said to be that', async () => {
    const { status, findings } = await examine(
      { DATABASE_URL: settings.DATABASE_URL ?? '' },
      {},
      settings.DATABASE_URL,
    )
    expect(findings.map(({ what, state }) => [what, state])).toEqual([
      ['your login', 'fail'],
      [left, 'away'],
    ])
    expect(status).toBe(1)
  })

  test('the owner is told to take a login of their own', async () => {
    const { status, findings } = await examine({ DATABASE_URL: services.databaseUrl })
    expect(findings.find(({ what }) => what === 'your login')).toMatchObject({ state: 'warn' })
    expect(status).toBe(0)
  })
})

async function examine(env: Record<string, string>, more: Record<string, string> = {}, databaseUrl?: string) {
  const task = doctor.prepare(noInput)
  if (task.in !== 'surroundings') throw new Error('The doctor works without a database too.')
  const report: Report = await task.work({
    env: { ...env, ...more },
    databaseUrl: databaseUrl ?? services.databaseUrl,
  })
  return {
    status: report.status,
    findings: report.json as Finding[],
    text: JSON.stringify(report),
    printed: print(report, 'text', Infinity),
  }
}

function contextTo(url: string): string {
  const context = { edgeURL: url, uncachedEdgeURL: url, token: 'x', siteID: 'x' }
  return Buffer.from(JSON.stringify(context)).toString('base64')
}

const noInput: Input = { words: [], value: () => undefined, has: () => false, actor: '', format: 'text' }

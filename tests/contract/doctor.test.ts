import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '../../db/admin/doctor/finding.ts'
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
  return { status: report.status, findings: report.json as Finding[], text: JSON.stringify(report) }
}

function contextTo(url: string): string {
  const context = { edgeURL: url, uncachedEdgeURL: url, token: 'x', siteID: 'x' }
  return Buffer.from(JSON.stringify(context)).toString('base64')
}

const noInput: Input = { words: [], value: () => undefined, has: () => false, actor: '', format: 'text' }

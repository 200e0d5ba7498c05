import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startServices, type Services } from '../../netlify/local/services.ts'
import { type CheckResult } from '../../scripts/doctor/check.ts'
import { doctor } from '../../scripts/doctor.ts'
import { query } from '../support/query.ts'
import { createDatabase } from '../support/test-databases.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let services: Services
let site: Record<string, string>
let LANAI_DATA: string

beforeAll(async () => {
  LANAI_DATA = await mkdtemp(join(tmpdir(), 'lanai-doctor-'))
  database = await createDatabase()
  services = await startServices({
    dataFolder: null,
    database,
    ports: { mailbox: 0, postgres: 0 },
  })
  site = { ...services.env, SITE_URL: 'http://localhost:4321' }
  await writeNote(site)
})
afterAll(async () => {
  await services.close()
  await rm(LANAI_DATA, { recursive: true })
})

test('a portal that runs on this machine is in order and needs no settings', async () => {
  const { status, rows } = await examine({ LANAI_DATA })
  expect(rows.filter(({ state }) => state === 'warn' || state === 'fail')).toEqual([])
  expect([...new Set(rows.map(({ section }) => section))]).toEqual(['settings', 'database', 'services'])
  expect(status).toBe(0)
})

test.each([
  ['site login', { DATABASE_URL: 'owner' }, 'warn', 'insert privilege on approval_events'],
  ['gate login', { EDGE_DATABASE_URL: 'owner' }, 'warn', 'select privilege on users'],
  ['gate login', { EDGE_DATABASE_URL: '' }, 'warn', 'select privilege on users'],
  ['site login', { DATABASE_URL: 'postgres://a:s3cret@127.0.0.1:1/x' }, 'fail', 'ECONNREFUSED'],
])('%s is looked at with %j', async (name, wrong, state, found) => {
  const urls = Object.entries({ ...site, ...wrong }).map(([key, value]) => [
    key,
    value === 'owner' ? services.databaseUrl : value,
  ])
  await writeNote(Object.fromEntries(urls) as Record<string, string>)
  const { rows, text } = await examine({ LANAI_DATA }, 'database')
  await writeNote(site)
  expect(rows).toContainEqual(row(name, state, found))
  expect(text).not.toContain('s3cret')
})

test.each([
  ['no database found', { LANAI_DATA: 'nowhere' }],
  ['ECONNREFUSED', { DATABASE_URL: 'postgres://someone:s3cret@127.0.0.1:1/portal' }],
])('a database that is away is the one row: %s', async (found, env) => {
  const { status, rows, text } = await examine(env, 'database')
  expect(rows).toEqual([row('connection', 'fail', found)])
  expect(status).toBe(1)
  expect(text).not.toContain('s3cret')
})

describe('in the database', () => {
  test.each([
    [
      'migrations',
      'delete from schema_migrations where name = (select max(name) from schema_migrations)',
      'fail',
      /^not applied: \d{4}_\w+\.sql$/,
    ],
    [
      'code version',
      `insert into schema_migrations (name, checksum) values ('9000_more.sql', '')`,
      'warn',
      /newer than this code: it also has 9000_more\.sql/,
    ],
    [
      'delivery',
      `insert into outbox (kind, dedupe_key, next_attempt_at) values ('password_changed', 'late', now() - interval '11 min')`,
      'fail',
      /11 min late$/,
    ],
    [
      'failed messages',
      `insert into outbox (kind, dedupe_key, dead_at) values ('password_changed', 'dead', now())`,
      'warn',
      /^1$/,
    ],
  ])('%s: %s', async (name, change, state, found) => {
    const broken = await createDatabase()
    await query({ databaseUrl: broken.url }, change)
    const { rows } = await examine({ DATABASE_URL: broken.roleUrls.lanai_admin }, 'database')
    await broken.close()
    expect(rows.filter((each) => each.state === state)).toEqual([row(name, state, found)])
  })
})

async function examine(env: Record<string, string>, ...sections: string[]) {
  const out = vi.fn<(text: string) => void>()
  const status = await doctor([...sections, '--json'], { env, out, err: out })
  const text = String(out.mock.lastCall)
  return { status, text, rows: JSON.parse(text) as CheckResult[] }
}

function writeNote(env: Record<string, string>) {
  return writeFile(join(LANAI_DATA, 'stack.json'), JSON.stringify({ databaseUrl: services.databaseUrl, env }))
}

function row(name: string, state: string, found: string | RegExp) {
  return {
    section: 'database',
    name,
    state,
    found: expect.stringMatching(found) as string,
    remedy: expect.stringMatching(/./) as string,
  }
}

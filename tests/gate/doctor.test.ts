import { randomUUID } from 'node:crypto'
import { utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import type { CheckResult } from '../../scripts/doctor/check.ts'
import { doctor } from '../../scripts/doctor.ts'
import { runCli } from '../support/admin-cli.ts'
import { BUILT_COMMIT } from '../support/built-project.ts'
import { query } from '../support/query.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { startTestStack } from '../support/test-stack.ts'

const SECTIONS = ['settings', 'schema', 'database', 'services', 'site']
const HEALTH_SECRET = 'a secret of at least thirty-two letters'

let stack: Stack
/** Postmark and a webhook, as they refuse. */
let refusing: TestServer
let refusal: { status: number; body: object }
/** The doctor's own environment. */
let env: Record<string, string>
let address: string

beforeAll(async () => {
  vi.stubEnv('HEALTH_SECRET', HEALTH_SECRET)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  stack = await startTestStack()
  refusing = await startTestServer((_, response) => {
    response
      .writeHead(refusal.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(refusal.body))
  })
  const email = 'member@example.com'
  const cookie = await signedInMember(stack, { email, status: 'approved' })
  const MEMBER_COOKIE = cookie.replace(/^.*=/, '')
  env = { LANAI_DATA: dirname(stack.wakeFile), COMMIT_REF: BUILT_COMMIT, HEALTH_SECRET, MEMBER_COOKIE }
})
afterAll(async () => {
  await stack.close()
  await refusing.close()
  vi.unstubAllEnvs()
})
beforeEach(async () => {
  address = stack.siteUrl
  await writeNote({})
  await vi.waitFor(async () => expect(await wrong()).toEqual([]), WITHIN)
})
afterEach(() => {
  vi.useRealTimers()
  for (const [name, value] of Object.entries(stack.env)) vi.stubEnv(name, value)
})

const WITHIN = { timeout: 20_000, interval: 300 }

test('a portal in order passes every check, and needs no settings on its machine', async () => {
  const rows = await examine()
  expect([...new Set(rows.map(({ section }) => section))]).toEqual(SECTIONS)
  const skipped = rows
    .filter(({ state }) => state === 'skip' && state)
    .map(({ section, name }) => `${section} ${name}`)
  expect(skipped.filter((name) => !name.startsWith('settings'))).toEqual(['database your login'])
})

/** Each is planted in the running portal, and its end undoes it. */
const WRONG: [
  what: string,
  check: string,
  found: RegExp,
  remedy: RegExp,
  plant: () => unknown,
  undo?: () => unknown,
][] = [
  [
    'another SITE_URL than the address',
    'SITE_URL',
    /emailed links/,
    /set SITE_URL to the URL that people open/,
    () => (address = address.replace('localhost', '127.0.0.1')),
  ],
  [
    'an address without TLS',
    'https',
    /uses http:/,
    /set SITE_URL/,
    () => (address = 'http://portal.school.dev'),
  ],
  ['no EDGE_DATABASE_URL', 'EDGE_DATABASE_URL', /is missing/, /portal_edge/, note({ EDGE_DATABASE_URL: '' })],
  [
    'a HEALTH_SECRET that is too short',
    'HEALTH_SECRET',
    /fewer than 32/,
    /at least 32/,
    note({ HEALTH_SECRET: 'short' }),
  ],
  [
    'a broken ADMIN_EMAILS',
    'ADMIN_EMAILS',
    /invalid email/,
    /separated by commas/,
    note({ ADMIN_EMAILS: 'leilani@' }),
  ],
  [
    'a webhook without a secret',
    'WEBHOOK_SECRET',
    /is missing/,
    /16/,
    note({ WEBHOOK_URL: 'https://crm.school.dev' }),
  ],
  [
    'the gate’s login for the application',
    'site login',
    /not a member of lanai_app/,
    /portal_app in DATABASE_URL/,
    () => writeNote({ DATABASE_URL: stack.env.EDGE_DATABASE_URL ?? '' }),
  ],
  [
    'a gate that can write',
    'gate login',
    /can do more than lanai_edge/,
    /portal_edge in EDGE_DATABASE_URL/,
    sql('grant insert on notes to lanai_edge'),
    sql('revoke insert on notes from lanai_edge'),
  ],
  [
    'a missing extension',
    'extensions',
    /missing: fuzzystrmatch/,
    /create extension/,
    sql('drop extension if exists fuzzystrmatch'),
    sql('create extension if not exists fuzzystrmatch schema extensions'),
  ],
  [
    'a migration that is not applied',
    'migrations',
    /not applied: \d{4}_\w+\.sql$/,
    /npm run migrate/,
    sql(
      `update schema_migrations set name = '0000_' where name = (select max(name) from schema_migrations where name > '0013')`,
    ),
    sql(`update schema_migrations set name = '0013_roles.sql' where name = '0000_'`),
  ],
  [
    'a database that is newer',
    'code version',
    /also has 9000_more\.sql/,
    /Going back/,
    sql(`insert into schema_migrations (name, checksum) values ('9000_more.sql', '') on conflict do nothing`),
    sql(`delete from schema_migrations where name = '9000_more.sql'`),
  ],
  [
    'a read-only database',
    'writable',
    /is read-only/,
    /default_transaction_read_only/,
    ofDatabase('set default_transaction_read_only to on'),
    ofDatabase('reset default_transaction_read_only'),
  ],
  [
    'a delivery that never ran',
    'delivery',
    /never ran/,
    /deliver-outbox/,
    sql(`delete from scheduled_runs where name = 'deliver-outbox'`),
    ran,
  ],
  [
    'a delivery that is overdue',
    'delivery',
    /last ran 20 min ago/,
    /deliver-outbox/,
    sql(`update scheduled_runs set ended_at = now() - interval '20 min' where name = 'deliver-outbox'`),
    ran,
  ],
  [
    'a sweep that never ran',
    'sweep',
    /never ran/,
    /function sweep/,
    sql(`delete from scheduled_runs where name = 'sweep'`),
    ran,
  ],
  [
    'a sweep that is overdue',
    'sweep',
    /last ran 180 min ago/,
    /function sweep/,
    sql(`update scheduled_runs set ended_at = now() - interval '3 hours' where name = 'sweep'`),
    ran,
  ],
  [
    'a token that Postmark rejects',
    'email',
    /rejects the token/,
    /POSTMARK_SERVER_TOKEN/,
    postmark(401, { ErrorCode: 10 }),
  ],
  [
    'a sandbox of Postmark',
    'email',
    /sandbox/,
    /POSTMARK_SERVER_TOKEN/,
    postmark(200, { DeliveryType: 'Sandbox' }),
  ],
  [
    'a sender that Postmark has not confirmed',
    'messages',
    /1 waiting, oldest 60 min late, postmark_401/,
    /verify .* MAIL_FROM/,
    delivered(
      'password_changed',
      { POSTMARK_API_URL: 'refusing' },
      { status: 422, body: { ErrorCode: 401, Message: 'Not confirmed.' } },
    ),
    empty,
  ],
  [
    'a webhook that answers 404',
    'messages',
    /webhook_http_404/,
    /check WEBHOOK_URL/,
    delivered(
      'user_registered',
      { WEBHOOK_URL: 'refusing', WEBHOOK_SECRET: 'sixteen letters.' },
      { status: 404, body: {} },
    ),
    empty,
  ],
  [
    'a message that failed',
    'failed messages',
    /^1$/,
    /--dismiss/,
    sql(
      `insert into outbox (kind, dedupe_key, dead_at) values ('invitation', 'dead', now()) on conflict do nothing`,
    ),
    () => runCli(['outbox', '--dismiss'], { DATABASE_URL: stack.databaseUrl }),
  ],
  [
    'pictures that cannot be stored',
    'pictures',
    /./,
    /plan includes Blobs/,
    note({ NETLIFY_BLOBS_CONTEXT: blobsAway() }),
  ],
  [
    'a database that is away',
    'connection',
    /ECONNREFUSED/,
    /database is running/,
    () => writeNote({}, 'postgres://lanai:secret@127.0.0.1:1/lanai'),
  ],
  [
    'the HEALTH_SECRET of another site',
    'details',
    /answered 404/,
    /copy HEALTH_SECRET/,
    own({ HEALTH_SECRET: 'x'.repeat(40) }),
  ],
  [
    'the cookie of a session that has ended',
    'pages as a member',
    /answered 302/,
    /copy the cookie/,
    own({ MEMBER_COOKIE: 'a'.repeat(40) }),
  ],
  [
    'a deploy of another commit',
    'build',
    /c0ffee1a, but this checkout is at 0ddba11/,
    /publish the newest deploy/,
    own({ COMMIT_REF: '0ddba11' }),
  ],
  [
    'a clock that is wrong',
    'clock',
    /1[12]\d(?:\.\d)? s off/,
    /set this machine’s clock/,
    () => vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + performance.now() + 120_000 }),
  ],
]

test.each(WRONG)('%s fails the check %s', async (_, check, found, remedy, plant, undo) => {
  const before = env
  try {
    // Planted at each attempt: a schedule may run in between, and health is cached for a second.
    await vi.waitFor(async () => {
      await plant()
      const rows = await wrong()
      expect(new Set(rows.map(({ name }) => name))).toEqual(new Set([check]))
      for (const row of rows) {
        expect(row.found).toMatch(found)
        expect(row.remedy).toMatch(remedy)
      }
      expect(JSON.stringify(rows)).not.toContain('secret@')
    }, WITHIN)
  } finally {
    env = before
    await undo?.()
  }
})

test('an address that bounces is no alarm', async () => {
  await delivered(
    'password_changed',
    { POSTMARK_API_URL: 'refusing' },
    { status: 422, body: { ErrorCode: 406 } },
  )()
  expect(await query(stack, 'select last_error from outbox where dead_at is not null')).toEqual([
    { last_error: 'postmark_406' },
  ])
  expect(await wrong()).toEqual([])
  await empty()
})

async function examine(): Promise<CheckResult[]> {
  const out = vi.fn<(text: string) => void>()
  await doctor([...SECTIONS.slice(0, 4), '--deep', address, '--json'], { env, out, err: out })
  return JSON.parse(String(out.mock.lastCall)) as CheckResult[]
}

async function wrong() {
  return (await examine()).filter(({ state }) => state === 'fail' || state === 'warn')
}

/** Changes what the running portal has left for commands on its machine. */
function writeNote(changes: Record<string, string>, databaseUrl = stack.databaseUrl) {
  const note = { databaseUrl, env: { ...stack.env, HEALTH_SECRET, ...changes } }
  writeFileSync(join(dirname(stack.wakeFile), 'stack.json'), JSON.stringify(note))
}

function note(changes: Record<string, string>) {
  return () => writeNote(changes)
}

function own(changes: Record<string, string>) {
  return () => (env = { ...env, ...changes })
}

function sql(statement: string) {
  return () => query(stack, statement)
}

function ofDatabase(change: string) {
  const alter = `do $$ begin execute format('alter database %I ${change}', current_database()); end $$`
  // Sessions keep the mode that they began with.
  const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  return sql(`begin read write; ${alter}; commit; select pg_terminate_backend(pid) ${others}`)
}

function ran() {
  return query(
    stack,
    `insert into scheduled_runs select name, now() from unnest(array['sweep', 'deliver-outbox']) name
     on conflict (name) do update set ended_at = now()`,
  )
}

function postmark(status: number, body: object) {
  return () => {
    refusal = { status, body }
    writeNote({ POSTMARK_API_URL: refusing.url })
  }
}

/** A message of an hour ago, which the portal has tried to deliver. */
function delivered(kind: string, settings: Record<string, string>, answer: typeof refusal) {
  return async () => {
    refusal = answer
    for (const [name, value] of Object.entries(settings))
      vi.stubEnv(name, value === 'refusing' ? refusing.url : value)
    const payload = { to: 'kai@example.com', email: 'kai@example.com', fullName: 'Kai', userId: randomUUID() }
    await query(stack, `select enqueue($1, 'planted', $2)`, [kind, payload])
    await vi.waitFor(async () => {
      utimesSync(stack.wakeFile, new Date(), new Date())
      const tried = `update outbox set created_at = now() - interval '1 hour' where last_error is not null returning id`
      expect(await query(stack, tried)).toHaveLength(1)
    }, WITHIN)
  }
}

async function empty() {
  for (const name of ['WEBHOOK_URL', 'WEBHOOK_SECRET']) vi.stubEnv(name, undefined)
  await query(stack, 'delete from outbox')
}

function blobsAway(): string {
  const away = 'http://127.0.0.1:1'
  const context = { edgeURL: away, uncachedEdgeURL: away, token: 'token', siteID: 'lanai' }
  return Buffer.from(JSON.stringify(context)).toString('base64')
}

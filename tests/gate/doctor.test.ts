import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { runCli } from '../support/admin-cli.ts'
import {
  SECTIONS,
  startExaminedPortal,
  tryToDeliver,
  writeNote,
  type Asked,
  type Section,
} from '../support/planted-faults.ts'
import { query } from '../support/query.ts'

let portal: Awaited<ReturnType<typeof startExaminedPortal>>
beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  portal = await startExaminedPortal()
})
afterAll(async () => {
  await portal.close()
  vi.unstubAllEnvs()
})
afterEach(async () => {
  vi.useRealTimers()
  writeNote(portal.stack, {})
  // Also in a connection that was opened while the database was read-only.
  await sql(`begin read write;
    delete from outbox;
    insert into scheduled_runs select name, now() from unnest(array['sweep', 'deliver-outbox']) name
      on conflict (name) do update set ended_at = now();
    commit`)()
})

const BLOBS_AWAY = Buffer.from(
  '{"edgeURL":"http://127.0.0.1:1","uncachedEdgeURL":"http://127.0.0.1:1","token":"x","siteID":"x"}',
).toString('base64')

/** Each is planted in the running portal; `undo` ends it. The finding is 'check: found → remedy'. */
const WRONG: [Section, what: string, finding: RegExp, plant: Plant, undo?: () => unknown][] = [
  [
    'site',
    'another SITE_URL than the address',
    /^SITE_URL: differs .* emailed links .* → set SITE_URL to the URL that people open/,
    () => ({ address: portal.stack.siteUrl.replace('localhost', '127.0.0.1') }),
  ],
  ['site', 'no TLS', /^https: uses http: → .*SITE_URL/, asked({ address: 'http://x.school.dev' })],
  [
    'settings',
    'no gate login',
    /^EDGE_DATABASE_URL: is missing → .*portal_edge/,
    note('EDGE_DATABASE_URL', ''),
  ],
  ['settings', 'half a webhook', /^WEBHOOK_SECRET: is missing, .* → /, note('WEBHOOK_URL', 'https://a.b')],
  [
    'database',
    'the gate’s login for the application',
    /^site login: "portal_edge" is not a member of lanai_app → use the login portal_app in DATABASE_URL/,
    () => writeNote(portal.stack, { DATABASE_URL: portal.stack.env.EDGE_DATABASE_URL ?? '' }),
  ],
  [
    'database',
    'the owner’s login for the gate',
    /^gate login: "postgres" can do more than lanai_edge → use the login portal_edge in EDGE_DATABASE_URL/,
    () => writeNote(portal.stack, { EDGE_DATABASE_URL: portal.stack.databaseUrl }),
  ],
  [
    'database',
    'a gate that can write',
    /^gate login: "portal_edge" can do more than lanai_edge → use the login portal_edge/,
    sql('grant insert on notes to lanai_edge'),
    sql('revoke insert on notes from lanai_edge'),
  ],
  [
    'database',
    'a missing extension',
    /^extension: fuzzystrmatch is missing → .*create extension/,
    sql('drop extension if exists fuzzystrmatch'),
    sql('create extension if not exists fuzzystrmatch schema extensions'),
  ],
  [
    'database',
    'a read-only database',
    /^writable: the database is read-only → undo default_transaction_read_only/,
    ofDatabase('set default_transaction_read_only to on'),
    ofDatabase('reset default_transaction_read_only'),
  ],
  [
    'database',
    'no database',
    /^connection: .*ECONNREFUSED.* → .*database is running/,
    asked({ DATABASE_URL: 'postgres://lanai:x@127.0.0.1:1/lanai' }),
  ],
  [
    'database',
    'an administrator with the owner’s login',
    /^your login: "postgres" has full access.* → create a personal login/,
    () => ({ DATABASE_URL: portal.stack.databaseUrl }),
  ],
  [
    'schema',
    'an older schema, before a build',
    /^migrations: not applied: 0015_roles\.sql → npm run migrate/,
    sql(`update schema_migrations set name = '0000_' where name = '0015_roles.sql'`),
    sql(`update schema_migrations set name = '0015_roles.sql' where name = '0000_'`),
  ],
  [
    'database',
    'a newer schema',
    /^code version: The database is newer .*: it also has 9000_more\.sql\. → .*Going back/,
    sql(`insert into schema_migrations (name, checksum) values ('9000_more.sql', '') on conflict do nothing`),
    sql(`delete from schema_migrations where name = '9000_more.sql'`),
  ],
  [
    'database',
    'no delivery yet',
    /^delivery: never ran → .*the function deliver/,
    last('deliver-outbox', null),
  ],
  ['site', 'a late delivery', /^delivery: last ran 20 min ago → /, last('deliver-outbox', '20 min')],
  ['site', 'no sweep yet', /^sweep: never ran → .*the function sweep/, last('sweep', null)],
  ['database', 'a late sweep', /^sweep: last ran 180 min ago → /, last('sweep', '3 hours')],
  ['services', 'a wrong token', /^email: .* rejects the token → .*TOKEN/, postmark(401, { ErrorCode: 10 })],
  ['services', 'a sandbox', /^email: .* sandbox .* → .*TOKEN/, postmark(200, { DeliveryType: 'Sandbox' })],
  ['services', 'an archived stream', /^email: .*"broadcast".* → restore/, postmark(200, {})],
  [
    'database',
    'a sender that Postmark has not confirmed',
    /^messages: 1 waiting, oldest 60 min late, postmark_401 → verify .* MAIL_FROM in Postmark/,
    () => {
      const answer = { status: 422, body: { ErrorCode: 401, Message: 'Sender signature not confirmed.' } }
      return tryToDeliver(portal.stack, 'password_changed', { POSTMARK_API_URL: portal.refuse(answer) })
    },
  ],
  [
    'database',
    'a webhook that answers 404',
    /^messages: 1 waiting, oldest 60 min late, webhook_http_404 → check WEBHOOK_URL/,
    () => {
      const WEBHOOK_URL = portal.refuse({ status: 404, body: {} })
      return tryToDeliver(portal.stack, 'user_registered', {
        WEBHOOK_URL,
        WEBHOOK_SECRET: 'sixteen letters.',
      })
    },
  ],
  [
    'database',
    'a message that failed',
    /^failed messages: 1 → npm run admin -- outbox .*--dismiss/,
    sql(
      `insert into outbox (kind, dedupe_key, dead_at) values ('invitation', 'dead', now()) on conflict do nothing`,
    ),
    () => runCli(['outbox', '--dismiss'], { DATABASE_URL: portal.stack.databaseUrl }),
  ],
  ['services', 'a store that is away', /^pictures: .* → .*Blobs/, note('NETLIFY_BLOBS_CONTEXT', BLOBS_AWAY)],
  [
    'site',
    'another site’s secret',
    /^details: answered 404 → copy HEALTH_S/,
    asked({ HEALTH_SECRET: 'x'.repeat(40) }),
  ],
  [
    'site',
    'an old cookie',
    /^pages as a member: .* 302.* → copy the cookie/,
    asked({ MEMBER_COOKIE: 'a'.repeat(40) }),
  ],
  ['site', 'a stale deploy', /^build: .*c0ffee1a, .* at 0ddba11 → publish/, asked({ COMMIT_REF: '0ddba11' })],
  [
    'site',
    'a clock that is wrong',
    /^clock: 1[12]\d s off .* → set this machine’s clock/,
    () =>
      void vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + performance.now() + 120_000 }),
  ],
]

test('a portal in order passes every check', async () => {
  await vi.waitFor(async () => expect(await portal.findings(SECTIONS)).toEqual([]), WITHIN)
  const skipped = (await portal.examine(SECTIONS)).filter(({ state }) => state === 'skip')
  expect(new Set(skipped.map(({ found }) => found))).toEqual(
    new Set(['not used by the portal on this machine', 'not checked: the site has separate logins']),
  )
  expect(await sql('select from rate_limits')(), 'without a trace').toEqual([])
})

test.each(WRONG)('the doctor finds in the %s %s', async (section, _, finding, plant, undo) => {
  // Planted at each attempt: a schedule may run in between, and the gate answers the same for a second.
  const isFound = async () => {
    const asking = (await plant()) as Asked | undefined
    expect(await portal.findings([section], asking)).toEqual([expect.stringMatching(finding)])
  }
  await vi.waitFor(isFound, WITHIN).finally(() => undo?.())
})

test('the doctor raises no alarm for an address that bounces', async () => {
  const answer = { status: 422, body: { ErrorCode: 406, Message: 'Inactive recipient.' } }
  await tryToDeliver(portal.stack, 'password_changed', { POSTMARK_API_URL: portal.refuse(answer) })
  const dead = 'select last_error from outbox where dead_at is not null'
  expect(await sql(dead)()).toEqual([{ last_error: 'postmark_406' }])
  await vi.waitFor(async () => expect(await portal.findings(SECTIONS)).toEqual([]), WITHIN)
})

const WITHIN = { timeout: 90_000, interval: 300 }

function asked(given: Asked) {
  return () => given
}

function note(name: string, value: string) {
  return () => writeNote(portal.stack, { [name]: value })
}

function sql(statement: string) {
  return () => query(portal.stack, statement)
}

function ofDatabase(change: string) {
  const alter = `do $$ begin execute format('alter database %I ${change}', current_database()); end $$`
  return sql(`begin read write; ${alter}; commit`)
}

/** A schedule that ran this long ago; null for never. */
function last(name: string, ago: string | null) {
  return ago === null
    ? sql(`delete from scheduled_runs where name = '${name}'`)
    : sql(`update scheduled_runs set ended_at = now() - interval '${ago}' where name = '${name}'`)
}

function postmark(status: number, body: object) {
  return () => writeNote(portal.stack, { POSTMARK_API_URL: portal.refuse({ status, body }) })
}

type Plant = () => unknown

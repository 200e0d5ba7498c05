import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readMigrations } from '../../db/migration-files.ts'
import { runChecks, type Check } from '../../scripts/doctor/check.ts'
import {
  clientFor,
  databaseChecks,
  readHealth,
  schemaChecks,
  type Database,
} from '../../scripts/doctor/database.ts'
import type { PortalHealth } from '../../scripts/doctor/health.ts'
import { serviceChecks } from '../../scripts/doctor/services.ts'
import { siteChecks } from '../../scripts/doctor/site.ts'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/test-databases.ts'
import { startTestServer } from '../support/test-server.ts'

const SITE_URL = 'https://portal.school.dev'
const MIGRATIONS = join(import.meta.dirname, '../../db/migrations')

describe('the doctor finds in the database', () => {
  const database = useDatabase()
  const other = useDatabase()
  let migrations: string[]
  beforeAll(async () => {
    migrations = (await readMigrations(MIGRATIONS)).map(({ name }) => name)
    await query(database, `insert into scheduled_runs select unnest(array['sweep', 'deliver-outbox']), now()`)
  })

  test('nothing when it is in order', async () => {
    expect(await examine()).toEqual([])
  })

  test('before a build, logins in each other’s place', async () => {
    const { lanai_edge: DATABASE_URL } = database.roleUrls
    const site = { DATABASE_URL, EDGE_DATABASE_URL: database.databaseUrl }
    expect(await examine({ site }, schemaChecks)).toEqual([
      expect.stringMatching(
        /^site login: "\w+" is not a member of lanai_app → use a login in DATABASE_URL that is a member of lanai_app alone/,
      ),
      expect.stringMatching(
        /^gate login: "\w+" has more rights than lanai_edge: SUPERUSER, .* and \d+ more → use a login in EDGE_DATABASE_URL that is a member of lanai_edge alone/,
      ),
    ])
  })

  test('a # in the password of a connection string, and doesn’t print it', async () => {
    const found = await examine({ site: { EDGE_DATABASE_URL: 'postgres://portal:s3cret#@127.0.0.1/lanai' } })
    expect(found).toEqual([
      expect.stringMatching(/^gate login: Invalid URL → copy the connection string again, .*write # as %23/),
      expect.stringMatching(/^one database: Invalid URL → /),
    ])
    expect(found.join()).not.toContain('s3cret')
  })

  test('before a build, that the gate reads another database', async () => {
    const { lanai_app: DATABASE_URL } = database.roleUrls
    const { lanai_edge: EDGE_DATABASE_URL } = other.roleUrls
    expect(await examine({ site: { DATABASE_URL, EDGE_DATABASE_URL } }, schemaChecks)).toEqual([
      expect.stringMatching(/^one database: .*use two databases → copy host and database name/),
    ])
  })

  test('before a build, an old password in the site’s login', async () => {
    const DATABASE_URL = Object.assign(new URL(database.roleUrls.lanai_app), { password: 'old' }).href
    const why = 'password authentication failed'
    expect(await examine({ site: { DATABASE_URL } }, schemaChecks)).toEqual([
      expect.stringMatching(
        `^site login: DATABASE_URL: .*${why}.* → copy the connection string again.*VALID UNTIL`,
      ),
      expect.stringMatching(`^one database: .*${why}.* → first do what the lines about the logins say`),
    ])
  })

  test('before a build, that the database takes no changes, as a read replica', async () => {
    const DATABASE_URL = `${database.roleUrls.lanai_app}?options=-c%20default_transaction_read_only%3Don`
    expect(await examine({ site: { DATABASE_URL } }, schemaChecks)).toEqual([
      expect.stringMatching(/^site login: the database is read-only for this login → .*read replica/),
    ])
  })

  test('before a build, that the gate finds no SQL over HTTP', async () => {
    const site = { DATABASE_HTTP_URL: 'http://127.0.0.1:1/sql' }
    expect(await examine({ site }, schemaChecks)).toEqual([
      expect.stringMatching(
        /^one database: no SQL over HTTP: .*fetch failed → leave DATABASE_HTTP_URL empty$/,
      ),
    ])
  })

  test('in a build on Netlify, that its connection string is missing', async () => {
    expect(await examine({ url: '', isNetlify: true }, schemaChecks)).toEqual([
      expect.stringMatching(/^connection: no database found → set DATABASE_URL in Netlify/),
    ])
  })

  test.each([17, ['0001_members.sql']])(
    'a database of a version before 1.0, of the migrations %j',
    async (made) => {
      const health = () => Promise.resolve({ migrations: made } as unknown as PortalHealth)
      expect(await examine({ health }, schemaChecks)).toEqual([
        expect.stringMatching(
          /^migrations: a version before 1\.0 made this database → npm run migrate, .*docs\/deploy\.md, "From 0\.1 to 1\.0"/,
        ),
      ])
    },
  )

  test('a login of the gate that was created without its role', async () => {
    await query(database, `create role bare login password 'x'`)
    const url = Object.assign(new URL(database.databaseUrl), { username: 'bare', password: 'x' }).href
    const client = clientFor(url)
    expect(await examine({ client }, schemaChecks)).toEqual([
      expect.stringMatching(
        /^migrations: permission denied .* → give the login its role, .*: docs\/deploy\.md/,
      ),
    ])
    await query(database, 'drop role bare')
  })

  test.each([
    ['lanai_app createrole', 'DATABASE_URL', 'CREATEROLE'],
    ['lanai_app, pg_execute_server_program', 'DATABASE_URL', 'the role pg_execute_server_program'],
    ['lanai_app, lanai_edge', 'DATABASE_URL', 'the role lanai_edge, EXECUTE on record_bounce'],
  ])('a login in role %s', async (roles, variable, excess) => {
    await query(database, `create role strong login password 'x' in role ${roles}`)
    const url = Object.assign(new URL(database.databaseUrl), { username: 'strong', password: 'x' }).href
    const found = await examine({ site: { [variable]: url } }, schemaChecks)
    await query(database, 'drop role strong')
    expect(found).toEqual([
      expect.stringMatching(
        `"strong" has more rights than lanai_\\w+: ${excess}.* → use a login .* without attributes such as CREATEROLE`,
      ),
    ])
  })

  test('an administrator with the owner’s login', async () => {
    expect(await examine({ site: null })).toEqual([
      expect.stringMatching(/^your login: "\w+" has full access.* → create a personal login/),
    ])
  })

  test('that the site’s login may not try a write', async () => {
    await query(database, 'revoke execute on function lo_from_bytea from public')
    const found = await examine()
    await query(database, 'grant execute on function lo_from_bytea to public')
    expect(found).toEqual([
      expect.stringMatching(
        /^site login: a write by "\w+" is not checked: .*42501 → .*give back .*lo_from_bytea/,
      ),
      expect.stringMatching(/^gate login: a write by /),
    ])
  })

  test('that a query times out', async () => {
    const client = clientFor(database.databaseUrl)
    Reflect.set(client, 'query', () => Promise.reject(new Error('Query read timeout')))
    expect(await examine({ client })).toEqual([
      expect.stringMatching(/^connection: Query read timeout → end what holds a lock: .*idle in/),
    ])
  })

  test('that none answers', async () => {
    const client = clientFor('postgres://lanai:x@127.0.0.1:1/lanai')
    expect(await examine({ client })).toEqual([
      expect.stringMatching(/^connection: DATABASE_URL: .*ECONNREFUSED.* → .*database is running/),
    ])
  })

  test.each([
    [
      'a gate that can write',
      'grant insert on notes to portal_edge',
      'revoke insert on notes from portal_edge',
      /^gate login: "\w+" has more rights than lanai_edge: INSERT on notes → use a login in EDGE_DATABASE_URL/,
    ],
    [
      'a site that can create tables',
      'grant create on schema public to portal_app',
      'revoke create on schema public from portal_app',
      /^site login: "\w+" has more rights than lanai_app: CREATE on the schema → use a login in DATABASE_URL/,
    ],
    [
      'a site that can delete accounts',
      'grant execute on function delete_account to portal_app',
      'revoke execute on function delete_account from portal_app',
      /^site login: "\w+" has more rights than lanai_app: EXECUTE on delete_account → /,
    ],
    [
      'a role of the portal that can make others',
      'alter role lanai_app createrole',
      'alter role lanai_app nocreaterole',
      /^site login: "portal_app" has more rights than lanai_app: CREATEROLE → /,
    ],
    [
      'a member in a group that the content doesn’t have',
      `insert into users (id, email) values ('kai', 'kai@example.org'); insert into profiles (id) values ('kai');
        insert into member_groups values ('kai', 'cohort-9')`,
      'delete from users',
      /^groups: members are in groups that the content doesn’t have: cohort-9 \(1\) → .*groups move/,
    ],
    [
      'a full disk',
      `alter function pg_catalog.lo_from_bytea rename to lo_from_bytea_2;
        create function pg_catalog.lo_from_bytea(oid, bytea) returns oid language plpgsql as $$ begin raise disk_full; end $$;
        grant execute on function pg_catalog.lo_from_bytea to public`,
      `drop function pg_catalog.lo_from_bytea; alter function pg_catalog.lo_from_bytea_2 rename to lo_from_bytea`,
      /^connection: the database has no space left → free disk space, .*Neon/,
    ],
    [
      'a site login that looks for its tables elsewhere',
      ofLogin('set search_path to other'),
      ofLogin('reset search_path'),
      /^site login: "portal_app" has the search_path other, without public → .*RESET search_path/,
    ],
    [
      'a site login that finds another table of the same name first',
      `create schema other; create table other.sessions (); grant usage on schema other to portal_app; ${ofLogin('set search_path to other, public')}`,
      `${ofLogin('reset search_path')}; drop schema other cascade`,
      /^site login: "portal_app" has the search_path other, public, where sessions is not the portal’s → .*RESET search_path/,
    ],
    [
      'a time limit that its question exceeds',
      'alter function portal_health() rename to slow_health; ' +
        `create function portal_health() returns jsonb language plpgsql as $$ begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$`,
      'drop function portal_health(); alter function slow_health() rename to portal_health',
      /^migrations: canceling statement due to statement timeout → undo statement_timeout/,
    ],
    [
      'a database of another site',
      `select move_site('https://other.school.dev')`,
      'delete from site',
      /^one site: this database belongs to https:\/\/other\.school\.dev, .* → if the site has moved, npm run admin -- site --moved-to/,
    ],
    [
      'a restored dump',
      `insert into site (url, database_id) values ('${SITE_URL}', 'another')`,
      'delete from site',
      /^one site: this database is a copy of the one of https:\/\/portal\.school\.dev, .* → npm run admin -- after-restore/,
    ],
    [
      'that the function of its own question is gone',
      'alter function portal_health rename to other_health',
      'alter function other_health rename to portal_health',
      /^migrations: function public\.portal_health\(\) does not exist → compare the name of the database.*; npm run migrate, .*; if .* up to date, .*db\/migrations/,
    ],
    [
      'a hole in the migrations',
      `update schema_migrations set name = '0012_other.sql' where name = '0012_email_tokens.sql'`,
      `update schema_migrations set name = '0012_email_tokens.sql' where name = '0012_other.sql'`,
      /^migrations: not applied: 0012_email_tokens\.sql → npm run migrate/,
    ],
    [
      'a newer schema',
      `insert into schema_migrations (name, checksum) values ('9000_more.sql', '')`,
      `delete from schema_migrations where name = '9000_more.sql'`,
      /^migrations: The database is newer .*: it also has 9000_more\.sql\. → .*Going back/,
    ],
    [
      'an edited migration',
      `update schema_migrations set checksum = 'x' || checksum where name < '0003'`,
      `update schema_migrations set checksum = substr(checksum, 2) where name < '0003'`,
      /^migration files: edited after they were applied: 0001_roles\.sql, 0002_text\.sql → restore .*git checkout .* -- db\/migrations/,
    ],
    // Last: connections that are open for a moment longer stay so.
    [
      'that it is read-only',
      ofDatabase('set default_transaction_read_only to on'),
      `begin read write; ${ofDatabase('reset default_transaction_read_only')}; commit`,
      /^connection: the database is read-only for this login → undo default_transaction_read_only/,
    ],
  ])('%s', async (_, fault, mended, finding) => {
    await query(database, fault)
    const found = await examine()
    await query(database, mended)
    expect(found).toEqual([expect.stringMatching(finding)])
  })

  async function examine(changes: Partial<Database> = {}, checks = databaseChecks): Promise<string[]> {
    const { databaseUrl: url, roleUrls } = database
    const site = {
      SITE_URL,
      DATABASE_URL: roleUrls.lanai_app,
      EDGE_DATABASE_URL: roleUrls.lanai_edge,
      DATABASE_HTTP_URL: database.httpUrl,
    }
    const client = changes.client ?? clientFor(url)
    const examined = {
      isNetlify: false,
      url,
      client,
      health: () => readHealth(client),
      migrations,
      ...changes,
      site: changes.site === null ? null : { ...site, ...changes.site },
    }
    const found = await findings(checks, examined)
    await client.end().catch(() => undefined)
    return found
  }
})

test.each([
  ['a wrong token', 401, { ErrorCode: 10 }, /rejects the token → .*TOKEN/],
  ['a sandbox', 200, { DeliveryType: 'Sandbox' }, /sandbox .* → .*TOKEN/],
  [
    'streams of each other’s type',
    200,
    { MessageStreams: [stream('outbound', 'Broadcasts'), stream('broadcast', 'Transactional')] },
    /^email: the stream "outbound" is of the type Broadcasts, not Transactional → create a new server in Postmark/,
  ],
  [
    'an archived stream, or one that was never made',
    200,
    { MessageStreams: [stream('outbound', 'Transactional')] },
    /"broadcast" → in Postmark \(Message Streams\), restore .*Archived, or create one/,
  ],
  [
    'that it replaces our links that end emails',
    200,
    {
      MessageStreams: [
        stream('outbound', 'Transactional'),
        {
          ...stream('broadcast', 'Broadcasts'),
          SubscriptionManagementConfiguration: { UnsubscribeHandlingType: 'Postmark' },
        },
      ],
    },
    /replaces our links .* → ask Postmark’s support/,
  ],
  [
    'that it tells of bounces in one stream only',
    200,
    { Webhooks: [told('broadcast'), { ...told('outbound'), Url: 'https://example.org/hook' }] },
    /^bounces: .* tell https:\/\/portal\.school\.dev\/bounces of all three events, with BOUNCE_SECRET as password, in: outbound → .*docs\/deploy\.md/,
  ],
  [
    'that it tells with another password, and not of spam',
    200,
    {
      Webhooks: [
        told('outbound', false),
        { ...told('broadcast'), HttpAuth: { Username: 'postmark', Password: 'old' } },
      ],
    },
    /^bounces: .*, with BOUNCE_SECRET as password, in: outbound, broadcast → .*docs\/deploy\.md/,
  ],
  ['an outage', 500, {}, /Postmark answered 500 → .*status\.postmarkapp\.com/],
])('the doctor finds at Postmark %s', async (_, status, body, finding) => {
  const fine = {
    MessageStreams: [stream('outbound', 'Transactional'), stream('broadcast', 'Broadcasts')],
    Webhooks: ['outbound', 'broadcast'].map((stream) => told(stream)),
  }
  const answer: RequestListener = (_, response) =>
    response.writeHead(status).end(JSON.stringify({ ...fine, ...body }))
  const server = await startTestServer(answer)
  const env = {
    SITE_URL: 'https://portal.school.dev',
    BOUNCE_SECRET: 'x',
    POSTMARK_SERVER_TOKEN: 'x',
    POSTMARK_API_URL: server.url,
  }
  const found = await findings(serviceChecks, { env })
  await server.close()
  expect(found).toEqual([expect.stringMatching(finding)])
})

test('the doctor finds another server in Postmark’s place', async () => {
  const server = await startTestServer((_, response) => response.end('<html></html>'))
  const env = { BOUNCE_SECRET: 'x', POSTMARK_SERVER_TOKEN: 'x', POSTMARK_API_URL: server.url }
  const found = await findings(serviceChecks, { env })
  await server.close()
  const answer = /: answered 200, but not as Postmark does → leave POSTMARK_API_URL empty/
  expect(found).toEqual([expect.stringMatching(answer), expect.stringMatching(answer)])
})

describe('the doctor finds at a site one fault at a time:', () => {
  const examine = (address: string) =>
    findings(siteChecks, { address: new URL(address), details: () => Promise.resolve(null) })

  test('no TLS', async () => {
    expect(await examine('http://portal.school.dev')).toEqual([
      expect.stringMatching(/^https: uses http: → .*SITE_URL/),
    ])
  })

  test.each<[string, RequestListener, RegExp]>([
    [
      'that its gate is missing',
      ({ url }, response) => response.end(url === '/healthz' ? 'ok' : '<html></html>'),
      /^gate: answered 200 → take the site down/,
    ],
    [
      'that it is another site',
      (_, response) => response.end('<html></html>'),
      /^health: answered 200, but not as this portal does → check the address/,
    ],
    [
      'that it sends people on to its main address',
      (_, response) => response.writeHead(301, { location: 'https://portal.school.dev/healthz' }).end(),
      /^health: sends people on to https:\/\/portal\.school\.dev → check that address$/,
    ],
    [
      'that it is down',
      (_, response) => response.writeHead(503).end(),
      /^health: answered 503 → read the logs/,
    ],
    [
      'Netlify’s password in front of it',
      (_, response) => response.writeHead(401).end(),
      /^health: answered 401 → switch off Netlify’s own password/,
    ],
  ])('%s', async (_, answer, finding) => {
    const server = await startTestServer(answer)
    const found = await examine(server.url)
    await server.close()
    expect(found).toEqual([expect.stringMatching(finding)])
  })
})

/** A message stream as Postmark lists it. */
function stream(ID: string, MessageStreamType: string) {
  return { ID, MessageStreamType }
}

/** A webhook as Postmark lists it. */
function told(stream: string, isSpamTold = true) {
  const Triggers = {
    Bounce: { Enabled: true },
    SpamComplaint: { Enabled: isSpamTold },
    SubscriptionChange: { Enabled: true },
  }
  const HttpAuth = { Username: 'postmark', Password: 'x' }
  return { Url: 'https://portal.school.dev/bounces', MessageStream: stream, HttpAuth, Triggers }
}

function ofDatabase(change: string): string {
  return `do $$ begin execute format('alter database %I ${change}', current_database()); end $$`
}

/** Of the site's login, in this database alone, because tests share the server. */
function ofLogin(change: string): string {
  return `do $$ begin execute format('alter role portal_app in database %I ${change}', current_database()); end $$`
}

/** What is wrong, as 'check: found → remedy'. */
async function findings<Context>(checks: readonly Check<Context>[], context: Context): Promise<string[]> {
  const rows = await runChecks('any', checks, context)
  const wrong = rows.filter(({ state }) => state === 'fail' || state === 'warn')
  return wrong.map(({ name, found, remedy }) => `${name}: ${found} → ${remedy}`)
}

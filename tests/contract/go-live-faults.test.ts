import { describe, expect, test } from 'vitest'
import { at, DIRECT, everywhere, HOST, setting, TOKENS, type World } from '../support/deploy-world.ts'
import type { Trouble } from '../support/four-services.ts'
import { useGoLive } from '../support/go-live-call.ts'

const here = useGoLive()
const { database } = here

describe('what is wrong is named by one row, with what to do', () => {
  test.each<Fault>([
    ['a wrong token', env('NETLIFY_AUTH_TOKEN'), 'token', /does not take the token .* → make a new/],
    ['another team’s site', env('NETLIFY_SITE_ID'), 'site', /has none \(404\) → .* Project ID/],
    ['a setting missing', missing('MAIL_FROM'), 'settings', /production, MAIL_FROM is missing → .*variables/],
    ['a token of three letters', everywhereIs('POSTMARK_SERVER_TOKEN', 'abc'), 'settings', /has 3 letters/],
    ['a setting in builds alone', scopedTo('builds'), 'settings', /is not in the scope of functions/],
    ['another address', (w) => (w.site.ssl_url = 'https://a.app'), 'settings', /school\.dev.* at a\.app/],
    ['two versions of Node', node('18'), 'Node', /NODE_VERSION says 18, \.nvmrc says 24 → take/],
    ['a split test', (w) => w.splits.push({ active: true }), 'split testing', /the gate does not run/],
    ['a build that failed', deployIs('error', 'exit 1'), 'deploy', /^error: exit 1 → read its log/],
    ['Netlify down', failing(/v1\/user/, 503), 'token', /Netlify answers 503 → .*netlifystatus\.com/],
    ['Netlify slow', failing(/\/env$/, 'slow'), 'settings', /does not answer within 1 s → try again/],
    ['Netlify cut off', failing(/site-1$/, 'cut off'), 'site', /cannot be reached .* → try again/],
  ])('Netlify: %s', tell)

  test.each<Fault>([
    [
      'a direct string for the site',
      site(DIRECT, 'lanai_app'),
      'connection strings',
      /direct, not pooled → .*pooled/,
    ],
    [
      'a pooled string for migrations',
      ownerAt(HOST),
      'connection strings',
      /pooled: migrations need .* → .*direct/,
    ],
    ['a wrong key', env('NEON_API_KEY'), 'project', /Neon does not take the token \(401\) → make a new key/],
    [
      'a key of another project',
      (w) => (w.endpoints = []),
      'project',
      /sees none with the server of DATABASE_URL → /,
    ],
    [
      'production on a branch',
      onBranch('try-out'),
      'branch',
      /uses try-out, which is not the default → make it/,
    ],
    [
      'previews on production',
      previewsShare,
      'settings of previews',
      /use production’s database → make a branch/,
    ],
    [
      'nonsense',
      failing(/^\/neon\//, 'nonsense'),
      'project',
      /something else than its API promises → .*neonstatus/,
    ],
    ['a region far away', regionIs('fra'), 'region', /functions in eu-central-1, .*us-east-2 → choose cmh/],
    [
      'one that was far at the deploy',
      deployedTo('syd'),
      'region',
      /functions in ap-southeast-2, .* → choose cmh/,
    ],
  ])('Neon: %s', tell)

  test.each<Fault>([
    [
      'a wrong password of the owner',
      ownerAt(DIRECT, 'wrong-s3cret'),
      'owner',
      /refuses login and password → copy/,
    ],
    [
      'one of the site',
      site(HOST, 'lanai_app', 'wrong-s3cret'),
      'login of the site',
      /refuses .* → make the login/,
    ],
    [
      'a site that may do too much',
      site(HOST, 'owner'),
      'role of the site',
      /insert approval_events → .*fewer rights/,
    ],
    [
      'a gate that may do too much',
      gate(HOST, 'lanai_app'),
      'role of the gate',
      /may select users → .*fewer rights/,
    ],
    [
      'a gate without a login',
      withoutGate,
      'role of the gate',
      /EDGE_DATABASE_URL is not set.* → make portal_edge/,
    ],
  ])('database: %s', tell)

  test.each<Fault>([
    [
      'a wrong token',
      wrongServerToken,
      'server token',
      /does not take the token \(401\) → copy the server token/,
    ],
    [
      'a sandbox',
      (w) => (w.server.DeliveryType = 'Sandbox'),
      'server token',
      /delivers to nobody → make a live server/,
    ],
    [
      'no stream',
      (w) => (w.streams = []),
      'message stream',
      /there is no "outbound" → make a transactional stream/,
    ],
    [
      'a wrong account token',
      env('POSTMARK_ACCOUNT_TOKEN'),
      'sender',
      /does not take the token .* → .*account token/,
    ],
    [
      'a sender nobody confirmed',
      signature(false),
      'sender',
      /the signature is not confirmed → press the link/,
    ],
    [
      'a sender nobody knows',
      (w) => (w.domains = []),
      'sender',
      /does not know the address .* → add its domain/,
    ],
    [
      'a signature without a domain',
      signature(true),
      'DKIM',
      /no domain of this account: .*spam folders → add it/,
    ],
    [
      'no DKIM',
      domain('DKIMVerified'),
      'DKIM',
      /not verified: mail goes to spam folders → write the TXT record/,
    ],
    [
      'no return path',
      domain('ReturnPathDomainVerified'),
      'return path',
      /not verified: DMARC .* → .*CNAME record/,
    ],
    [
      'another shape',
      failing(/k\/server/, 'another shape'),
      'server token',
      /something else .* → .*status\.postmarkapp/,
    ],
    ['asked too often', failing(/k\/domains/, 429), 'sender', /asked too often \(429\) → try again later/],
  ])('Postmark: %s', tell)

  test.each<Fault>([
    ['refuse', failing(/\/blobs\//, 403), 'store of pictures', /Blobs refuses \(403\) → .*plan/],
    ['fail', failing(/\/blobs\//, 500), 'store of pictures', /Blobs answers 500 → try again later/],
    [
      'are slow',
      failing(/\/blobs\//, 'slow'),
      'store of pictures',
      /Blobs does not answer → try again later/,
    ],
  ])('Blobs that %s', tell)
})

/** What one cause spoils besides. */
const ALSO: Record<string, string> = {
  'settings of previews': 'branch of previews',
  branch: 'branch of previews',
  sender: 'DKIM',
  settings: 'server token',
}

async function tell(_title: string, spoil: Fault[1], what: string, told: RegExp): Promise<void> {
  spoil(here.world)
  const { status, rows, next } = await here.rows()
  const failed = rows.filter(({ state }) => state === 'FAIL')
  const row = failed.find((each) => each.what === what)
  expect(`${row?.found ?? ''} → ${row?.cure ?? ''}`).toMatch(told)
  expect(failed.map((each) => each.what).filter((each) => each !== what && each !== ALSO[what])).toEqual([])
  expect(failed).toContainEqual(next)
  expect(status).toBe(1)
}

function env(name: string): Spoil {
  return ({ env }) => (env[name] = 'old-s3cret')
}

function missing(key: string): Spoil {
  return (world) => (setting(world, key).values = [{ context: 'deploy-preview', value: 'a@b.dev' }])
}

function everywhereIs(key: string, value: string): Spoil {
  return (world) => (setting(world, key).values = [{ context: 'all', value }])
}

function scopedTo(scope: string): Spoil {
  return (world) => (setting(world, 'DATABASE_URL').scopes = [scope])
}

function node(version: string): Spoil {
  return ({ variables }) => variables.push(everywhere('NODE_VERSION', version))
}

function deployIs(state: string, error_message: string): Spoil {
  return ({ site }) => (site.published_deploy = { state, error_message, commit_ref: null })
}

function regionIs(airport: string): Spoil {
  return ({ site }) => (site.functions_region = airport)
}

function deployedTo(airport: string): Spoil {
  return ({ site }) => Object.assign(site.published_deploy ?? {}, { functions_region: airport })
}

function failing(path: RegExp, how: ReturnType<Trouble>): Spoil {
  return () => (here.services.trouble = (asked) => (path.test(asked) ? how : null))
}

function site(host: string, login: Login, password?: string): Spoil {
  return (world) => inProduction(world, 'DATABASE_URL', at(host, urlOf(login), password))
}

function gate(host: string, login: Login): Spoil {
  return (world) => inProduction(world, 'EDGE_DATABASE_URL', at(host, urlOf(login)))
}

function withoutGate(world: World): void {
  world.variables = world.variables.filter(({ key }) => key !== 'EDGE_DATABASE_URL')
}

function inProduction(world: World, key: string, value: string): void {
  setting(world, key).values = [{ context: 'production', value }]
}

function ownerAt(host: string, password?: string): Spoil {
  return ({ env }) => (env.DATABASE_URL = at(host, database.databaseUrl, password))
}

function urlOf(login: Login): string {
  return login === 'owner' ? database.databaseUrl : database.roleUrls[login]
}

function previewsShare(world: World): void {
  setting(world, 'DATABASE_URL').values = [{ context: 'all', value: at(HOST, urlOf('lanai_app')) }]
}

function onBranch(name: string): Spoil {
  return (world) => (world.branches = [{ id: 'br-main', name, default: false }])
}

function wrongServerToken(world: World): void {
  setting(world, 'POSTMARK_SERVER_TOKEN').values = [
    { context: 'all', value: TOKENS.server.replace('8', '9') },
  ]
}

function signature(Confirmed: boolean): Spoil {
  return (world) =>
    Object.assign(world, { domains: [], senders: [{ EmailAddress: 'Portal@school.dev', Confirmed }] })
}

function domain(unverified: 'DKIMVerified' | 'ReturnPathDomainVerified'): Spoil {
  return ({ domains }) => Object.assign(domains[0] ?? {}, { [unverified]: false })
}

type Login = 'owner' | 'lanai_app'

type Spoil = (world: World) => unknown

type Fault = [title: string, spoil: Spoil, what: string, told: RegExp]

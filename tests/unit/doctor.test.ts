import { afterEach, describe, expect, test, vi } from 'vitest'
import type { HttpResponse } from '../../scripts/doctor/send-request.ts'
import { runChecks } from '../../scripts/doctor/check.ts'
import { serviceChecks } from '../../scripts/doctor/services.ts'
import { settingsChecks } from '../../scripts/doctor/settings.ts'
import { siteChecks } from '../../scripts/doctor/site.ts'
import { doctor } from '../../scripts/doctor.ts'

afterEach(() => vi.unstubAllGlobals())

describe('the settings of a site', () => {
  const good = {
    SITE_URL: 'https://portal.school.dev',
    DATABASE_URL: 'postgres://portal_app:s3cret@ep-a-pooler.us-east-2.aws.neon.tech/neondb',
    EDGE_DATABASE_URL: 'postgres://portal_edge:s3cret@ep-a-pooler.us-east-2.aws.neon.tech/neondb',
    POSTMARK_SERVER_TOKEN: '8d6e1f30-0f5f-4bd3-9a53-3f3f9c7c4c11',
    MAIL_FROM: 'Lanai <portal@school.dev>',
  }
  const examine = (env: Record<string, string>, isLocal = false) =>
    runChecks('settings', settingsChecks, { env, isLocal })

  test('pass as documented', async () => {
    expect((await examine(good)).filter(({ state }) => state !== 'ok')).toEqual([])
  })

  test.each([
    ['SITE_URL', '', 'is missing'],
    ['SITE_URL', 'https://localhost:4321', 'this machine'],
    ['SITE_URL', 'http://portal.school.dev', 'http is for localhost only'],
    ['SITE_URL', 'https://portal.example.org', 'example'],
    ['SITE_URL', 'https://portal.school.dev/home', 'has a path'],
    ['DATABASE_URL', 'mysql://s3cret@x/y', 'is not a connection string'],
    ['DATABASE_URL', 'postgres://a:s3cret@127.0.0.1/b', 'this machine'],
    ['DATABASE_URL', 'postgres://portal_app:****@ep-a.aws.neon.tech/neondb', 'no password'],
    ['POSTMARK_SERVER_TOKEN', 'POSTMARK_API_TEST', 'sends nothing'],
    ['MAIL_FROM', 'portal', 'is not a sender'],
    ['ADMIN_EMAILS', 'leilani@school.dev, s3cret', 'invalid email address'],
    ['ADMIN_NOTICES', 'weekly', 'must be each, hourly or daily'],
    ['HEALTH_SECRET', 's3cret', 'fewer than 32'],
    ['WEBHOOK_URL', 'http://crm.school.dev', 'https:'],
    ['WEBHOOK_ALLOW_LOOPBACK', '1', 'only for npm start'],
  ])('fail with %s=%s, by name and without the value', async (name, value, why) => {
    const rows = await examine({ ...good, WEBHOOK_SECRET: 'sixteen letters!', [name]: value })
    expect(rows.filter(({ state }) => state !== 'ok')).toEqual([failure('settings', name, why)])
    expect(JSON.stringify(rows)).not.toContain('s3cret')
  })

  test("require a webhook secret, and warn when the gate uses the site's login", async () => {
    const rows = await examine({ ...good, WEBHOOK_URL: 'https://crm.school.dev/hook', EDGE_DATABASE_URL: '' })
    expect(rows).toContainEqual(failure('settings', 'WEBHOOK_SECRET', 'WEBHOOK_URL is set'))
    expect(rows).toContainEqual(failure('settings', 'EDGE_DATABASE_URL', 'is not set', 'warn'))
  })
})

describe('services', () => {
  test.each([
    ['no token', {}, 200, 'fail', 'is not set'],
    ['a refused token', { POSTMARK_SERVER_TOKEN: 's3cret' }, 401, 'fail', 'rejects the token'],
    ['trouble at Postmark', { POSTMARK_SERVER_TOKEN: 's3cret' }, 500, 'warn', 'answered 500'],
  ])('say %s', async (_, env, status, state, found) => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status })))
    expect(await runChecks('services', serviceChecks, env)).toContainEqual(
      failure('services', 'email', found, state),
    )
  })
})

describe('a deployed site', () => {
  const newestMigration = '0002_more.sql'
  const inOrder = {
    deploy: 'd1',
    migration: newestMigration,
    outbox: { dead: 0, oldestSeconds: null },
    sweptSecondsAgo: 60,
  }
  const SECURITY = {
    'content-security-policy': "default-src 'self'; script-src 'self' 'sha256-x'; frame-ancestors 'none'",
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
  }
  const isMember = (headers: Headers) => headers.cookie === '__Host-session=member'
  const isOwn = (headers: Headers) => headers['sec-fetch-site'] === 'same-origin'
  const env = { HEALTH_SECRET: 's'.repeat(32), MEMBER_COOKIE: 'member' }
  const examine = (hole: Hole = () => ({}), environment: NodeJS.ProcessEnv = env) =>
    runChecks('site', siteChecks, {
      address: new URL('https://portal.school.dev'),
      pages: ['/leaderboard', '/perks'],
      newestMigration,
      env: environment,
      ask: (target, question = {}) => {
        const asked = question.headers ?? {}
        const { headers = {}, ...rest } = { ...answerOf(target, asked), ...hole(target, asked) }
        return Promise.resolve({ ...rest, header: (name) => headers[name] ?? '' })
      },
    })

  test('is in order', async () => {
    expect((await examine()).filter(({ state }) => state !== 'ok')).toEqual([])
  })

  test.each<[string, string, Hole, string]>([
    ['has lost its headers', 'security headers', at('/auth', { headers: {} }), 'content-security-policy'],
    ['takes any cookie for a session', 'unknown session', at('/', { status: 500 }), '500'],
    ['serves files before the gate', 'gate before files', at('/index.html', { status: 404 }), '404'],
    ['shows a page', 'pages without a session', at('/perks', { status: 200 }), '1 of 6 open: /perks'],
    [
      'leads to another site',
      'spellings of a path',
      at('//leaderboard', { headers: { location: '//evil.example/' } }),
      'open: //leaderboard',
    ],
    [
      'takes actions of other sites',
      'cross-site actions',
      at('/_actions/auth.signOut', { status: 200 }),
      '200',
    ],
    ['has an older schema', 'build', details({ migration: '0001_members.sql' }), '0001_members.sql'],
    [
      'does not deliver',
      'schedules',
      details({ outbox: { dead: 1, oldestSeconds: 2 } }),
      'failed messages 1',
    ],
    ['does not sweep', 'schedules', details({ sweptSecondsAgo: 9000 }), 'swept 9000 s ago'],
    [
      'shows a member an empty page',
      'pages as a member',
      at('/perks', { body: '' }, isMember),
      '/perks answered 200',
    ],
  ])('%s, which the check "%s" says', async (_, name, hole, found) => {
    expect(await examine(hole)).toContainEqual(failure('site', name, found))
  })

  test('reports a wrong SITE_URL when the site refuses its own actions', async () => {
    const rows = await examine(at('/_actions/auth.signOut', { status: 403 }))
    expect(rows).toContainEqual(failure('site', 'SITE_URL', 'differs from this URL'))
  })

  /** What a site in order answers. */
  function answerOf(target: string, headers: Headers): Simple {
    const body = '<html></html>'
    if (isMember(headers)) return { status: 200, body, headers: { 'cache-control': 'private, no-cache' } }
    if (headers['x-lanai-signature']) return { status: 200, body: JSON.stringify(inOrder) }
    if (target === '/healthz') return { status: 200, body: 'ok' }
    if (target === '/auth') return { status: 200, body, headers: SECURITY }
    if (target === '/index.html') return { status: 308, body: '', headers: { location: '/' } }
    if (target.startsWith('/_actions/auth')) return { status: isOwn(headers) ? 200 : 403, body: '' }
    return { status: 302, body: '', headers: { location: '/auth?next=%2F' } }
  }

  function at(
    path: string,
    answer: Partial<Simple>,
    isAsked: (headers: Headers) => boolean = () => true,
  ): Hole {
    return (target, headers) => (target === path && isAsked(headers) ? answer : {})
  }

  function details(wrong: object): Hole {
    return at('/healthz/details', { status: 200, body: JSON.stringify({ ...inOrder, ...wrong }) })
  }

  interface Simple extends Pick<HttpResponse, 'status' | 'body'> {
    headers?: Record<string, string>
  }
  type Headers = Readonly<Record<string, string>>
  type Hole = (target: string, headers: Headers) => Partial<Simple>
})

describe('npm run doctor', () => {
  test('exits with 2 for wrong arguments and with 0 for --help', async () => {
    for (const args of [['--crumbs'], ['kitchen'], ['--deep', 'ftp://x'], ['--deep', 'nonsense']])
      expect(await run(args)).toMatchObject({ status: 2, text: expect.stringContaining('Usage:') as string })
    expect(await run(['--help'])).toMatchObject({ status: 0 })
  })

  test('prints each failure with its remedy, as text and as JSON', async () => {
    const { status, text } = await run(['settings'])
    expect(status).toBe(1)
    expect(text).toMatch(/^fail {2}settings {2}SITE_URL: is missing\n +→ set it to the site’s URL/)
    const rows = JSON.parse((await run(['settings', '--json'])).text) as unknown[]
    expect(rows).toContainEqual(failure('settings', 'MAIL_FROM', 'is missing'))
  })

  test("reports a site that doesn't answer", async () => {
    const { status, text } = await run(['--deep', 'http://127.0.0.1:1'])
    expect(status).toBe(1)
    expect(text).toMatch(/^fail {2}site {6}health: connect ECONNREFUSED/)
  })

  async function run(args: string[]) {
    const say = vi.fn<(text: string) => void>()
    const status = await doctor(args, { env: { LANAI_DATA: 'nowhere' }, out: say, err: say })
    return { status, text: say.mock.calls.join('\n') }
  }
})

function failure(section: string, name: string, found: string, state = 'fail') {
  return {
    section,
    name,
    state,
    found: expect.stringContaining(found) as string,
    remedy: expect.stringMatching(/./) as string,
  }
}

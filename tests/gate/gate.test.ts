import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import fc from 'fast-check'
import { DomUtils } from 'htmlparser2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { plainMember } from '../fakes/member.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { canariesOf, pathOf, readBuiltSite } from '../support/built-site.ts'
import { elements, parseHtml } from '../support/html.ts'
import { exchange, rawRequest, type RawAnswer, type RawOptions } from '../support/raw-http.ts'
import { inlineHash } from '#src/layouts/inline-hash.ts'
import { fillMarkers } from '#src/server/gate/markers.ts'
import { HEALTH_PATH, publicFiles, publicScreens } from '#src/shared/paths.ts'
import { startReadyStack } from '../support/test-stack.ts'
import type { Viewer } from '#src/shared/viewer.ts'
import { query } from '../support/query.ts'
import { FULL_NAME, signedInMember, signInEach, type Visitor } from '../support/signed-in-member.ts'
import type { Stack } from '../../netlify/local/stack.ts'
import { builtPages, forReader, ownPolicy, parsePolicy } from './built-pages.ts'
import { randomRequest } from './random-request.ts'
import spellings from './spellings.json' with { type: 'json' }

/** `FUZZ_SEED=1 FUZZ_REQUESTS=100000 npx vitest run --project gate gate.test -t random` repeats a run, or lengthens it. */
const SEED = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 400)
const PUBLIC: readonly string[] = [...publicScreens, ...publicFiles, HEALTH_PATH]
/** How an HTTP/1.1 host refuses a malformed request before the gate. */
const PROTOCOL_REFUSALS = [400, 405, 411, 413, 414, 417, 431, 501, 505]

const site = readBuiltSite()
const everyCanary = [
  ...new Set(
    site.protectedFiles
      // /edit and /people aren't for every member.
      .filter(
        (file) => file.endsWith('.html') && !/^(?:states\/|edit(?:-sign-in)?\.html|people\.html)/.test(file),
      )
      .flatMap((file) => canariesOf(site.readProtected(file))),
  ),
]

/** The files of the vault that an editor can open. */
const shown = site.protectedFiles.filter((file) => !/^(?:states\/|people\.html)/.test(file))

let portal: Stack
let cookies: ReadonlyMap<Visitor, string>
/** By the members' addresses. */
let members: ReadonlyMap<string, Pick<Viewer, 'id' | 'memberSince'>>
beforeAll(async () => {
  portal = await startReadyStack()
  cookies = await signInEach(portal)
  const found = await query<Pick<Viewer, 'id' | 'email' | 'memberSince'>>(
    portal,
    'select id, email, member_since as "memberSince" from members',
  )
  members = new Map(found.map(({ email, ...member }) => [email, member]))
})
afterAll(() => portal.close())

describe.concurrent('every protected file', () => {
  test('redirects a signed-out visitor to sign-in', async () => {
    for (const path of shown.map(pathOf)) {
      const answer = await ask(path)
      expect([path, answer.status, answer.body]).toEqual([path, 302, ''])
      expect(header(answer, 'location')).toBe(`/auth?next=${encodeURIComponent(path)}`)
      expectNoCanary(answer)
    }
  })

  test("is what was built with the member's data", async () => {
    for (const file of shown) {
      const answer = await fetch(portal.siteUrl + pathOf(file), { headers: cookieOf('editor') })
      expect([file, answer.status, answer.headers.get('content-type')]).toEqual([file, 200, typeOf(file)])
      expect(Buffer.from(await answer.arrayBuffer()).equals(asShown(file, 'editor')), file).toBe(true)
      expect(answer.headers.get('cache-control'), file).toBe('private, no-cache')
    }
  })
})

describe('the header’s policy', () => {
  test('allows inline code by its hash alone', async () => {
    const policy = policyOf(await ask('/auth'))
    const sources = [...parsePolicy(policy).values()].flat()
    const plain = ["'self'", "'none'", 'data:', 'blob:', 'https:']
    expect(
      sources.filter((source) => !plain.includes(source) && !/^'sha256-[\w+/]{43}='$/.test(source)),
    ).toEqual([])
    expect(parsePolicy(policy).get('script-src')).not.toContain('https:')
    expect(parsePolicy(policy).get('style-src')).not.toContain('https:')
  })

  test('allows the inline code of every page', async () => {
    const header = parsePolicy(policyOf(await ask('/auth')))
    expect(header.get('frame-src')).toEqual(["'self'", 'https:'])
    for (const [file, html] of builtPages(site)) {
      expect(ownPolicy(html).get('frame-src')?.join(' '), file).toMatch(
        /^(?:'(?:none|self)'|https:[^ ]*| )+$/,
      )
      const inline = 'script:not([src], [type="application/json"]), style'
      for (const element of elements(parseHtml(html), inline))
        expect(header.get(`${element.name}-src`), file).toContain(
          `'${inlineHash(DomUtils.textContent(element))}'`,
        )
    }
  })
})

describe("a member's calendar link", () => {
  let cookie: string
  let path: string
  beforeAll(async () => {
    cookie = await signedInMember(portal, { email: 'kai@example.com', status: 'approved' })
  })
  beforeEach(async () => {
    await query(portal, 'delete from rate_limits')
    const { body } = await act('calendar.addFeed')
    path = /\/feeds\/[0-9a-f]{64}\.ics/.exec(body)?.[0] ?? body
  })

  test('shows the programme’s events to a calendar that knows no session', async () => {
    const answer = await ask(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toEqual([
      expect.stringMatching(/^text\/calendar; charset=utf-8$/i),
    ])
    expect(answer.headers.has('set-cookie')).toBe(false)
    expect(answer.body).toMatch(
      /^BEGIN:VCALENDAR\r\n[^]*BEGIN:VTIMEZONE[^]*SUMMARY:Founders’ lunch\r\n[^]*END:VCALENDAR\r\n$/,
    )
    const page = await ask('/calendar.ics', { headers: { cookie } })
    expect(page.body).toBe(answer.body)
  })

  test('answers 404 once it is revoked', async () => {
    const [etag = ''] = (await ask(path)).headers.get('etag') ?? []
    await act('calendar.endFeeds')
    for (const headers of [{}, { 'if-none-match': etag }, { cookie: 'session=x' }]) {
      const answer = await ask(path, { headers })
      expect([answer.status, answer.body.includes('VCALENDAR')]).toEqual([404, false])
      expect(answer.headers.has('etag')).toBe(false)
    }
  })

  test('is the only path that robots.txt allows', async () => {
    expect((await ask('/robots.txt')).body).toContain('User-agent: *\nAllow: /feeds/\nDisallow: /\n')
  })

  function act(action: string) {
    return ask(`/_actions/${action}`, { method: 'POST', headers: { origin: portal.siteUrl, cookie } })
  }
})

describe('pages for editors and administrators', () => {
  let admin: Record<string, string>
  beforeAll(async () => {
    admin = { cookie: await signedInMember(portal, { email: 'noe@example.com', status: 'approved' }) }
    await query(portal, `select * from set_role('{noe@example.com}', 'admin', true)`)
  })

  test('no other member’s page mentions /people', async () => {
    const [admins, editors] = await Promise.all([ask('/', { headers: admin }), askAs('editor', '/')])
    expect(admins.body).toContain('&quot;/people&quot;')
    expect(editors.body).not.toMatch(/\/people|\[\[admins:/)
  })

  test('no script of the navigation mentions /people', () => {
    const scripts = globSync('dist/_astro/*.js', { cwd: BUILT_PROJECT })
    const leading = scripts.filter((file) =>
      /["'`]\/people\b/.test(readFileSync(join(BUILT_PROJECT, file), 'utf8')),
    )
    expect(scripts.length).toBeGreaterThan(20)
    expect(leading).toEqual([])
  })

  test('/edit has a security policy of its own', async () => {
    const answer = await askAs('editor', '/edit')
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('"repo":"example/lanai"')
    const policy = policyOf(answer)
    expect(policy).toContain("script-src 'self';")
    expect(policy).toMatch(/connect-src [^;]*https:\/\/api\.github\.com/)
    expect(policy).not.toMatch(/unsafe-eval|https:[ ;]/)
    for (const path of ['/', '/auth', '/calendar', '/video-playlist', '/nothing'])
      expect(policyOf(await askAs('editor', path))).not.toMatch(/github|'unsafe-inline'/)
  })

  test('pages link only editors to /edit', async () => {
    const [editors, members] = await Promise.all([
      askAs('editor', '/calendar'),
      askAs('approved', '/calendar'),
    ])
    expect(editors.body).toContain('href="/edit#/collections/pages/entries/calendar"')
    expect(members.body).not.toMatch(/\/edit#|Edit this page|\[\[(viewer|editors):/)
  })
})

const SIGN_IN = '302 /auth?next=%2Fleaderboard'
/** Requests that passed other products' gates, by advisory, with our answer to a signed-out visitor. */
test.each([
  ['CVE-2025-29927', '/leaderboard', 'x-middleware-subrequest: src/middleware', SIGN_IN],
  ['CVE-2025-64765', '/%6ceaderboard.html', '', '308 /leaderboard'],
  ['CVE-2026-2880', '/leaderboard;x', '', '404 '],
  ['CVE-2026-40575', '/leaderboard', 'x-forwarded-uri: /auth', SIGN_IN],
  ['CVE-2026-48794', '/leaderboard', 'x-original-url: https://Auth.x/auth', SIGN_IN],
  ['GHSA-5m6w-wvh7-57vm', '/leaderboard', 'x_forwarded_uri: /auth', SIGN_IN],
  ['GHSA-6384-m2mw-rf54', '/leaderboard', 'x-forwarded-prefix: /_astro', SIGN_IN],
  ['GHSA-6jwx-7vp4-9847', '/auth%2F../leaderboard', '', '404 '],
  ['GHSA-6jwx-7vp4-9847', '/_astro%252F..%252Fleaderboard', '', '404 '],
  ['GHSA-vj59-8hwv-xxmv', `/%${'25'.repeat(4)}6ceaderboard`, '', '308 /leaderboard'],
  ['a route of Astro', '/avatars/index.html', '', '308 /avatars'],
  ['a path of Astro', '/leaderboard', 'x-astro-path: /auth', SIGN_IN],
  ['locals of Astro', '/leaderboard', 'x-astro-locals: {"member":{"approvalStatus":"approved"}}', SIGN_IN],
  ['an edge function of Netlify', '/leaderboard', 'x-nf-passthrough: passthrough', SIGN_IN],
  ['a part', '/leaderboard', 'range: bytes=0-100', SIGN_IN],
  ['a condition', '/leaderboard', 'if-none-match: *', SIGN_IN],
  ['a login', '/leaderboard', 'authorization: Bearer approved', SIGN_IN],
])('%s: %s with "%s" is answered with %s', async (_, target, header, expected) => {
  const asked = { method: 'GET', target, headers: header ? [header] : [] }
  const { status, location } = await askRaw({ ...asked, who: 'signed out' })
  expect(`${status} ${location}`).toBe(expected)
  const denied = await askRaw({ ...asked, who: 'denied' })
  expect(denied.status).toBe(expected === SIGN_IN ? 403 : status)
  expect(everyCanary.filter((canary) => denied.raw.includes(canary))).toEqual([])
})

test(
  `${REQUESTS} random requests show an outsider nothing (FUZZ_SEED=${SEED})`,
  { timeout: 3_600_000 },
  async () => {
    const rule = fc.asyncProperty(randomRequest(site.protectedFiles.map(pathOf)), async (request) => {
      const { raw, status, location, cacheControl } = await askRaw(request)
      expect(everyCanary.filter((canary) => raw.includes(canary))).toEqual([])
      const pathname = URL.parse(`http://x${request.target}`)?.pathname ?? ''
      const isOutsideGate = /^\/(?:_astro|\.netlify\/images)\//.test(pathname)
      if (status < 300 || status === 304) expect([isOutsideGate, PUBLIC.includes(pathname)]).toContain(true)
      if (PROTOCOL_REFUSALS.includes(status)) return
      expect(status).toBeLessThan(500)
      expect(location).toMatch(/^(?:$|\/(?![/\\]))/)
      if (!isOutsideGate) expect(cacheControl).toMatch(/no-store|private/)
    })
    const asked = { who: 'signed out', method: 'GET', headers: [] as string[] } as const
    const examples = spellings.map((target): [Asked] => [{ ...asked, target }])
    await fc.assert(rule, { seed: SEED, numRuns: REQUESTS, examples })
  },
)

/** A built file as this visitor must get it. */
function asShown(file: string, who: Visitor): Buffer {
  const email = `${who}@example.com`
  const rights = { isEditor: who === 'editor', isAdmin: false }
  const { id = '', memberSince = null } = members.get(email) ?? {}
  const viewer = { ...plainMember, id, email, fullName: FULL_NAME, memberSince, ...rights }
  const text =
    forReader(site.readProtected(file), { groups: [], isStaff: rights.isEditor }, typeOf(file)) ?? ''
  return Buffer.from(file.endsWith('.html') ? fillMarkers(text, { viewer }) : text)
}

/** The content type that a file must have. */
function typeOf(file: string): string | undefined {
  return {
    '.html': 'text/html; charset=utf-8',
    '.ics': 'text/calendar; charset=utf-8',
    '.json': 'application/json',
  }[extname(file)]
}

function ask(target: string, options: RawOptions = {}): Promise<RawAnswer> {
  return rawRequest(portal.siteUrl, target, options)
}

function askAs(who: Visitor, path: string): Promise<RawAnswer> {
  return ask(path, { headers: cookieOf(who) })
}

function cookieOf(who: Visitor): Record<string, string> {
  const cookie = cookies.get(who)
  return cookie ? { cookie } : {}
}

function expectNoCanary(answer: Pick<RawAnswer, 'raw'>): void {
  expect(everyCanary.filter((canary) => answer.raw.includes(canary))).toEqual([])
}

function header(answer: RawAnswer, name: string): string | null {
  return answer.headers.get(name)?.join(', ') ?? null
}

function policyOf(answer: RawAnswer): string {
  const policies = answer.headers.get('content-security-policy') ?? []
  expect(policies).toHaveLength(1)
  return policies[0] ?? ''
}

async function askRaw({ who, method, target, headers: sent }: Asked) {
  const cookie = `Cookie: ${cookies.get(who) ?? ''}`
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', cookie, ...sent]
  const raw = await exchange(portal.siteUrl, `${lines.join('\r\n')}\r\n\r\n`)
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(raw)?.[1]?.trim() ?? ''
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(raw)?.[1])
  return { raw, status, location: header('location'), cacheControl: header('cache-control') }
}

type Asked = Record<'method' | 'target', string> & { who: Visitor; headers: string[] }

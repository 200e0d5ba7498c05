import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SIGN_INS_PER_NETWORK } from '#src/server/limits/limits.ts'
import { canariesOf, pathOf, readBuiltSite } from '../support/built-site.ts'
import { exchange, rawRequest, type RawAnswer, type RawOptions } from '../support/raw-http.ts'
import { spellingsOf } from '../../scripts/doctor/spellings.ts'
import { asShown, typeOf } from './as-shown.ts'
import { startPortal, type HostName, type Portal, type Visitor } from './portal.ts'

const site = readBuiltSite()
const pages = site.protectedFiles
  // These two are no pages for members: tests/gate/edit.test.ts, tests/gate/decide.test.ts.
  .filter((file) => file.endsWith('.html') && !/^(?:states\/|edit\.html|decide\.html)/.test(file))
  .map((file) => ({ path: pathOf(file), canaries: canariesOf(site.readProtected(file)) }))
const everyCanary = [...new Set(pages.flatMap(({ canaries }) => canaries))]

/** Whoever must never see a byte of a members' page. The emulation takes about 0.1 s an answer: one stands there for all. */
const outsiders = { host: ['signed out', 'forged', 'pending', 'denied'], netlify: ['pending'] } as const

/** What the gate shows an editor of the vault: all but screens that stand in place of a page, and what administrators see. */
const shown = site.protectedFiles.filter((file) => !/^(?:states\/|decide\.html)/.test(file))

/** A tenth of a second each in the emulation, while it has other things to do as well. */
const EVERY_FILE_LIMIT_MS = 120_000

/** Every page; in the emulation one of each kind of file. tests/gate/build.test.ts shows that its gate covers all paths. */
const KINDS = ['/', '/leaderboard', '/video-playlist', '/video-playlist/cohort-17', '/samples/leaderboard']
const pagesOf = { host: pages, netlify: pages.filter(({ path }) => KINDS.includes(path)) } as const

test('every page is recognised by something that no other page has', () => {
  const titles = pages.map(({ canaries: [title] }) => title)
  expect(new Set(titles).size).toBe(pages.length)
})

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

describe.concurrent.each(['host', 'netlify'] as const)('%s: every protected page', (host) => {
  test.each(pagesOf[host].map(({ path }) => path))(
    '%s is 302 to sign-in for a signed-out visitor',
    async (path) => {
      const answer = await ask(host, path)
      expect(answer.status).toBe(302)
      expect(header(answer, 'location')).toBe(`/auth?next=${encodeURIComponent(path)}`)
      expect(answer.body).toBe('')
      expectNoCanary(answer)
    },
  )

  const asBuilt = 'and file is, byte for byte, what was built, with the member written in, privately'
  test(asBuilt, { timeout: EVERY_FILE_LIMIT_MS }, async () => {
    for (const file of shown) {
      const answer = await fetch(portal.url(host) + pathOf(file), { headers: cookieOf(host, 'editor') })
      expect([file, answer.status, answer.headers.get('content-type')]).toEqual([file, 200, typeOf(file)])
      expect(Buffer.from(await answer.arrayBuffer()).equals(asShown(site, file, 'editor')), file).toBe(true)
      expect(answer.headers.get('cache-control'), file).toBe('private, no-cache')
    }
  })

  test.each(['pending', 'denied'] as const)('is the state screen to a %s member', async (who) => {
    const answer = await ask(host, '/leaderboard', { headers: cookieOf(host, who) })
    expect(answer.status).toBe(403)
    expectNoCanary(answer)
    const screen = who === 'pending' ? 'unconfirmed' : who
    expect(answer.body).toBe(asShown(site, `states/${screen}.html`, who).toString())
    expect(answer.body).toMatch(/href="mailto:[^"@]+@[^"@]+"/)
  })
})

describe.concurrent.each(['host', 'netlify'] as const)(
  '%s: no other name of a page shows it to an outsider',
  (host) => {
    test.each(spellingsOf('leaderboard'))('%s', async (target) => {
      for (const who of outsiders[host]) {
        const answer = await ask(host, target, { headers: cookieOf(host, who) })
        expectNoCanary(answer)
        expect([200, 500], `${who}: ${target}`).not.toContain(answer.status)
        expect(header(answer, 'location') ?? '/').toMatch(/^\/(?!\/)/)
      }
    })

    test('nor does any name make it show to an approved member twice', async () => {
      const answer = await ask(host, '/LeaderBoard.html?tab=1', { headers: cookieOf(host, 'approved') })
      expect(answer.status).toBe(308)
      expect(header(answer, 'location')).toBe('/leaderboard?tab=1')
    })
  },
)

describe.concurrent.each(['host', 'netlify'] as const)(
  '%s: no header or method opens a page to an outsider',
  (host) => {
    test.each([
      { 'x-astro-path': '/leaderboard' },
      { 'x-astro-locals': '{"member":{"approvalStatus":"approved"}}' },
      { 'x-astro-locals': '{}', 'x-astro-middleware-secret': '0' },
      { 'x-middleware-subrequest': 'middleware:middleware:middleware' },
      { 'x-rewrite-url': '/leaderboard', 'x-original-url': '/leaderboard' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { 'x-netlify-original-pathname': '/_astro/x.js' },
      { 'x-nf-deploy-id': 'old', 'x-netlify-deploy-id': 'old' },
      { range: 'bytes=0-100' },
      { 'if-none-match': '*' },
      { 'if-modified-since': 'Wed, 21 Oct 2099 07:28:00 GMT' },
      { 'cache-control': 'only-if-cached' },
      { accept: 'application/json' },
      { 'sec-fetch-site': 'same-origin' },
      { 'x-nf-passthrough': 'passthrough' },
      { authorization: 'Bearer approved' },
    ] as Record<string, string>[])('%j', async (headers) => {
      for (const who of outsiders[host]) {
        const answer = await ask(host, '/leaderboard', { headers: { ...headers, ...cookieOf(host, who) } })
        expectNoCanary(answer)
        expect([302, 403], who).toContain(answer.status)
      }
    })

    test.each(['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s', async (method) => {
      const answer = await ask(host, '/leaderboard', { method })
      expectNoCanary(answer)
      expect(answer.status).not.toBe(200)
    })

    test('a query that names another page', async () => {
      for (const query of [
        '?x_astro_path=/leaderboard',
        '?_action=auth.signIn',
        '?dpl=1',
        '?path=/leaderboard',
      ]) {
        expectNoCanary(await ask(host, `/auth${query}`))
      }
    })

    test('a malformed, doubled or oversized session cookie is nobody', async () => {
      const real = cookieOf(host, 'approved').cookie ?? ''
      const cookies = [
        '__Host-session=',
        '__Host-session=%E0%A4%A',
        `__Host-session="${'a'.repeat(40)}"`,
        `__Host-session=${'a'.repeat(8000)}`,
        `${real}; ${real}`,
        `${real}; __Host-session=${'a'.repeat(40)}`,
        real.replace('__Host-session', '%5F%5FHost-session'),
        real.replace('__Host-session', '__host-session'),
        'a=%E0%A4%A; =; ;;; b',
      ]
      for (const cookie of cookies) {
        const answer = await ask(host, '/leaderboard', { headers: { cookie } })
        expect(answer.status, cookie.slice(0, 60)).toBe(302)
      }
    })
  },
)

describe.concurrent.each(['host', 'netlify'] as const)(
  '%s: changes are accepted from this site only',
  (host) => {
    const bodies = {
      'application/json': '{"email":"x@example.com","password":"secret"}',
      'application/x-www-form-urlencoded': 'email=x',
      'text/plain': '{}',
      '': '',
    }
    const origins = [null, 'null', 'https://evil.example', 'http://sub.localhost', 'https://localhost']

    test.each(Object.entries(bodies))('%s', async (type, body) => {
      for (const origin of origins) {
        const headers = { ...(type && { 'content-type': type }), ...(origin && { origin }) }
        const answer = await ask(host, '/_actions/auth.signIn', { method: 'POST', headers, body })
        expect(answer.status, `${origin}`).toBe(403)
        expect(header(answer, 'access-control-allow-origin')).toBeNull()
      }
    })
  },
)

describe.concurrent.each(['host', 'netlify'] as const)('%s: what does not exist', (host) => {
  test.each([
    '/no-such-page',
    '/states/pending',
    '/.env',
    '/.git/config',
    '/_image',
    '/_server-islands/x',
    '/favicon.ico',
    '/vault',
    '/vault/leaderboard',
    '/.netlify/v1/config.json',
  ])('%s is 404 to everybody', async (path) => {
    for (const who of ['signed out', 'approved'] as const) {
      const answer = await ask(host, path, { headers: cookieOf(host, who) })
      expect(answer.status, who).toBe(404)
      expectNoCanary(answer)
    }
  })
})

describe.concurrent('host: a request line that is not HTTP breaks nothing', () => {
  test.each([
    'GET',
    'GET /\0 HTTP/1.1\r\n\r\n',
    'GET http://evil.example/leaderboard HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
    `GET /${'a'.repeat(20000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ])('%j', async (bytes) => {
    const { hostname, port } = new URL(portal.url('host'))
    const answer = await exchange(hostname, Number(port), Buffer.from(`${bytes}\r\n\r\n`, 'latin1')).catch(
      () => null,
    )
    if (answer) expectNoCanary(answer)
    expect((await ask('host', '/auth')).status).toBe(200)
  })
})

describe.concurrent('both hosts give the same answers', () => {
  test.each([
    '/',
    '/leaderboard',
    '/auth',
    '/start',
    '/no-such-page',
    '/Leaderboard',
    '//leaderboard',
    '/%zz',
    '/healthz',
    '/healthz/details',
    '/robots.txt',
    '/leaderboard.html?x=1',
  ])('%s', async (target) => {
    for (const who of ['signed out', 'pending', 'approved'] as const) {
      const [host, netlify] = await Promise.all(
        (['host', 'netlify'] as const).map((name) => ask(name, target, { headers: cookieOf(name, who) })),
      )
      expect(factsOf(host), who).toEqual(factsOf(netlify))
    }
  })

  function factsOf(answer: RawAnswer | undefined) {
    return (
      answer && [
        answer.status,
        header(answer, 'location'),
        header(answer, 'cache-control'),
        header(answer, 'content-security-policy'),
        header(answer, 'referrer-policy'),
      ]
    )
  }
})

describe('npm run preview:netlify', () => {
  const signIn = (headers: Record<string, string>, email: string, password: string) =>
    ask('netlify', '/_actions/auth.signIn', {
      method: 'POST',
      headers: { origin: portal.url('netlify'), 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email, password }),
    })

  test('a member signs in with their browser', async () => {
    const [, email = '', password = ''] = /(\S+@\S+) +password (\S+)/.exec(portal.previewOutput()) ?? []
    const answer = await signIn({}, email, password)
    expect(answer.status).toBe(200)
    const cookie = header(answer, 'set-cookie')?.split(';')[0] ?? ''
    expect((await ask('netlify', '/leaderboard', { headers: { cookie } })).status).toBe(200)
  })

  test('attempts are counted by where they come from, whatever a header claims', async () => {
    const statuses = []
    for (let n = 0; n <= SIGN_INS_PER_NETWORK.allowed; n++) {
      const headers = { 'x-forwarded-for': `198.51.100.${n}` }
      statuses.push((await signIn(headers, `a${n}@example.org`, 'a wrong guess')).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })

  test('all of it ends with npm, the edge runtime too', async () => {
    expect(await portal.endPreview('SIGTERM')).toBeGreaterThan(2)
  })
})

function ask(host: HostName, target: string, options: RawOptions = {}): Promise<RawAnswer> {
  return rawRequest(portal.url(host), target, options)
}

function cookieOf(host: HostName, who: Visitor): Record<string, string> {
  return portal.cookie(host, who)
}

function expectNoCanary(answer: RawAnswer): void {
  expect(everyCanary.filter((canary) => answer.raw.includes(canary))).toEqual([])
}

function header(answer: RawAnswer, name: string): string | null {
  return answer.headers.get(name)?.join(', ') ?? null
}

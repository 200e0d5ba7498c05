import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HEALTH_PATH, publicFiles, publicScreens } from '#src/shared/paths.ts'
import type { Stack } from '../../netlify/local/stack.ts'
import { canariesOf, pathOf, readBuiltSite } from '../support/built-site.ts'
import { exchange } from '../support/raw-http.ts'
import { signInEach, type Visitor } from '../support/signed-in-member.ts'
import { startReadyStack } from '../support/test-stack.ts'
import spellings from './spellings.json' with { type: 'json' }

/** `FUZZ_SEED=1 FUZZ_REQUESTS=100000 npx vitest run --project gate fuzz` repeats a run, or lengthens it. */
const SEED = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 400)

const site = readBuiltSite()
const pages = site.protectedFiles.filter((file) => /^(?!states\/|edit|people).*\.html$/.test(file))
const canaries = [...new Set(pages.flatMap((file) => canariesOf(site.readProtected(file))))]
const PUBLIC: readonly string[] = [...publicScreens, ...publicFiles, HEALTH_PATH]
/** How an HTTP/1.1 host refuses a malformed request before the gate. */
const PROTOCOL_REFUSALS = [400, 405, 411, 413, 414, 417, 431, 501, 505]

let portal: Stack
let cookies: ReadonlyMap<Visitor, string>
beforeAll(async () => {
  portal = await startReadyStack()
  cookies = await signInEach(portal)
})
afterAll(() => portal.close())

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
  const { status, location } = await ask({ ...asked, who: 'signed out' })
  expect(`${status} ${location}`).toBe(expected)
  const denied = await ask({ ...asked, who: 'denied' })
  expect(denied.status).toBe(expected === SIGN_IN ? 403 : status)
  expect(canaries.filter((canary) => denied.raw.includes(canary))).toEqual([])
})

const oneOf = (list: string) => fc.constantFrom(...list.split(' '))
const prefixes = oneOf(
  ' /x /auth /_astro /.netlify/images /_actions /avatars /feeds /states /vault /dist /@fs',
)
const joints = oneOf('/ // /../ /..%2f /%2e%2e/ %2f..%2f /..%5c /..;/ ;/ /%252e%252e/ %00/ ?/ #/ \\')
const suffixes = oneOf(
  '/ // /. .html %2ehtml /index.html .json .css ~ %00 %0d%0a % %zz ;x.css %3f.css #x ?x %ff \\ @x',
)
const headers = oneOf(
  'x-forwarded-uri x-forwarded-prefix x-forwarded-host x-forwarded-for x_forwarded_uri forwarded x-original-url ' +
    'x-rewrite-url x-middleware-subrequest x-astro-path x-astro-locals x-nf-passthrough x-netlify-original-pathname ' +
    'authorization if-none-match if-match range cache-control sec-purpose x-http-method-override origin',
)
const values = oneOf(
  '/leaderboard /auth /_astro/x.js http://localhost/auth 127.0.0.1 true * bytes=0- same-origin',
)
const hex = (letter: string) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`
const lettersAs = fc.constantFrom(
  hex,
  (letter: string) => hex(letter).replace('%', '%25'),
  (letter: string) => letter.toUpperCase(),
  (letter: string) => `%c0%${(letter.charCodeAt(0) | 0x80).toString(16)}`,
  (letter: string) => `${letter}%e2%80%8b`,
  (letter: string) => `${letter}\xe9`,
)
const pathChange = fc.oneof(
  fc.tuple(prefixes, joints).map((start) => (path: string) => start.join('') + path.slice(1)),
  suffixes.map((end) => (path: string) => path + end),
  fc.tuple(fc.nat(30), lettersAs).map(
    ([at, spell]) =>
      (path: string) =>
        path.slice(0, at) + spell(path.charAt(at)) + path.slice(at + 1),
  ),
)
const randomRequest = fc
  .record({
    who: fc.constantFrom<Visitor>('signed out', 'forged', 'pending', 'denied'),
    method: oneOf('GET GET GET HEAD POST PUT OPTIONS QUERY PURGE get'),
    page: fc.constantFrom(...site.protectedFiles.map(pathOf)),
    changes: fc.array(pathChange, { maxLength: 3 }),
    headers: fc.array(
      fc.tuple(headers, values).map((pair) => pair.join(': ')),
      { maxLength: 3 },
    ),
  })
  .map(({ changes, page, ...rest }) => ({
    ...rest,
    target: changes.reduce((path, change) => change(path), page),
  }))

test(
  `other spellings and ${REQUESTS} random requests show an outsider nothing (FUZZ_SEED=${SEED})`,
  { timeout: 3_600_000 },
  async () => {
    const rule = fc.asyncProperty(randomRequest, async (request) => {
      const { raw, status, location, cacheControl } = await ask(request)
      expect(canaries.filter((canary) => raw.includes(canary))).toEqual([])
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

async function ask({ who, method, target, headers: sent }: Asked) {
  const cookie = `Cookie: ${cookies.get(who) ?? ''}`
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', cookie, ...sent]
  const raw = await exchange(portal.siteUrl, `${lines.join('\r\n')}\r\n\r\n`)
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(raw)?.[1]?.trim() ?? ''
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(raw)?.[1])
  return { raw, status, location: header('location'), cacheControl: header('cache-control') }
}

type Asked = Record<'method' | 'target', string> & { who: Visitor; headers: string[] }

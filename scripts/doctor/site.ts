import pMap from 'p-map'
import { createHmac, randomBytes } from 'node:crypto'
import { isOnThisMachine } from '../../src/server/env.ts'
import { cookieName } from '../../src/server/tokens.ts'
import {
  AVATARS_PREFIX,
  PEOPLE_PATH,
  EDIT_PATH,
  HOME_PATH,
  PROGRAMME_CALENDAR,
  SIGN_IN_PATH,
  SIGN_OUT_ACTION,
} from '../../src/shared/paths.ts'
import type { HttpResponse, HttpRequest } from './send-request.ts'
import { check, fail, ok, requiredCheck, skip, warn, type Check, type Finding } from './check.ts'
import type { Health } from './health.ts'
import { isThisMachine } from './settings.ts'
import spellings from './spellings.json' with { type: 'json' }

const AT_ONCE = 4
const CLOCKS_DIFFER_SECONDS = 60
const TAKE_DOWN = 'take the site down: requests bypass the gate'
const READ_LOGS =
  'read the logs of the edge function and the function, and run the doctor with the site’s settings'

export interface DeployedSite {
  address: URL
  ask: (target: string, question?: HttpRequest) => Promise<HttpResponse>
  /** Paths of the pages in the content. */
  pages: readonly string[]
  /** null without the site's secret. @throws Error when the site rejects it. */
  details: () => Promise<Details | null>
  /** The commit of this checkout; null without one. */
  commit: string | null
  /** The value of an approved member's session cookie. */
  memberCookie: string | undefined
}

/** Checks a deployed site from outside. Leaves nothing behind; only the last checks need a secret. */
export const siteChecks: readonly Check<DeployedSite>[] = [
  requiredCheck(
    'https',
    'check the https: address; members’ cookies need it, so set SITE_URL to it as well',
    ({ address: { protocol, hostname } }) =>
      protocol === 'https:' || isThisMachine(hostname) ? ok(`uses ${protocol}`) : fail('uses http:'),
  ),
  check('health', READ_LOGS, async ({ ask }) =>
    expectThat(await ask('/healthz'), ({ status }) => status === 200),
  ),
  check('sign-in page', READ_LOGS, async ({ ask }) =>
    expectThat(await ask(SIGN_IN_PATH), ({ status, body }) => status === 200 && body.includes('</html>')),
  ),
  check(
    'security headers',
    'check for headers set in Netlify: the gate’s are in src/server/gate/security-headers.ts',
    async ({ address, ask }) => {
      const { header } = await ask(SIGN_IN_PATH)
      const missing = Object.keys(HEADERS).filter((name) => {
        const isLeftOut = name === 'strict-transport-security' && isOnThisMachine(address.href)
        return !isLeftOut && !HEADERS[name]?.test(header(name))
      })
      return missing.length === 0 ? ok('all present') : fail(`missing or wrong: ${missing.join(', ')}`)
    },
  ),
  check(
    'unknown session',
    `${TAKE_DOWN} if it answered 200; otherwise ${READ_LOGS}`,
    async ({ address, ask }) =>
      expectThat(
        await ask(HOME_PATH, { headers: { cookie: unknownSession(address) } }),
        ({ status, header }) => status === 302 && header('location').startsWith(SIGN_IN_PATH),
      ),
  ),
  check('pages without a session', TAKE_DOWN, async (site) =>
    expectClosed(site, [HOME_PATH, ...site.pages, EDIT_PATH, PEOPLE_PATH, '/healthz/details']),
  ),
  check('files without a session', TAKE_DOWN, async (site) =>
    expectClosed(site, ['/index.html', PROGRAMME_CALENDAR, `${AVATARS_PREFIX}someone/avatar.webp`]),
  ),
  check('spellings of a path', 'take the site down: a spelling of a path bypasses the gate', async (site) =>
    expectClosed(site, spellingsOf(site.pages[0]?.slice(1) ?? 'home')),
  ),
  check('SITE_URL', 'set SITE_URL to the URL that people open, and deploy', async (site) => {
    // By its origin alone, because a browser's `sec-fetch-site` is accepted at any address.
    const { status } = await signOut(site, { origin: site.address.origin })
    if (status === 200) return ok('matches this URL')
    if (status === 403) return fail('differs from this URL, so emailed links lead elsewhere')
    return fail(`answered ${status}`, READ_LOGS)
  }),
  check('cross-site actions', 'take the site down: another site can act as members', async (site) =>
    expectThat(
      await signOut(site, { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }),
      ({ status }) => status === 403,
    ),
  ),
  check(
    'clock',
    'set this machine’s clock: signatures of the health details depend on it',
    async ({ ask }) => {
      const { header } = await ask('/healthz')
      const seconds = Math.abs(Date.parse(header('date')) - Date.now()) / 1000
      const found = `${Math.round(seconds)} s off the site’s clock`
      return seconds < CLOCKS_DIFFER_SECONDS ? ok(found) : fail(found)
    },
  ),
  check(
    'details',
    'copy HEALTH_SECRET from the settings of the site; it takes effect there with the next deploy',
    async ({ details }) => {
      const found = await details()
      return found ? ok(`deploy ${found.deploy ?? 'unknown'}`) : skip('not checked: set HEALTH_SECRET')
    },
  ),
  check(
    'build',
    'publish the newest deploy in Netlify, or update this checkout: git pull',
    async ({ details, commit: here }) => {
      const { commit = null } = (await details().catch(() => null)) ?? {}
      if (!commit || !here) return skip('not checked, because the commit is unknown')
      return commit === here
        ? ok('is of this checkout’s commit')
        : warn(`is of commit ${commit.slice(0, 8)}, but this checkout is at ${here.slice(0, 8)}`)
    },
  ),
  check(
    'pages as a member',
    `copy the cookie of an approved, signed-in member; if pages are cached (200), ${TAKE_DOWN}`,
    async ({ address, ask, pages, memberCookie: token }) => {
      if (!token) return skip('not checked: set MEMBER_COOKIE')
      const headers = { cookie: `${cookieName('session', address.href)}=${token.trim()}` }
      const answers = await askEach(ask, [HOME_PATH, ...pages], headers)
      const wrong = answers.filter(
        ({ target, status, body, header }) =>
          (status !== 200 || !body.includes('</html>') || header('cache-control') !== 'private, no-cache') &&
          !(status === 404 && target !== HOME_PATH),
      )
      const shown = wrong.slice(0, 3).map(({ target, status }) => `${target} answered ${status}`)
      return wrong.length === 0 ? ok(`${answers.length} complete, none cached`) : fail(shown.join(', '))
    },
  ),
]

const HEADERS: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /^(?!.*unsafe).*script-src 'self' 'sha256-.*frame-ancestors 'none'/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'strict-transport-security': /max-age=\d{8}/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'x-robots-tag': /noindex/,
}

function expectThat(answer: HttpResponse, isRight: (answer: HttpResponse) => boolean): Finding {
  const found = `answered ${answer.status}`
  return isRight(answer) ? ok(found) : fail(found)
}

function askEach(ask: DeployedSite['ask'], targets: readonly string[], headers: Record<string, string> = {}) {
  return pMap(targets, async (target) => ({ target, ...(await ask(target, { headers })) }), {
    concurrency: AT_ONCE,
  })
}

/** Passes if none answers 200 and none redirects to another site. */
async function expectClosed({ address, ask }: DeployedSite, targets: readonly string[]): Promise<Finding> {
  const answers = await askEach(ask, targets)
  const open = answers.filter(
    ({ status, header }) =>
      status === 200 || new URL(header('location') || '/', address).origin !== address.origin,
  )
  const shown = open.slice(0, 3).map(({ target }) => target)
  return open.length === 0
    ? ok(`${targets.length} paths, all closed`)
    : fail(`${open.length} of ${targets.length} open: ${shown.join('  ')}`)
}

/** Request targets under which a static host, a proxy or a careless comparison may find a page. */
export function spellingsOf(page: string): string[] {
  const first = page.charCodeAt(0).toString(16)
  const parts: Record<string, string> = { page, PAGE: page.toUpperCase(), first, rest: page.slice(1) }
  return spellings.map((spelling) => spelling.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? ''))
}

/** Signing out needs no session, so this tests the function's origin check and not the gate's. */
function signOut({ address, ask }: DeployedSite, from: Record<string, string>): Promise<HttpResponse> {
  const headers = { cookie: unknownSession(address), ...from }
  return ask(SIGN_OUT_ACTION, { method: 'POST', headers })
}

/** Random, so that the gate can't answer from its cache. */
function unknownSession({ href }: URL): string {
  const token = Array.from(randomBytes(40), (byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32]).join('')
  return `${cookieName('session', href)}=${token}`
}

/** null without the secret. @throws Error when the site rejects it. */
export async function readDetails(
  ask: DeployedSite['ask'],
  secret: string | undefined,
): Promise<Details | null> {
  if (!secret) return null
  const [path, at] = ['/healthz/details', String(Math.floor(Date.now() / 1000))]
  const signature = createHmac('sha256', secret).update(`${at}.${path}`).digest('hex')
  const { status, body } = await ask(path, {
    headers: { 'x-lanai-timestamp': at, 'x-lanai-signature': `sha256=${signature}` },
  })
  if (status !== 200) throw new Error(`answered ${status}`)
  return JSON.parse(body) as Details
}

interface Details extends Health {
  deploy: string | null
  commit: string | null
}

import pMap from 'p-map'
import { createHmac, randomBytes } from 'node:crypto'
import { cookieNames } from '../../src/server/tokens.ts'
import {
  AVATARS_PREFIX,
  DECIDE_PATH,
  EDIT_PATH,
  HOME_PATH,
  PROGRAMME_CALENDAR,
  SIGN_IN_PATH,
  SIGN_OUT_ACTION,
} from '../../src/shared/paths.ts'
import type { Answer, Question } from './ask.ts'
import { fail, ok, skip, type Check, type Finding } from './check.ts'
import { spellingsOf } from './spellings.ts'

const AT_ONCE = 4
const TAKE_DOWN = 'take the site down: the gate is not in front of it'
const READ_LOGS = 'read the logs of the edge function and of the function, and run the doctor on the settings'

export interface Site {
  address: URL
  ask: (target: string, question?: Question) => Promise<Answer>
  /** The addresses of pages in the content. */
  pages: readonly string[]
  newestMigration: string
  env: NodeJS.ProcessEnv
}

/** What a deployed site answers. Leaves nothing behind, and needs nothing but the address for all but the last three. */
export const site: readonly Check<Site>[] = [
  {
    name: 'health',
    check: async ({ ask }) => expectThat(await ask('/healthz'), ({ status }) => status === 200),
    remedy: READ_LOGS,
  },
  {
    name: 'sign-in page',
    check: async ({ ask }) =>
      expectThat(await ask(SIGN_IN_PATH), ({ status, body }) => status === 200 && body.includes('</html>')),
    remedy: READ_LOGS,
  },
  {
    name: 'security headers',
    async check({ ask }) {
      const { header } = await ask(SIGN_IN_PATH)
      const missing = Object.keys(HEADERS).filter((name) => !HEADERS[name]?.test(header(name)))
      return missing.length === 0 ? ok('all are there') : fail(`not as they should be: ${missing.join(', ')}`)
    },
    remedy: 'look for headers set in Netlify: the gate’s are in src/server/gate/security-headers.ts',
  },
  {
    name: 'sessions in the gate',
    check: async ({ ask }) =>
      expectThat(
        await ask(HOME_PATH, { headers: { cookie: unknownSession() } }),
        ({ status, header }) => status === 302 && header('location').startsWith(SIGN_IN_PATH),
      ),
    remedy: `${TAKE_DOWN} if a page was shown (200); otherwise ${READ_LOGS}`,
  },
  {
    name: 'gate before files',
    check: async ({ ask }) =>
      expectThat(
        await ask('/index.html'),
        ({ status, header }) => status === 308 && header('location') === '/',
      ),
    remedy: TAKE_DOWN,
  },
  {
    name: 'pages for strangers',
    check: async (site) =>
      expectClosed(site, [HOME_PATH, ...site.pages, EDIT_PATH, DECIDE_PATH, '/healthz/details']),
    remedy: TAKE_DOWN,
  },
  {
    name: 'files for strangers',
    check: async (site) => expectClosed(site, [PROGRAMME_CALENDAR, `${AVATARS_PREFIX}someone/avatar.webp`]),
    remedy: TAKE_DOWN,
  },
  {
    name: 'spellings of a page',
    check: async (site) => expectClosed(site, spellingsOf(site.pages[0]?.slice(1) ?? 'home')),
    remedy: 'take the site down: a spelling of an address passes the gate',
  },
  {
    name: 'address in mails',
    async check(site) {
      const { status } = await signOut(site)
      return status === 403
        ? fail('SITE_URL is another address: actions from this one are refused')
        : ok('is this one')
    },
    remedy: 'set SITE_URL to the address that people type, and deploy',
  },
  {
    name: 'actions',
    check: async (site) => expectThat(await signOut(site), ({ status }) => status === 200),
    remedy: READ_LOGS,
  },
  {
    name: 'actions of other sites',
    check: async (site) =>
      expectThat(
        await signOut(site, { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }),
        ({ status }) => status === 403,
      ),
    remedy: 'take the site down: another site can act for members',
  },
  {
    name: 'build',
    async check(site) {
      const details = await readDetails(site)
      if (!details) return skip('HEALTH_SECRET would tell')
      const { deploy, migration } = details
      const found = `deploy ${deploy ?? 'without a name'}, migration ${migration}`
      return migration < site.newestMigration ? fail(found) : ok(found)
    },
    remedy: 'npm run migrate; where HEALTH_SECRET is refused, copy it from the settings of the site',
  },
  {
    name: 'schedules',
    async check(site) {
      const details = await readDetails(site)
      if (!details) return skip('HEALTH_SECRET would tell')
      const { outbox, sweptSecondsAgo } = details
      const found = `oldest message ${outbox.oldestSeconds ?? 0} s, given up ${outbox.dead}, swept ${sweptSecondsAgo ?? '?'} s ago`
      const isWell = (outbox.oldestSeconds ?? 0) < 900 && outbox.dead === 0 && (sweptSecondsAgo ?? 0) < 7200
      return isWell ? ok(found) : fail(found)
    },
    remedy: 'npm run admin -- outbox; then the logs of deliver-outbox and sweep',
  },
  {
    name: 'pages for a member',
    async check({ ask, pages, env: { MEMBER_COOKIE: token } }) {
      if (!token) return skip('MEMBER_COOKIE would tell')
      const headers = { cookie: `${cookieNames.session}=${token.trim()}` }
      const answers = await pMap(
        [HOME_PATH, ...pages],
        async (page) => ({ page, ...(await ask(page, { headers })) }),
        {
          concurrency: AT_ONCE,
        },
      )
      const wrong = answers.filter(
        ({ page, status, body, header }) =>
          (status !== 200 || !body.includes('</html>') || header('cache-control') !== 'private, no-cache') &&
          !(status === 404 && page !== HOME_PATH),
      )
      return wrong.length === 0
        ? ok(`${answers.length} are whole, and kept by no cache`)
        : fail(
            wrong
              .slice(0, 3)
              .map(({ page, status }) => `${page} answered ${status}`)
              .join(', '),
          )
    },
    remedy: `copy the cookie of an approved member who is signed in; if pages are kept by a cache (200), ${TAKE_DOWN}`,
  },
]

const HEADERS: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /^(?!.*unsafe).*script-src 'self' 'sha256-.*frame-ancestors 'none'/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'strict-transport-security': /max-age=\d{8}/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'x-robots-tag': /noindex/,
}

function expectThat(answer: Answer, isRight: (answer: Answer) => boolean): Finding {
  const found = `answered ${answer.status}`
  return isRight(answer) ? ok(found) : fail(found)
}

/** None shows anything, and none leads to another site. */
async function expectClosed({ address, ask }: Site, targets: readonly string[]): Promise<Finding> {
  const answers = await pMap(targets, async (target) => ({ target, ...(await ask(target)) }), {
    concurrency: AT_ONCE,
  })
  const open = answers.filter(
    ({ status, header }) =>
      status === 200 || new URL(header('location') || '/', address).origin !== address.origin,
  )
  return open.length === 0
    ? ok(`${targets.length} addresses show nothing`)
    : fail(
        `${open.length} of ${targets.length} show something: ${open
          .slice(0, 3)
          .map(({ target }) => target)
          .join('  ')}`,
      )
}

/** Signing out is for strangers too: the gate asks for no session before it, so this is the function's own question. */
function signOut({ address, ask }: Site, from: Record<string, string> = {}): Promise<Answer> {
  const headers = {
    origin: address.origin,
    'sec-fetch-site': 'same-origin',
    cookie: unknownSession(),
    ...from,
  }
  return ask(SIGN_OUT_ACTION, { method: 'POST', headers })
}

/** New each time, so that the database has to be asked. */
function unknownSession(): string {
  const token = Array.from(randomBytes(40), (byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32]).join('')
  return `${cookieNames.session}=${token}`
}

/** null without the secret. @throws Error when the site does not take it. */
async function readDetails({ ask, env: { HEALTH_SECRET: secret } }: Site): Promise<Details | null> {
  if (!secret) return null
  const [path, at] = ['/healthz/details', String(Math.floor(Date.now() / 1000))]
  const signature = createHmac('sha256', secret).update(`${at}.${path}`).digest('hex')
  const { status, body } = await ask(path, {
    headers: { 'x-lanai-timestamp': at, 'x-lanai-signature': `sha256=${signature}` },
  })
  if (status !== 200) throw new Error(`answered ${status}`)
  return JSON.parse(body) as Details
}

interface Details {
  deploy: string | null
  migration: string
  outbox: { dead: number; oldestSeconds: number | null }
  sweptSecondsAgo: number | null
}

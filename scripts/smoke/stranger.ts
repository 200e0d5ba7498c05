import { randomBytes } from 'node:crypto'
import pMap from 'p-map'
import { act, ask, type Answer } from './ask.ts'
import { canariesOf, type Build } from './build.ts'
import type { Look } from './look.ts'
import { namesOf } from './page-names.ts'

export const LOOK_AT_LOG = 'look at the log, and at the settings: docs/deploy.md'
const NOBODY_AT_THE_GATE = 'take the site down: the edge function is not running'

/** Requests under way at a time. */
export const AT_ONCE = 4

/** What a site answers to somebody without a session. Nobody has to be signed in to ask this, and nothing is needed but the address. */
export function looksOfStrangers(site: URL): Look[] {
  const expect = (asking: Promise<Answer>, isRight: (answer: Answer) => boolean) =>
    asking.then((answer) => (isRight(answer) ? null : `answered ${answer.status}`))
  return [
    {
      what: 'the gate asks the database who is there',
      problem: () =>
        expect(ask(site, '/', { headers: { cookie: strangersCookie() } }), (answer) => isToSignIn(answer)),
      cure: `take the site down if it showed a page; else ${LOOK_AT_LOG}`,
    },
    {
      what: 'the gate stands before files, too',
      problem: () =>
        expect(
          ask(site, '/index.html'),
          (answer) => answer.status === 308 && answer.header('location') === '/',
        ),
      cure: NOBODY_AT_THE_GATE,
    },
    {
      what: 'actions ask the database who is there',
      // Signing out is for anybody: the gate asks nobody before it, so this is the function's own question.
      problem: () =>
        expect(
          act(site, 'auth.signOut', { headers: { cookie: strangersCookie() } }),
          ({ status }) => status === 200,
        ),
      cure: LOOK_AT_LOG,
    },
    {
      what: 'actions of other sites are refused',
      problem: () =>
        expect(
          act(site, 'auth.signOut', {
            headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
          }),
          ({ status }) => status === 403,
        ),
      cure: `${LOOK_AT_LOG}; SITE_URL is the address people type`,
    },
    {
      what: 'the sign-in screen is there',
      problem: () => expect(ask(site, '/auth'), isStrictScreen),
      cure: LOOK_AT_LOG,
    },
  ]
}

/** With the build at hand: no page is shown to a stranger, under its own name or any other. */
export function looksWithBuild(site: URL, { files }: Build): Look[] {
  const canaries = [...new Set(files.flatMap(({ file }) => canariesOf(file)))]
  const shows = ({ status, body }: Answer) =>
    status === 200 || canaries.some((canary) => body.includes(canary))
  const leaks = (targets: string[]) => async () => {
    const answers = await pMap(targets, async (target) => ({ target, answer: await ask(site, target) }), {
      concurrency: AT_ONCE,
    })
    const open = answers
      .filter(({ answer }) => shows(answer) || isLedAway(site, answer))
      .map(({ target }) => target)
    return open.length === 0
      ? null
      : `${open.length} of ${targets.length} show something: ${open.slice(0, 3).join('  ')}`
  }
  const one = files.find(({ path, file }) => /^\/\w[\w-]+$/.test(path) && canariesOf(file).length > 0)
  return [
    {
      what: 'no page is shown to a stranger',
      problem: leaks(files.map(({ path }) => path)),
      cure: NOBODY_AT_THE_GATE,
    },
    {
      what: 'nor by another spelling of its address',
      problem: leaks(one ? namesOf(one.path.slice(1)) : []),
      cure: 'take the site down: a spelling passes the gate',
    },
  ]
}

/** Nobody's, and written like somebody's: whoever gets it has to ask the database to know. */
function strangersCookie(): string {
  return `__Host-session=${Array.from(randomBytes(40), (byte) => BASE_32[byte % 32]).join('')}`
}

const BASE_32 = 'abcdefghijklmnopqrstuvwxyz234567'

function isToSignIn({ status, header }: Answer): boolean {
  return status === 302 && header('location')?.startsWith('/auth') === true
}

function isLedAway(site: URL, { header }: Answer): boolean {
  const location = header('location')
  return location !== null && new URL(location, site).origin !== site.origin
}

/** Scripts of this site and those that the build knows, and nobody who frames it. */
function isStrictScreen({ status, header }: Answer): boolean {
  const policy = header('content-security-policy') ?? ''
  const isStrict = /script-src 'self' 'sha256-.*frame-ancestors 'none'/.test(policy)
  return status === 200 && isStrict && !policy.includes('unsafe')
}

import { validateHeaderValue } from 'node:http'
import { isOnThisMachine } from '../../src/server/env.ts'
import { cookieName } from '../../src/server/cookies.ts'
import { newToken } from '../../src/server/tokens.ts'
import { HOME_PATH, SIGN_IN_PATH, SIGN_OUT_ACTION } from '../../src/shared/paths.ts'
import { check, fail, ok, skip, type Check, type Finding } from './check.ts'
import type { PortalHealth } from './health.ts'

const TIMEOUT_MS = 15_000
const DETAILS_PATH = '/healthz/details'
const READ_LOGS =
  'read the logs (at Netlify of the edge function and the function, on one machine what npm start printed), and run the doctor with the site’s settings'

export interface DeployedSite {
  address: URL
  /** null without the site's secret. @throws Error when the site rejects it. */
  details: () => Promise<Details | null>
}

/** Checks a deployed site from outside. Leaves nothing behind; only the last checks need a secret. */
export const siteChecks: readonly Check<DeployedSite>[] = [
  {
    name: 'https',
    remedy: 'check the https: address; members’ cookies need it, so set SITE_URL to it as well',
    isRequired: true,
    run: ({ address: { protocol, href } }) =>
      protocol === 'https:' || isOnThisMachine(href) ? ok(`uses ${protocol}`) : fail('uses http:'),
  },
  {
    name: 'health',
    remedy: 'check the address after --deep, and in Netlify (Domain management)',
    isRequired: true,
    async run({ address }) {
      const answer = await ask(address, '/healthz')
      const { status, headers } = answer
      const location = headers.get('location')
      if (location)
        return fail(`sends people on to ${new URL(location, address).origin}`, 'check that address')
      if (status >= 500) return fail(`answered ${status}`, READ_LOGS)
      if (status === 401)
        return fail('answered 401', 'switch off Netlify’s own password protection of the site')
      if (status === 200 && (await answer.text()).trim() !== 'ok')
        return fail('answered 200, but not as this portal does')
      return expectThat(status === 200, status)
    },
  },
  check('sign-in page', READ_LOGS, async ({ address }) => {
    const answer = await ask(address, SIGN_IN_PATH)
    return expectThat(answer.status === 200 && (await answer.text()).includes('</html>'), answer.status)
  }),
  check(
    'gate',
    `take the site down if it answered 200, because it runs without its gate; otherwise ${READ_LOGS}`,
    async ({ address }) => {
      const { status, headers } = await ask(address, HOME_PATH, { headers: unknownSession(address) })
      return expectThat(status === 302 && headers.get('location')?.startsWith(SIGN_IN_PATH) === true, status)
    },
  ),
  check('SITE_URL', 'set SITE_URL to the URL that people open, and deploy', async ({ address }) => {
    // Signing out needs no session. Its origin is compared with SITE_URL.
    const headers = { ...unknownSession(address), origin: address.origin }
    const { status } = await ask(address, SIGN_OUT_ACTION, { method: 'POST', headers })
    if (status === 200) return ok('matches this URL')
    if (status === 403) return fail('differs from this URL, so emailed links lead elsewhere')
    return fail(`answered ${status}`, READ_LOGS)
  }),
  check(
    'details',
    'copy HEALTH_SECRET from the settings of the site, where it takes effect with the next deploy',
    async ({ details }) => {
      const found = await details()
      return found
        ? ok(`deploy ${found.deploy ?? 'unknown'}, the database answered it in ${found.databaseMs} ms`)
        : skip('not checked: set HEALTH_SECRET')
    },
  ),
]

function ask(site: URL, path: string, question: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  return fetch(new URL(path, site), { ...question, redirect: 'manual', signal })
}

function expectThat(isRight: boolean, status: number): Finding {
  const found = `answered ${status}`
  return isRight ? ok(found) : fail(found)
}

function unknownSession({ href }: URL): { cookie: string } {
  return { cookie: `${cookieName('session', href)}=${newToken().token}` }
}

/** null without the secret. @throws Error when the site rejects it. */
export async function readDetails(site: URL, secret: string | undefined): Promise<Details | null> {
  if (!secret) return null
  const headers = { authorization: `Bearer ${secret.trim()}` }
  // The error of fetch would quote the invalid header value.
  validateHeaderValue('authorization', headers.authorization)
  const answer = await ask(site, DETAILS_PATH, { headers })
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`)
  return (await answer.json()) as Details
}

interface Details extends PortalHealth {
  databaseMs: number
}

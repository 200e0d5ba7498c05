import { getStore } from '@netlify/blobs'
import { randomUUID } from 'node:crypto'
import { fail, ok, skip, warn, type Check } from './check.ts'

const TIMEOUT_MS = 8000
const POSTMARK_API = 'https://api.postmarkapp.com'

/** What the site is a client of, asked with the site's own settings. Sends no mail and leaves no picture. */
export const services: readonly Check<NodeJS.ProcessEnv>[] = [
  {
    name: 'mail',
    async check({ POSTMARK_SERVER_TOKEN: token, POSTMARK_API_URL: api }) {
      if (!token) return fail('POSTMARK_SERVER_TOKEN is not set')
      const { ok: isTaken, status } = await fetch(new URL('/server', api || POSTMARK_API), {
        headers: { accept: 'application/json', 'x-postmark-server-token': token },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (isTaken) return ok('Postmark knows the token')
      return status === 401 || status === 422
        ? fail('Postmark refuses the token')
        : warn(`Postmark answers ${status}`)
    },
    remedy:
      'copy the server token of Postmark into POSTMARK_SERVER_TOKEN; status.postmarkapp.com says whether it is away',
  },
  {
    name: 'pictures',
    async check(env) {
      const access = accessTo(env)
      if (!access) return skip('NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN would let in to Netlify Blobs')
      const inTime = (...[input, init]: Parameters<typeof fetch>) =>
        fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
      const store = getStore({ ...access, name: 'doctor', consistency: 'strong', fetch: inTime })
      const [key, word] = [randomUUID(), randomUUID()]
      await store.set(key, word)
      const read = await store.get(key, { type: 'text' })
      await store.delete(key)
      return read === word ? ok('written, read and deleted') : fail('what was written is not what is read')
    },
    remedy:
      'check the token of Netlify and that the plan has Blobs; netlifystatus.com says whether it is away',
  },
]

type Access = Exclude<Parameters<typeof getStore>[0], string>

function accessTo(env: NodeJS.ProcessEnv): Access | null {
  const { NETLIFY_BLOBS_CONTEXT: context, NETLIFY_SITE_ID: siteID, NETLIFY_AUTH_TOKEN: token } = env
  if (context) return JSON.parse(Buffer.from(context, 'base64').toString()) as Access
  return siteID && token ? { siteID, token } : null
}

import { getStore } from '@netlify/blobs'
import { randomUUID } from 'node:crypto'
import { describeError } from '../../describe-error.ts'
import { findingsOf, type Finding } from './finding.ts'

const TIMEOUT_MS = 8000
const POSTMARK_API = 'https://api.postmarkapp.com'

/** Asks who the token belongs to; sends nothing. */
export async function checkMail(env: NodeJS.ProcessEnv): Promise<Finding> {
  const { ok, warn, fail } = findingsOf('mail')
  const token = env.POSTMARK_SERVER_TOKEN
  if (!token)
    return fail('POSTMARK_SERVER_TOKEN is not set here', 'set it, or run this with the site’s environment')
  try {
    const answer = await fetch(new URL('/server', env.POSTMARK_API_URL || POSTMARK_API), {
      headers: { accept: 'application/json', 'x-postmark-server-token': token },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.ok) return ok('Postmark knows the token')
    if (answer.status === 401 || answer.status === 422) {
      return fail('Postmark refuses the token', 'copy the server token again into POSTMARK_SERVER_TOKEN')
    }
    return warn(`Postmark answers ${answer.status}`, 'try again; see status.postmarkapp.com')
  } catch (error) {
    return fail(
      `Postmark cannot be reached: ${describeError(error)}`,
      'check POSTMARK_API_URL and the network',
    )
  }
}

export async function checkBlobs(env: NodeJS.ProcessEnv): Promise<Finding> {
  const { ok, warn, fail } = findingsOf('pictures')
  const access = accessTo(env)
  if (!access) {
    return warn(
      'no access to Netlify Blobs from here',
      'set NETLIFY_SITE_ID and NETLIFY_AUTH_TOKEN to try it',
    )
  }
  try {
    if (await isStoreInOrder(access)) return ok('written, read and deleted')
    return fail('what was written is not what is read', 'see status.netlify.com')
  } catch (error) {
    return fail(describeError(error), 'check the access to Netlify Blobs')
  }
}

/** Writes, reads and deletes something small. @throws Error when the store does not take part. */
export async function isStoreInOrder(access: Access, timeoutMs = TIMEOUT_MS): Promise<boolean> {
  const inTime = (...[input, init]: Parameters<typeof fetch>) =>
    fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) })
  const store = getStore({ name: 'doctor', consistency: 'strong', fetch: inTime, ...access })
  const [key, word] = [randomUUID(), randomUUID()]
  await store.set(key, word)
  const read = await store.get(key, { type: 'text' })
  await store.delete(key)
  return read === word
}

function accessTo(env: NodeJS.ProcessEnv): Access | null {
  const { NETLIFY_BLOBS_CONTEXT: context, NETLIFY_SITE_ID: siteID, NETLIFY_AUTH_TOKEN: token } = env
  if (context) return JSON.parse(Buffer.from(context, 'base64').toString()) as Access
  return siteID && token ? { siteID, token } : null
}

export interface Access {
  siteID: string
  token: string
  edgeURL?: string
  uncachedEdgeURL?: string
  apiURL?: string
}

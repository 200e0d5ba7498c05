import { request as http } from 'node:http'
import { request as https } from 'node:https'
import { buffer } from 'node:stream/consumers'

const TIMEOUT_MS = 15_000

/**
 * One request with its target exactly as written: `fetch` would mend `/x/../page` before anybody saw it. Follows no redirect
 * and takes nothing compressed. Rejects when no whole answer came in time.
 */
export async function ask(site: URL, target: string, { method = 'GET', headers = {}, body }: Question = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const request = (site.protocol === 'https:' ? https : http)({
    hostname: site.hostname.replace(/^\[|\]$/g, ''),
    port: site.port,
    path: target,
    method,
    headers: { ...headers, ...(body && { 'content-length': body.length }) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  request.on('error', reject)
  request.on('response', (response) => {
    const { statusCode: status = 0, headers } = response
    buffer(response).then((body) => {
      resolve({ status, body, header: (name) => [headers[name] ?? null].flat().join(', ') || null })
    }, reject)
  })
  request.end(body)
  return promise
}

/** Calls an action as a page of the site does. */
export function act(
  site: URL,
  name: string,
  { headers, ...more }: Omit<Question, 'method'> = {},
): Promise<Answer> {
  const own = { origin: site.origin, 'sec-fetch-site': 'same-origin' }
  return ask(site, `/_actions/${name}`, { ...more, method: 'POST', headers: { ...own, ...headers } })
}

export interface Question {
  method?: string
  headers?: Record<string, string>
  body?: Buffer
}

export interface Answer {
  status: number
  body: Buffer
  /** null when it was not sent. */
  header: (name: string) => string | null
}

import { once } from 'node:events'
import { request as http, type IncomingMessage } from 'node:http'
import { request as https } from 'node:https'
import { text } from 'node:stream/consumers'

const TIMEOUT_MS = 15_000

/** Sends one request with the target exactly as written (`fetch` would normalise `/x/../page`). Doesn't follow redirects. */
export async function sendRequest(site: URL, target: string, { method, headers = {} }: HttpRequest = {}) {
  const send = site.protocol === 'https:' ? https : http
  const request = send(site, { path: target, method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
  // After the response begins, only the body fails.
  request.on('error', () => undefined).end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return {
    status: response.statusCode ?? 0,
    body: await text(response),
    /** '' when absent. */
    header: (name: string) => [response.headers[name] ?? ''].flat().join(', '),
  }
}

export interface HttpRequest {
  method?: string
  headers?: Record<string, string>
}

export type HttpResponse = Awaited<ReturnType<typeof sendRequest>>

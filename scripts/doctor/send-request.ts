import { request as http } from 'node:http'
import { request as https } from 'node:https'
import { buffer } from 'node:stream/consumers'

const TIMEOUT_MS = 15_000

/** Sends one request with the target exactly as written (`fetch` would normalise `/x/../page`). Doesn't follow redirects. */
export async function sendRequest(site: URL, target: string, { method, headers = {} }: HttpRequest = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>()
  const request = (site.protocol === 'https:' ? https : http)({
    hostname: site.hostname.replace(/^\[|\]$/g, ''),
    port: site.port,
    path: target,
    method,
    headers,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  request.on('error', reject)
  request.on('response', (response) => {
    const { statusCode: status = 0, headers } = response
    buffer(response).then((body) => {
      resolve({
        status,
        body: body.toString(),
        header: (name) => [headers[name] ?? ''].flat().join(', '),
      })
    }, reject)
  })
  request.end()
  return promise
}

export interface HttpRequest {
  method?: string
  headers?: Record<string, string>
}

export interface HttpResponse {
  status: number
  body: string
  /** '' when absent. */
  header: (name: string) => string
}

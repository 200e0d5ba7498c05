import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startHost, type Host, clientAddress } from '../../netlify/local/host.ts'
import { useFolder } from '../support/folder.ts'
import { exchange, rawRequest } from '../support/raw-http.ts'

/** Reports the request, throws, or answers before or after reading the body; passes on everything else. */
const EDGE = `export default async (request, context) => {
  const url = new URL(request.url)
  const refused = (status) => new Response('refused', { status })
  if (url.pathname === '/throws') throw new Error('on purpose')
  if (url.pathname === '/unread') return refused(403)
  if (url.pathname === '/begun') return request.body.getReader().read().then(() => refused(401))
  if (url.pathname === '/late') return new Promise((resolve) => (globalThis.answer = () => resolve(refused(403))))
  if (!url.searchParams.has('seen')) return context.next()
  return Response.json({ path: url.pathname, ip: context.ip, id: request.headers.get('x-nf-request-id') })
}
export const config = { path: '/*', excludedPath: ['/_astro/*'] }`

/** Echoes method and body. */
const FUNCTION = `export default async (request) =>
  new Response('function ' + request.method + ' ' + (await request.text()), { status: 404 })`

const IMMUTABLE = { 'Cache-Control': 'public, max-age=31536000, immutable' }
/** The smallest build that the host can serve. */
const files = {
  '.netlify/v1/config.json': JSON.stringify({ headers: [{ for: '/_astro/*', values: IMMUTABLE }] }),
  '.netlify/v1/edge-functions/middleware/middleware.mjs': EDGE,
  '.netlify/v1/functions/ssr/ssr.mjs': FUNCTION,
  'dist/_astro/numbers.js': 'export const numbers = "0123456789"',
}

let host: Host
const root = useFolder()
let url: string
beforeAll(async () => {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), content)
  }
  host = await startHost({ root, host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${host.port}`
})
afterAll(() => host.close())

test('an edge function that throws answers 500 and no page', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const response = await fetch(`${url}/throws`)
  expect([response.status, await response.text()]).toEqual([500, 'Internal server error.\n'])
  expect(error).toHaveBeenCalledOnce()
  error.mockRestore()
})

describe('the edge function sees', () => {
  const paths = ['//leaderboard', '/%6ceaderboard', '/a%2f..']
  test.each(paths)('the path as it was sent: %s', async (path) => {
    expect(JSON.parse((await rawRequest(url, `${path}?seen`)).body)).toMatchObject({ path })
  })

  test('no address or request id that a header claims', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.9', 'X-Nf-Request-Id': 'FORGED-ID-12345678' }
    const { body } = await rawRequest(url, '/?seen', { headers })
    expect(JSON.parse(body)).toMatchObject({ ip: '127.0.0.1', id: null })
  })
})

test('a stop waits for the answer to a request on its way', async () => {
  const stopping = await startHost({ root, host: '127.0.0.1', port: 0 })
  const response = rawRequest(`http://127.0.0.1:${stopping.port}`, '/late')
  const held = globalThis as { answer?: () => void }
  await vi.waitFor(() => expect(held.answer).toBeDefined())
  const stopped = stopping.close()
  held.answer?.()
  expect((await response).status).toBe(403)
  await stopped
})

describe('behind a proxy', () => {
  const seenBy = async (trustedProxies: string[], forwarded?: string) => {
    const behind = await startHost({ root, host: '127.0.0.1', port: 0, trustedProxies })
    const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }
    const { body } = await rawRequest(`http://127.0.0.1:${behind.port}`, '/?seen', { headers })
    await behind.close()
    return (JSON.parse(body) as { ip: string }).ip
  }

  test.each([
    ['127.0.0.0/8', '203.0.113.9', '203.0.113.9'],
    ['127.0.0.1', '198.51.100.7, 203.0.113.9', '203.0.113.9'],
    ['127.0.0.1', '203.0.113.9, unknown', '127.0.0.1'],
    ['127.0.0.1', '203.0.113.9, 10.0.0.1, 127.0.0.1', '203.0.113.9'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.2', '203.0.113.9', '127.0.0.1'],
  ])('that is %s and forwards %s, the edge function sees %s', async (proxy, forwarded, ip) => {
    expect(await seenBy([proxy, '10.0.0.0/8'], forwarded)).toBe(ip)
  })

  test('a connection stays open longer than any proxy’s', async () => {
    const { headers } = await rawRequest(url, '/?seen', { headers: { Connection: 'keep-alive' } })
    expect(headers.get('keep-alive')).toEqual(['timeout=130'])
  })

  test('an IPv4 address is recognised in the form of IPv6', () => {
    const request = { ip: '::ffff:10.1.2.3', headers: new Headers({ 'X-Forwarded-For': '203.0.113.9' }) }
    expect(clientAddress(request, ['10.0.0.0/8'])).toBe('203.0.113.9')
  })
})

test.each([
  ['TRACE', '/', { method: 'TRACE' }, 405],
  ['an address that the edge would not cover', 'x://localhost?/leaderboard', {}, 400],
  ['a Host header that is none', '/', { headers: { Host: 'a b/' } }, 400],
  ['a body over 6 MB', '/x', { method: 'POST', headers: { 'Content-Length': '7000000' } }, 413],
] as const)('a request is refused before its body is read: %s', async (_, target, options, status) => {
  expect((await rawRequest(url, target, options)).status).toBe(status)
})

test('a body in chunks reaches the function', async () => {
  const headers = { 'Transfer-Encoding': 'chunked' }
  const { body } = await rawRequest(url, '/x', { method: 'POST', headers, body: 'in chunks' })
  expect(body).toBe('function POST in chunks')
})

test('a request that takes too long to arrive is refused', async () => {
  const impatient = await startHost({ root, host: '127.0.0.1', port: 0, requestTimeoutMs: 300 })
  const head = 'POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n'
  for (const sent of [head, `${head}\r\nhalf`])
    expect(await exchange(`http://127.0.0.1:${impatient.port}`, sent)).toMatch(/^HTTP\/1\.1 408 /)
  await impatient.close()
})

test('a file is sent with the headers that the build sets', async () => {
  const { headers } = await fetch(`${url}/_astro/numbers.js`)
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
})

test('a file that a client has already is answered with 304', async () => {
  const { headers } = await fetch(`${url}/_astro/numbers.js`)
  const etag = headers.get('etag') ?? ''
  const again = await fetch(`${url}/_astro/numbers.js`, { headers: { 'if-none-match': etag } })
  expect([etag.length > 5, again.status, await again.text()]).toEqual([true, 304, ''])
})

import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startHost, type Host } from '../../netlify/local/host.ts'
import { rawRequest } from '../support/raw-http.ts'
import { makeTinySite, PASS, type MadeSite, type TinySite } from '../support/tiny-site.ts'

const LONG_PAGE = `<!doctype html><p>${'Aloha. '.repeat(500)}</p>`
const SCRIPT = 'export const numbers = "0123456789"'
const files = {
  'index.html': '<h1>Home</h1>',
  '500.html': '<h1>Broken</h1>',
  'leaderboard.html': LONG_PAGE,
  'notes/index.html': '<h1>Notes</h1>',
  '_astro/numbers.js': SCRIPT,
  '_astro/large.bin': new Uint8Array(600 * 1024),
  _redirects: '/secret /elsewhere',
}

/** Answers what it saw under /seen, throws under /throws, passes on everything else. */
const EDGE = `export default async (request, context) => {
  const url = new URL(request.url)
  if (url.pathname === '/throws') throw new Error('on purpose')
  if (url.searchParams.has('seen')) return Response.json({ path: url.pathname, ip: context.ip })
  return context.next()
}`

describe('The host', () => {
  let host: Host
  let site: MadeSite
  let url: string

  beforeAll(async () => {
    ;({ host, site, url } = await start({ edge: EDGE, files }))
  })
  afterAll(async () => {
    await host.close()
    await site.remove()
  })

  describe('asks the edge function first, then the files, then the function', () => {
    test('a file that the edge lets pass is served', async () => {
      expect(await (await fetch(`${url}/`)).text()).toBe('<h1>Home</h1>')
    })

    test('what is no file goes to the function, with method and body', async () => {
      const response = await fetch(`${url}/_actions/x`, { method: 'POST', body: 'hello' })
      expect([response.status, await response.text()]).toEqual([404, 'function POST hello'])
    })

    test('paths that the edge leaves out do not pass it', async () => {
      expect(await (await fetch(`${url}/_astro/numbers.js?seen`)).text()).toBe(SCRIPT)
    })
  })

  describe('fails closed', () => {
    test('where the edge throws there is a 500 with nothing behind it', async () => {
      const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      const response = await fetch(`${url}/throws`)
      expect([response.status, await response.text()]).toEqual([500, '<h1>Broken</h1>'])
      expect(error).toHaveBeenCalledOnce()
      error.mockRestore()
    })

    test.each(['TRACE', 'CONNECT'])('%s is refused', async (method) => {
      const { status } = await rawRequest(url, method === 'CONNECT' ? 'evil.example:443' : '/', { method })
      expect(status === 0 || status === 405).toBe(true)
    })

    test.each(['x://localhost?/leaderboard', 'x://localhost#/leaderboard', 'ftp://localhost/leaderboard'])(
      'the address %s, which the edge would not cover, is refused',
      async (target) => {
        expect((await rawRequest(url, target)).status).toBe(400)
      },
    )

    test('a body over 6 MB is refused before it is read', async () => {
      const headers = { 'Content-Length': '7000000' }
      expect((await rawRequest(url, '/_actions/x', { method: 'POST', headers })).status).toBe(413)
    })

    test('a client that cuts the connection in the middle of a request ends nothing else', async () => {
      const socket = connect(host.port, '127.0.0.1')
      socket.write('POST /_actions/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf')
      await new Promise((resolve) => setTimeout(resolve, 50))
      socket.destroy()
      expect((await fetch(`${url}/`)).status).toBe(200)
    })
  })

  describe('gives the edge the path as it was sent', () => {
    test.each([
      '//leaderboard',
      '/%6ceaderboard',
      '/a%2f..',
      '/LEADERBOARD',
      '/leaderboard.html',
      '/a/%252e',
    ])('%s', async (path) => {
      const { body } = await rawRequest(url, `${path}?seen`)
      expect(JSON.parse(body)).toMatchObject({ path })
    })

    test('and the address of the socket, whatever a header claims', async () => {
      const headers = { 'X-Forwarded-For': '203.0.113.9', 'X-Nf-Client-Connection-Ip': '203.0.113.9' }
      const { body } = await rawRequest(url, '/?seen', { headers })
      expect(JSON.parse(body)).toMatchObject({ ip: '127.0.0.1' })
    })
  })

  describe('serves files', () => {
    test('with an ETag, and answers 304 to whoever has them', async () => {
      const first = await fetch(`${url}/_astro/numbers.js`)
      const etag = first.headers.get('etag') ?? ''
      const again = await fetch(`${url}/_astro/numbers.js`, { headers: { 'if-none-match': etag } })
      expect([etag.length > 5, again.status, await again.text()]).toEqual([true, 304, ''])
    })

    test('in parts', async () => {
      const response = await fetch(`${url}/_astro/numbers.js`, { headers: { range: 'bytes=0-5' } })
      expect([response.status, await response.text()]).toEqual([206, 'export'])
      expect(response.headers.get('content-range')).toBe(`bytes 0-5/${SCRIPT.length}`)
    })

    test('416 for a part that does not exist', async () => {
      const response = await fetch(`${url}/_astro/numbers.js`, { headers: { range: 'bytes=9999-' } })
      expect(response.status).toBe(416)
    })

    test('HEAD with the length and no body', async () => {
      const response = await fetch(`${url}/leaderboard`, { method: 'HEAD' })
      expect([response.headers.get('content-length'), await response.text()]).toEqual([
        String(LONG_PAGE.length),
        '',
      ])
    })

    test('that are large, whole', async () => {
      const response = await fetch(`${url}/_astro/large.bin`)
      expect((await response.arrayBuffer()).byteLength).toBe(600 * 1024)
    })

    test('with the headers that the build asks for', async () => {
      const { headers } = await fetch(`${url}/_astro/numbers.js`)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    })
  })

  describe('compresses text', () => {
    test.each([
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ])('with %s, and says that it depends on the client', async (encoding, decompress) => {
      const { headers, body } = await rawBytes(url, '/leaderboard', { 'Accept-Encoding': encoding })
      expect(headers).toContain(`content-encoding: ${encoding}`)
      expect(headers).toContain('vary: accept-encoding')
      expect(decompress(body).toString()).toBe(LONG_PAGE)
    })

    test('and it is the same text when many ask at once', async () => {
      const asked = Array.from({ length: 16 }, () =>
        rawBytes(url, '/leaderboard', { 'Accept-Encoding': 'br' }),
      )
      const texts = (await Promise.all(asked)).map(({ body }) => brotliDecompressSync(body).toString())
      expect(new Set(texts)).toEqual(new Set([LONG_PAGE]))
    })

    test('not for a client that declines', async () => {
      const { headers } = await rawBytes(url, '/leaderboard', { 'Accept-Encoding': 'br;q=0, identity' })
      expect(headers).not.toContain('content-encoding')
    })
  })
})

async function start(tiny: TinySite): Promise<{ host: Host; site: MadeSite; url: string }> {
  const site = await makeTinySite(tiny)
  const host = await startHost({ root: site.root, host: '127.0.0.1', port: 0 })
  return { host, site, url: `http://127.0.0.1:${host.port}` }
}

/** The answer with its body undecoded: `fetch` decompresses. */
async function rawBytes(origin: string, path: string, headers: Record<string, string>) {
  const { port } = new URL(origin)
  const chunks: Buffer[] = []
  const socket = connect(Number(port), '127.0.0.1')
  const lines = Object.entries({ Host: 'localhost', Connection: 'close', ...headers }).map((pair) =>
    pair.join(': '),
  )
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk)
  const all = Buffer.concat(chunks)
  const end = all.indexOf('\r\n\r\n')
  return { headers: all.toString('latin1', 0, end).toLowerCase(), body: all.subarray(end + 4) }
}

test('A port that is taken is one clear sentence', async () => {
  const { host, site } = await start({ edge: PASS })
  const second = startHost({ root: site.root, host: '127.0.0.1', port: host.port })
  await expect(second).rejects.toThrow(
    `Port ${host.port} for the site is already in use. Choose another with PORT.`,
  )
  await host.close()
  await site.remove()
})

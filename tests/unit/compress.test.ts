import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createCompression } from '../../netlify/local/site/compress.ts'

const TEXT = 'Aloha, Kai. '.repeat(200)
const PAGE = { type: 'text/html; charset=utf-8', cache: 'private, no-cache' }

test.each([
  ['a page asked for alone is Brotli', PAGE, 'gzip, deflate, br, zstd', true, 'br'],
  ['a page asked for among others is gzip of its parts', PAGE, 'gzip, deflate, br, zstd', false, 'gzip'],
  ['where only Brotli is taken it is that', PAGE, 'br', false, 'br'],
  ['a file is Brotli among others too', { ...PAGE, cache: 'public, max-age=0' }, 'gzip, br', false, 'br'],
  ['so is what is no page', { ...PAGE, type: 'application/json' }, 'gzip, br', false, 'br'],
  ['nothing is compressed for who takes neither', PAGE, 'identity', false, null],
])('%s', async (_rule, { type, cache }, accepted, isAlone, encoding) => {
  const request = new Request('http://localhost/', { headers: { 'accept-encoding': accepted } })
  const headers = { 'content-type': type, 'cache-control': cache }
  const answer = await createCompression()(request, new Response(TEXT, { headers }), isAlone)
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  const body = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-length')).toBe(String(body.length))
  const text = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
  expect(text.toString()).toBe(TEXT)
})

test('a file for members is kept compressed, as small as one for everybody; what is made for one member is not', async () => {
  const compress = createCompression()
  const words = Array.from({ length: 3000 }, (_, n) => ((n * n) % 97).toString(36).repeat(1 + (n % 5))).join(
    ' ',
  )
  const sizeWith = async (given: Record<string, string>) => {
    const headers = { 'content-type': 'application/json', ...given }
    const request = new Request('http://localhost/', { headers: { 'accept-encoding': 'br' } })
    const answer = await compress(request, new Response(words, { headers }), false)
    return (await answer.arrayBuffer()).byteLength
  }
  const open = await sizeWith({ 'cache-control': 'public, max-age=0' })
  const forMembers = await sizeWith({ 'cache-control': 'private, no-cache', etag: 'W/"1"' })
  const forOne = await sizeWith({ 'cache-control': 'private, no-store' })
  expect(forMembers).toBe(open)
  expect(forOne).toBeGreaterThan(open)
})

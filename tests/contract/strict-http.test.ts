import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startHost, type Host } from '../../netlify/local/host.ts'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox.ts'
import { openConnection } from '../support/raw-connection.ts'
import { exchange } from '../support/raw-http.ts'
import { startTestDatabase, type TestDatabase } from '../support/test-databases.ts'
import { makeTinySite, type MadeSite } from '../support/tiny-site.ts'

const MB = 1024 * 1024

/** Answers with or without a look at the body; what it lets pass is read to the end by the function. */
const EDGE = `export default async (request, context) => {
  const { pathname } = new URL(request.url)
  const refused = (status) => new Response('refused', { status })
  if (pathname === '/unread') return refused(403)
  if (pathname === '/begun') return request.body.getReader().read().then(() => refused(401))
  if (pathname === '/cancelled') return request.body.cancel().then(() => refused(413))
  return context.next()
}`

let host: Host
let site: MadeSite
let mailbox: Mailbox
let database: TestDatabase
beforeAll(async () => {
  site = await makeTinySite({ edge: EDGE, files: { 'index.html': '<h1>Home</h1>' } })
  host = await startHost({ root: site.root, host: '127.0.0.1', port: 0 })
  mailbox = await startMailbox({ directory: null, host: '127.0.0.1', port: 0 })
  database = await startTestDatabase()
})
afterAll(async () => {
  await host.close()
  await site.remove()
  await mailbox.close()
  await database.close()
})

const get = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: localhost', ...headers, 'Connection: close', '', ''].join('\r\n')
const post = (...headers: string[]) =>
  ['POST / HTTP/1.1', 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n')

describe('What HTTP/1.1 forbids is refused', () => {
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['no version', 'GET /\r\n\r\n', 505],
    ['no version, with a Host header', 'GET /\r\nHost: localhost\r\n\r\n', 505],
    ['version 0.9', get('/').replace('1.1', '0.9'), 505],
    ['version 1.2', get('/').replace('1.1', '1.2'), 400],
    ['version 2.0', get('/').replace('1.1', '2.0'), 505],
    ['no Host header', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['no Host header in version 1.0', 'GET / HTTP/1.0\r\n\r\n', 400],
    ['an empty Host header', get('/').replace('localhost', ''), 400],
    ['a Host header that is none', get('/').replace('localhost', 'a b/'), 400],
    ['a Host header with a path', get('/').replace('localhost', 'localhost/auth'), 400],
    ['a Host header with a query', get('/').replace('localhost', 'localhost?'), 400],
    ['a Host header with a user', get('/').replace('localhost', 'me@localhost'), 400],
    ['a Host header with a name and a password', get('/').replace('localhost', 'a:b@localhost'), 400],
    ['two Host headers', get('/', 'Host: evil.example'), 400],
    ['the same Host header twice', get('/', 'host: localhost'), 400],
    ['two lengths', `${post('Content-Length: 1', 'Content-Length: 2')}ab`, 400],
    ['a list of lengths', `${post('Content-Length: 2, 2')}ab`, 400],
    ['a signed length', `${post('Content-Length: +2')}ab`, 400],
    ['a length and chunks', `${post('Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`, 400],
    ['chunks and a length', `${post('Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n`, 400],
    ['chunks in version 1.0', `${post('Transfer-Encoding: chunked').replace('1.1', '1.0')}0\r\n\r\n`, 400],
    ['chunks that end otherwise', `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n`, 400],
    ['chunks of an unknown coding', `${post('Transfer-Encoding: gzip, chunked')}0\r\n\r\n`, 501],
    ['a chunk size that is none', `${post('Transfer-Encoding: chunked')}zz\r\nx\r\n0\r\n\r\n`, 400],
    ['a folded header', get('/', 'X: a\r\n b'), 400],
    ['a folded Host header', get('/').replace('localhost', '\r\n localhost'), 400],
    ['a space before the colon', get('/').replace('Host:', 'Host :'), 400],
    ['a header without a colon', get('/', 'X'), 400],
    ['line feeds alone', get('/').replaceAll('\r\n', '\n'), 400],
    ['a line feed alone after the request line', get('/').replace('\r\n', '\n'), 400],
    ['a carriage return alone', get('/', 'X: a\rb'), 400],
    ['a control character in a header', get('/', 'X: a\0b'), 400],
    ['a target without a slash', get('index.html'), 400],
    ['the target of OPTIONS for another method', get('*'), 400],
    ['a fragment', get('/#x'), 400],
    ['a control character in the target', get('/\x01'), 400],
    ['a letter that is not ASCII in the target', get('/\u00e9'), 400],
    ['a quotation mark in the target', get('/?"'), 400],
    ['angle brackets in the target', get('/<x>'), 400],
    ['a backslash in the path', get('/x\\y'), 400],
    ['a target of another host', get('http://evil.example/'), 400],
    ['a target of another scheme', get('https://localhost/'), 400],
    ['a target with a password', get('http://a:b@localhost/'), 400],
    ['headers over 16 KiB', get('/', `X: ${'x'.repeat(20_000)}`), 431],
  ])('%s', async (_, request, status) => {
    const answer = await exchange('127.0.0.1', host.port, Buffer.from(request, 'latin1'))
    expect([answer.status, answer.headers.get('connection')]).toEqual([status, ['close']])
    expect(answer.body).not.toContain('Home')
  })

  test.each([
    ['what browsers leave as it is in a query', get("/?a={b}|c^d`e\\f'g[h]")],
    ['a target of this host', get('http://LOCALHOST:80/')],
    ['version 1.0 with a Host header', get('/').replace('1.1', '1.0')],
    ['an empty line before the request', `\r\n${get('/')}`],
  ])('and %s is not', async (_, request) => {
    const answer = await exchange('127.0.0.1', host.port, Buffer.from(request, 'latin1'))
    expect([answer.status, answer.body]).toEqual([200, '<h1>Home</h1>'])
  })

  test('by the mailbox and the SQL endpoint too', async () => {
    const ports = [mailbox.port, Number(new URL(database.httpUrl).port)]
    const request = Buffer.from(get('/', 'Host: localhost'))
    const answers = await Promise.all(ports.map((port) => exchange('127.0.0.1', port, request)))
    expect(answers.map(({ status }) => status)).toEqual([400, 400])
  })
})

describe('A request that is answered before its body has come', () => {
  const next = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const head = (path: string, ...headers: string[]) =>
    [`POST ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
  const length = `Content-Length: ${5 * MB}`
  const chunk = Buffer.from(`10000\r\n${'a'.repeat(0x10000)}\r\n`)

  test.each([
    ['nobody looks at it', '/unread', 403, [length]],
    ['its client asks first', '/unread', 403, [length, 'Expect: 100-continue']],
    ['somebody began to read it', '/begun', 401, [length]],
  ])('is answered at once, and so is the next one: %s', async (_, path, status, headers) => {
    const connection = await openConnection(host.port)
    await connection.send(head(path, ...headers))
    await connection.send(Buffer.alloc(MB))
    expect(await connection.statuses(1)).toEqual([status])
    await connection.send(Buffer.alloc(4 * MB))
    await connection.send(next)
    expect(await connection.statuses(2)).toEqual([status, 200])
    connection.close()
  })

  test('is answered when its client wants no other answer, and the connection ends', async () => {
    const connection = await openConnection(host.port)
    await connection.send(head('/unread', length, 'Connection: close'))
    await connection.send(Buffer.alloc(5 * MB))
    expect(await connection.statuses(2)).toEqual([403])
    expect(connection.isClosed()).toBe(true)
  })

  test.concurrent.each([
    ['refused for its length', head('/', `Content-Length: ${500 * MB}`), 413],
    ['refused unread', head('/unread', 'Transfer-Encoding: chunked'), 403],
    ['refused when it was begun', head('/begun', 'Transfer-Encoding: chunked'), 401],
    ['cancelled', head('/cancelled', 'Transfer-Encoding: chunked'), 413],
    ['too large for the function', head('/x', 'Transfer-Encoding: chunked'), 413],
    ['of a page', head('/', 'Transfer-Encoding: chunked').replace('POST', 'GET'), 200],
  ])('is not read for ever: %s', async (_, request, status) => {
    const connection = await openConnection(host.port)
    await connection.send(request)
    let sent = 0
    while (!connection.isClosed() && sent < 100 * MB) {
      await connection.send(chunk)
      sent += chunk.length
    }
    await connection.send(next)
    expect(await connection.statuses(2)).toEqual([status])
    expect(sent).toBeLessThan(100 * MB)
  })
})

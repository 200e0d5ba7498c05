import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { createWebhook } from '#src/server/vendors/webhook.ts'

const SECRET = 'a secret of sixteen letters'
const NOW = Date.UTC(2026, 0, 1)
const EVENT = { userId: '1', email: 'kai@example.com', fullName: 'Keoni ʻŌhiʻa' }

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

test('the event is posted as JSON, signed with its time, and a repetition has the id of its row again', async () => {
  const received = Promise.withResolvers<{ request: IncomingMessage; body: string }>()
  const url = await listen((request, response) => {
    void text(request).then((body) => {
      received.resolve({ request, body })
      response.writeHead(202).end()
    })
  })
  expect(await post(url)).toEqual({ is: 'delivered', providerId: 'http_202' })

  const { request, body } = await received.promise
  expect(JSON.parse(body)).toEqual(EVENT)
  expect(request).toMatchObject({ method: 'POST', url: '/hook?x=1' })
  const timestamp = String(NOW / 1000)
  const signature = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex')
  expect(request.headers).toMatchObject({
    'content-type': 'application/json',
    'x-lanai-event-id': 'row-1',
    'x-lanai-timestamp': timestamp,
    'x-lanai-signature': `sha256=${signature}`,
  })
})

test.each([500, 404, 302, 301, 307])(
  'an answer of %i is a failure, and a redirect is not followed',
  async (status) => {
    let calls = 0
    const url = await listen((_request, response) => {
      calls += 1
      response.writeHead(status, { location: '/elsewhere' }).end()
    })
    expect(await post(url)).toEqual({ is: 'failed', reason: `webhook_http_${status}` })
    expect(calls).toBe(1)
  },
)

test('an answer that says when to come again is heeded', async () => {
  const url = await listen((_request, response) => response.writeHead(503, { 'retry-after': '7' }).end())
  expect(await post(url)).toEqual({ is: 'failed', reason: 'webhook_http_503', retryAfterMs: 7000 })
})

test('a receiver that never answers is given up after five seconds', async () => {
  const url = await listen(() => undefined)
  const begun = performance.now()
  expect(await post(url)).toEqual({ is: 'failed', reason: 'webhook_unreachable' })
  expect(performance.now() - begun).toBeLessThan(9000)
})

test('an answer without an end is cut off', async () => {
  const url = await listen((_request, response) => response.writeHead(200).write('on and on'))
  expect(await post(url)).toEqual({ is: 'delivered', providerId: 'http_200' })
})

describe('it calls only the public internet, and only over https', () => {
  test.each([
    'https://127.0.0.1/hook',
    'https://localhost/hook',
    'https://[::1]/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://172.16.0.1/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'http://192.0.2.1/',
    'http://93.184.216.34/',
  ])('%s is refused as a mistake in the configuration', async (url) => {
    expect(await post(url, { allowLoopback: false })).toEqual({
      is: 'blocked',
      reason: 'webhook_address_refused',
      alarm: true,
    })
  })

  test('even where this machine is allowed, its network is not', async () => {
    expect(await post('https://10.0.0.1/')).toMatchObject({ is: 'blocked' })
  })

  test('a name that leads nowhere is a failure: it may lead somewhere tomorrow', async () => {
    expect(await post('https://nowhere.invalid/')).toEqual({ is: 'failed', reason: 'webhook_unknown_host' })
  })
})

function post(url: string, { allowLoopback = true } = {}) {
  return createWebhook({ url, secret: SECRET, allowLoopback, clock: () => NOW }).post(EVENT, 'row-1')
}

async function listen(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?x=1`
}

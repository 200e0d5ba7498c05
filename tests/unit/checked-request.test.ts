import dns from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sendChecked, type CheckedRequest } from '#src/server/net/checked-request.ts'
import { isPublicAddress } from '#src/server/net/public-address.ts'

const lookUp = vi.fn<(host: string) => Promise<{ address: string; family: number }[]>>()

let server: Server | undefined
let asked: string[]
beforeEach(() => {
  asked = []
  lookUp.mockReset().mockResolvedValue([{ address: '127.0.0.1', family: 4 }])
  vi.spyOn(dns, 'lookup').mockImplementation(lookUp as unknown as typeof dns.lookup)
  // For modules that have imported it by its name.
  syncBuiltinESMExports()
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  server?.closeAllConnections()
  server?.close()
})

describe('a name is resolved once', () => {
  test('and the connection goes to what was checked, whatever the name leads to a moment later', async () => {
    lookUp.mockResolvedValueOnce([{ address: '127.0.0.1', family: 4 }])
    lookUp.mockResolvedValue([{ address: '127.0.0.99', family: 4 }])
    const port = await listen((_request, response) => response.writeHead(204).end())
    const url = `http://rebinding.test:${port}/`
    expect(await send(url, { mayCall: (_target, address) => address === '127.0.0.1' })).toMatchObject({
      status: 204,
    })
    expect(lookUp).toHaveBeenCalledOnce()
    expect(asked).toEqual([`rebinding.test:${port} on 127.0.0.1`])
  })

  test.each([
    ['first', ['10.0.0.1', '127.0.0.1']],
    ['last', ['127.0.0.1', '10.0.0.1']],
  ])('and nothing is called when one of its addresses may not be: the %s', async (_which, addresses) => {
    lookUp.mockResolvedValue(addresses.map((address) => ({ address, family: 4 })))
    const port = await listen((_request, response) => response.end())
    const answer = await send(`http://two.test:${port}/`, {
      mayCall: (_target, address) => address === '127.0.0.1',
    })
    expect([answer, asked]).toEqual([{ is: 'failed', reason: 'refused-address' }, []])
  })

  test('and a name that leads nowhere is told as such', async () => {
    lookUp.mockRejectedValue(new Error('ENOTFOUND'))
    expect(await send('http://nowhere.test/')).toEqual({ is: 'failed', reason: 'unknown-host' })
    lookUp.mockResolvedValue([])
    expect(await send('http://nowhere.test/')).toEqual({ is: 'failed', reason: 'unknown-host' })
  })

  test('and an address of IPv6 is asked about without its brackets', async () => {
    await send('http://[::1]/', { mayCall: () => false })
    expect(lookUp).toHaveBeenCalledWith('::1', { all: true })
  })
})

test('every call asks again whether it may be made: nothing is taken from the one before', async () => {
  const port = await listen((_request, response) => response.end())
  const url = `http://one.test:${port}/`
  expect(await send(url)).toMatchObject({ is: 'answer' })
  expect(await send(url, { mayCall: () => false })).toEqual({ is: 'failed', reason: 'refused-address' })
})

test('a redirect is an answer like any other, and is not followed', async () => {
  const port = await listen((_request, response) => response.writeHead(302, { location: '/elsewhere' }).end())
  expect(await send(`http://one.test:${port}/`)).toMatchObject({
    status: 302,
    headers: { location: '/elsewhere' },
  })
  expect(asked).toHaveLength(1)
})

test('method, headers and body arrive', async () => {
  const received = Promise.withResolvers<unknown>()
  const port = await listen((request, response) => {
    void text(request).then((body) => {
      received.resolve({ method: request.method, kind: request.headers['x-kind'], body })
      response.end()
    })
  })
  await send(`http://one.test:${port}/`, { method: 'POST', headers: { 'x-kind': 'k' }, body: 'Keoni ʻŌhiʻa' })
  expect(await received.promise).toEqual({ method: 'POST', kind: 'k', body: 'Keoni ʻŌhiʻa' })
})

test('an answer without an end is cut off after its head', async () => {
  const cut = Promise.withResolvers<null>()
  const port = await listen((_request, response) => {
    response.once('close', () => {
      cut.resolve(null)
    })
    response.writeHead(200).write('on and on')
  })
  expect(await send(`http://one.test:${port}/`)).toMatchObject({ status: 200 })
  await cut.promise
})

test.each([
  ['a host that never answers is given up', () => undefined, 'timeout'],
  [
    'a connection that breaks is told',
    (request: Parameters<RequestListener>[0]) => request.destroy(),
    'unreachable',
  ],
] as const)('%s', async (_rule, answer, reason) => {
  const port = await listen(answer)
  expect(await send(`http://one.test:${port}/`, { timeoutMs: 200 })).toEqual({ is: 'failed', reason })
})

test.each([
  ['8.8.8.8', true],
  ['172.15.255.255', true],
  ['172.32.0.1', true],
  ['100.63.255.255', true],
  ['2606:2800:220:1::1', true],
  ['0.0.0.0', false],
  ['10.255.255.255', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.168.0.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::1', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
])('%s is on the public internet: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

function send(url: string, options: Partial<CheckedRequest> = {}) {
  const usual = { method: 'GET', headers: {}, timeoutMs: 5000, mayCall: () => true } as const
  return sendChecked(new URL(url), { ...usual, ...options })
}

async function listen(answer: RequestListener): Promise<number> {
  server = createServer((request, response) => {
    asked.push(`${request.headers.host} on ${request.socket.localAddress}`)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

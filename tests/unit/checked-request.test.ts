import dns from 'node:dns/promises'
import type { RequestListener } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendChecked, type CheckedRequest } from '#src/server/net/checked-request.ts'
import { isPublicAddress } from '#src/server/net/public-address.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const lookUp = vi.fn<(host: string) => Promise<{ address: string; family: number }[]>>()

let server: TestServer | undefined
let asked: string[]
beforeEach(() => {
  asked = []
  lookUp.mockReset().mockResolvedValue([{ address: '127.0.0.1', family: 4 }])
  vi.spyOn(dns, 'lookup').mockImplementation(lookUp as unknown as typeof dns.lookup)
  // For modules that have imported it by its name.
  syncBuiltinESMExports()
})
afterEach(async () => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await server?.close()
  server = undefined
})

const isOurs: CheckedRequest['mayCall'] = (_target, address) => address === '127.0.0.1'

test('the connection goes to the address that was checked', async () => {
  lookUp.mockResolvedValueOnce([{ address: '127.0.0.1', family: 4 }])
  lookUp.mockResolvedValue([{ address: '127.0.0.99', family: 4 }])
  const port = await listen((_request, response) => response.writeHead(204).end())
  expect(await send(`http://rebinding.test:${port}/`, { mayCall: isOurs })).toMatchObject({ status: 204 })
  expect(lookUp).toHaveBeenCalledOnce()
  expect(asked).toEqual([`rebinding.test:${port} on 127.0.0.1`])
  expect(await send(`http://rebinding.test:${port}/`, { mayCall: isOurs })).toMatchObject({ is: 'failed' })
})

test.each([
  [['10.0.0.1', '127.0.0.1'], 'refused-address'],
  [['127.0.0.1', '10.0.0.1'], 'refused-address'],
  [[], 'unknown-host'],
])('a name that leads to %j is not called', async (addresses, reason) => {
  lookUp.mockResolvedValue(addresses.map((address) => ({ address, family: 4 })))
  const port = await listen((_request, response) => response.end())
  const answer = await send(`http://two.test:${port}/`, { mayCall: isOurs })
  expect([answer, asked]).toEqual([{ is: 'failed', reason }, []])
})

test('an address of IPv6 is looked up without its brackets, and a name that fails is unknown', async () => {
  lookUp.mockRejectedValue(new Error('ENOTFOUND'))
  expect(await send('http://[::1]/')).toEqual({ is: 'failed', reason: 'unknown-host' })
  expect(lookUp).toHaveBeenCalledWith('::1', { all: true })
})

test('an endless answer is cut off after its headers', async () => {
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

test('a connection that breaks is a failure', async () => {
  const port = await listen((request) => request.destroy())
  expect(await send(`http://one.test:${port}/`)).toEqual({ is: 'failed', reason: 'unreachable' })
})

const PUBLIC = '8.8.8.8 172.15.255.255 172.32.0.1 100.63.255.255 2606:2800:220:1::1'
const PRIVATE = `0.0.0.0 10.255.255.255 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.168.0.1
  198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 ::ffff:8.8.8.8 64:ff9b::1 fc00::1 fe80::1 ff02::1 2001:db8::1 2002:7f00:1::`

test.each([
  ...PUBLIC.split(/\s+/).map((address) => [address, true] as const),
  ...PRIVATE.split(/\s+/).map((address) => [address, false] as const),
])('%s is on the public internet: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

function send(url: string, options: Partial<CheckedRequest> = {}) {
  const usual = { headers: {}, body: '', timeoutMs: 5000, mayCall: () => true }
  return sendChecked(new URL(url), { ...usual, ...options })
}

async function listen(answer: RequestListener): Promise<number> {
  server = await startTestServer((request, response) => {
    asked.push(`${request.headers.host} on ${request.socket.localAddress}`)
    answer(request, response)
  })
  return Number(new URL(server.url).port)
}

import { expect, test, vi } from 'vitest'
import { handleRequest } from '#src/server/gate/gate.ts'
import { isPostmark } from '#src/server/gate/bounces.ts'
import { gateFor, noNext, SECRET, SITE } from '../fakes/gate.ts'

const RIGHT = { authorization: `Basic ${btoa(`postmark:${SECRET}`)}` }
const AT = '2026-11-27T10:53:34.4160710-05:00'
const BOUNCE = {
  RecordType: 'Bounce',
  Type: 'HardBounce',
  Email: 'kai@example.org',
  MessageStream: 'outbound',
  BouncedAt: AT,
}
const CHANGE = {
  RecordType: 'SubscriptionChange',
  Recipient: 'kai@example.org',
  MessageStream: 'broadcast',
  ChangedAt: AT,
  SuppressSending: true,
  SuppressionReason: 'ManualSuppression',
}

test.each([
  ['a bounce', { ...BOUNCE, Email: 'Kai@Example.org' }, 1],
  ['a complaint', { ...BOUNCE, RecordType: 'SpamComplaint', Type: 'SpamComplaint' }, 1],
  ['an unsubscription', CHANGE, 1],
  ['a reactivation', { ...CHANGE, SuppressSending: false, SuppressionReason: null }, 1],
  ['an absence note', { ...BOUNCE, Type: 'AutoResponder' }, 0],
  ['another event', { RecordType: 'Open', Recipient: 'kai@example.org' }, 0],
  ['a bounce of no address', { ...BOUNCE, Email: 'nobody' }, 0],
])('only a report about an address is recorded: %s', async (_, told, times) => {
  const { answer, recorded } = await tell(JSON.stringify(told), RIGHT)
  expect([answer.status, recorded.length]).toEqual([200, times])
  for (const report of recorded) expect(JSON.stringify(report)).toContain('"kai@example.org"')
})

test.each([{}, { authorization: 'wrong' }])('rejects a report without the secret: %j', async (headers) => {
  expect(await tellEndlessly(headers)).toEqual({ status: 401, kibRead: 0, recorded: [] })
})

test('reads at most 64 KiB of a report', async () => {
  expect(await tellEndlessly(RIGHT)).toEqual({ status: 413, kibRead: 65, recorded: [] })
})

test.each([
  ['with the secret', `postmark:${SECRET}`, SECRET, true],
  ['with another secret', `postmark:${SECRET}.`, SECRET, false],
  ['with another name', `leilani:${SECRET}`, SECRET, false],
  ['before there is a secret', 'postmark:undefined', undefined, false],
])('a request %s is Postmark’s: %#', (_, credentials, secret, expected) => {
  const headers = new Headers({ authorization: `Basic ${btoa(credentials)}` })
  expect(isPostmark(headers, secret)).toBe(expected)
  expect(isPostmark(new Headers(), secret)).toBe(false)
})

async function tellEndlessly(headers: Record<string, string>) {
  let kibRead = 0
  const pull = (stream: ReadableStreamDefaultController) => {
    kibRead += 1
    stream.enqueue(new Uint8Array(1024).fill(32))
  }
  const { answer, recorded } = await tell(new ReadableStream({ pull }, { highWaterMark: 0 }), headers)
  return { status: answer.status, kibRead, recorded }
}

async function tell(body: BodyInit, headers: Record<string, string>) {
  const retryingSql = vi.fn(() => Promise.resolve([]))
  const gate = gateFor('signed-out')
  const connect = () => ({ ...gate.connect(), retryingSql })
  const sent = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  const answer = await handleRequest({ ...gate, connect }, new Request(`${SITE}/bounces`, sent), noNext)
  return { answer, recorded: retryingSql.mock.calls }
}

import { expect, test, vi } from 'vitest'
import { handleRequest } from '#src/server/gate/gate.ts'
import { type Bounces, isPostmark } from '#src/server/gate/bounces.ts'
import { gateFor, noNext, SITE } from '../fakes/gate.ts'

const SECRET = 'a secret of at least thirty-two letters'
const RIGHT = { authorization: 'right' }
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
])('of what Postmark tells, %s is recorded or not', async (_, told, times) => {
  const { answer, recorded } = await tell(JSON.stringify(told), RIGHT)
  expect([answer.status, recorded.length]).toEqual([200, times])
  for (const report of recorded) expect(JSON.stringify(report)).toContain('"kai@example.org"')
})

test('nothing of a report is read without the secret, and no more of it than 64 KiB', async () => {
  const sizes = await Promise.all(
    [{}, { authorization: 'wrong' }, RIGHT].map(async (headers) => {
      let read = 0
      const pull = (stream: ReadableStreamDefaultController) => {
        read += 1
        stream.enqueue(new Uint8Array(1024).fill(32))
      }
      const body = new ReadableStream({ pull }, { highWaterMark: 0 })
      const { answer, recorded } = await tell(body, headers)
      return [answer.status, read, recorded]
    }),
  )
  expect(sizes).toEqual([
    [401, 0, []],
    [401, 0, []],
    [413, 65, []],
  ])
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

async function tell(body: BodyInit, headers: Record<string, string>) {
  const recordBounce = vi.fn<Bounces['recordBounce']>()
  const gate = gateFor('signed-out')
  const connect = () => ({ ...gate.connect(), recordBounce })
  const sent = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  const answer = await handleRequest({ ...gate, connect }, new Request(`${SITE}/bounces`, sent), noNext)
  return { answer, recorded: recordBounce.mock.calls.map(([report]) => report) }
}

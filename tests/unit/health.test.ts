import { createHmac } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { passGate } from '#src/server/gate/gate.ts'
import { createHealth, isSignedForHealth } from '#src/server/gate/health.ts'
import { gateFor, HEALTH, noNext, request, visit } from '../fakes/gate.ts'
import { brokenPages } from '../fakes/pages.ts'

const SECRET = 'a secret of at least thirty-two letters'
const NOW_MS = 1_795_360_000_000
const NOW = String(NOW_MS / 1000)

describe('/healthz', () => {
  test.each(['signed-out', 'pending', 'denied', 'approved'] as const)(
    'says to everybody that it is well, and nothing else: %s',
    async (who) => {
      const gate = gateFor(who)
      const answer = await passGate(gate, request('/healthz', who), noNext)
      expect([answer.status, await answer.text()]).toEqual([200, 'ok\n'])
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(gate.lookups()).toEqual([])
    },
  )

  test('is a 503 when the database or the file server is away, as a member’s page is', async () => {
    const pages = { ...gateFor('signed-out'), pages: brokenPages }
    const answers = [
      await visit('/healthz', 'outage'),
      await passGate(pages, request('/healthz', 'signed-out'), noNext),
    ]
    for (const { status, headers } of answers) {
      expect([status, headers.get('Retry-After'), headers.get('Cache-Control')]).toEqual([
        503,
        '30',
        'no-store',
      ])
    }
  })

  test('takes HEAD, and nothing that brings a body', async () => {
    const head = await visit('/healthz', 'signed-out', {}, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    const origin = { origin: 'https://portal.example' }
    for (const headers of [{}, origin])
      expect((await visit('/healthz', 'signed-out', headers, 'POST')).status).toBeGreaterThanOrEqual(403)
  })
})

test('a build without a home page is not well', async () => {
  const gate = gateFor('signed-out')
  const pages = { ...gate.pages, openProtected: () => Promise.resolve(null) }
  const answer = await passGate({ ...gate, pages }, request('/healthz', 'signed-out'), noNext)
  expect(answer.status).toBe(503)
  const cause = new Error('The build has no home page.')
  expect(vi.mocked(gate.logOutage).mock.calls).toMatchObject([[{ cause }]])
})

describe('/healthz/details', () => {
  test('is at no other address, whoever signed', async () => {
    const signed = { 'x-lanai-signature': 'right' }
    expect((await visit('/leaderboard', 'signed-out', signed)).status).toBe(302)
    expect((await visit('/healthz/nothing', 'signed-out', signed)).status).toBe(404)
  })

  test('tells the operator how it is, and which deploy this is', async () => {
    const answer = await visit('/healthz/details', 'signed-out', { 'x-lanai-signature': 'right' })
    expect([answer.status, await answer.json()]).toEqual([200, { deploy: 'd1', ...HEALTH }])
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  })

  test.each(['signed-out', 'pending', 'approved'] as const)(
    'is a missing page without the right signature, to the byte: %s',
    async (who) => {
      const missing = await visit('/healthz/nothing', who)
      for (const headers of [{}, { 'x-lanai-signature': 'wrong' }]) {
        const answer = await visit('/healthz/details', who, headers)
        expect([answer.status, await answer.text()]).toEqual([missing.status, await missing.clone().text()])
        expect([...answer.headers]).toEqual([...missing.headers])
      }
    },
  )
})

describe('a signature', () => {
  test('is the HMAC of the time and the address, as openssl makes it', () => {
    expect(isSigned()).toBe(true)
    expect(isSigned({ nowMs: NOW_MS + 300_000 })).toBe(true)
    expect(isSigned({ nowMs: NOW_MS - 300_000 })).toBe(true)
  })

  test.each([
    ['of an older time', { nowMs: NOW_MS + 301_000 }],
    ['of a time to come', { nowMs: NOW_MS - 301_000 }],
    ['of another secret', { secret: `${SECRET}.` }],
    ['of another time than it says', { at: String(Number(NOW) + 1) }],
    ['of no time', { at: '' }],
    ['of a time that is no number', { at: '1e9       ' }],
    ['that is cut short', { cut: 70 }],
    ['that is missing', { cut: 0 }],
    ['that is not sent at all', { isSent: false }],
    ['where no secret is set', { isSet: false }],
    ['with an empty secret, where none is set', { isSet: false, secret: '' }],
  ])('%s opens nothing', (_, wrong) => {
    expect(isSigned(wrong)).toBe(false)
  })

  function isSigned({
    nowMs = NOW_MS,
    secret = SECRET,
    at = NOW,
    cut = 71,
    isSet = true,
    isSent = true,
  } = {}): boolean {
    const signature = createHmac('sha256', secret).update(`${NOW}./healthz/details`).digest('hex')
    const given = { 'x-lanai-timestamp': at, 'x-lanai-signature': `sha256=${signature}`.slice(0, cut) }
    const headers = isSent ? given : {}
    return isSignedForHealth(new Headers(headers), isSet ? SECRET : undefined, nowMs)
  }
})

test('an instance asks the database once a second, however many ask, and a failure is an answer', async () => {
  let nowMs = 0
  const { databaseMs: _, ...health } = HEALTH
  const ask = vi.fn(() => Promise.resolve([{ health }]))
  const read = createHealth(ask, () => nowMs)
  expect(await Promise.all([read(), read()])).toEqual(Array(2).fill({ databaseMs: 0, ...health }))
  nowMs = 1000
  ask.mockRejectedValueOnce(new Error('away'))
  const failed = await Promise.allSettled([read(), read()])
  expect([...failed.map(({ status }) => status), ask.mock.calls.length]).toEqual(['rejected', 'rejected', 2])
  nowMs = 2000
  await read()
  expect(ask).toHaveBeenCalledTimes(3)
})

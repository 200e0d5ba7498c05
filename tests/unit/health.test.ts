import { createHmac } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { passGate } from '#src/server/gate/gate.ts'
import { createHealth, isSignedForHealth } from '#src/server/gate/health.ts'
import { gateFor, HEALTH, noNext, request, visit } from '../fakes/gate.ts'
import { brokenPages } from '../fakes/pages.ts'

const SECRET = 'a secret of at least thirty-two letters'
const NOW_MS = 1_795_360_000_000
const NOW = String(NOW_MS / 1000)
const SIGNED = { 'x-lanai-signature': 'right' }

test.each(['signed-out', 'pending', 'denied', 'approved'] as const)(
  '/healthz says that it is well, and nothing else, to a visitor who is %s',
  async (who) => {
    const gate = gateFor(who)
    const answer = await passGate(gate, request('/healthz', who), noNext)
    expect([answer.status, await answer.text()]).toEqual([200, 'ok\n'])
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(gate.lookups()).toEqual([])
  },
)

test('/healthz is a 503 without a database, a file server or a home page', async () => {
  const gate = gateFor('signed-out')
  const homeless = { ...gate.pages, openProtected: () => Promise.resolve(null) }
  for (const broken of [gateFor('outage'), { ...gate, pages: brokenPages }, { ...gate, pages: homeless }]) {
    const { status, headers } = await passGate(broken, request('/healthz', 'signed-out'), noNext)
    expect([status, headers.get('Retry-After'), headers.get('Cache-Control')]).toEqual([
      503,
      '30',
      'no-store',
    ])
  }
  const cause = new Error('The build has no home page.')
  expect(vi.mocked(gate.logOutage).mock.lastCall).toMatchObject([{ cause }])
})

test('/healthz/details shows the numbers and the deploy to the operator only', async () => {
  const answer = await visit('/healthz/details', 'signed-out', SIGNED)
  expect([answer.status, await answer.json()]).toEqual([200, { deploy: 'd1', commit: 'c1', ...HEALTH }])
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect((await visit('/leaderboard', 'signed-out', SIGNED)).status).toBe(302)
})

test.each(['signed-out', 'pending', 'approved'] as const)(
  '/healthz/details is a missing page, to the byte, to a visitor without the signature who is %s',
  async (who) => {
    const missing = await visit('/healthz/nothing', who)
    for (const headers of [{}, { 'x-lanai-signature': 'wrong' }]) {
      const answer = await visit('/healthz/details', who, headers)
      expect([answer.status, await answer.text()]).toEqual([404, await missing.clone().text()])
      expect([...answer.headers]).toEqual([...missing.headers])
    }
  },
)

test.each([
  ['of this moment', {}, true],
  ['of five minutes ago', { nowMs: NOW_MS + 300_000 }, true],
  ['of five minutes ahead', { nowMs: NOW_MS - 300_000 }, true],
  ['of an older time', { nowMs: NOW_MS + 301_000 }, false],
  ['of a time to come', { nowMs: NOW_MS - 301_000 }, false],
  ['of another secret', { secret: `${SECRET}.` }, false],
  ['of another time than it says', { at: String(Number(NOW) + 1) }, false],
  ['of no time', { at: '' }, false],
  ['of a time that is no number', { at: '1e9       ' }, false],
  ['that is cut short', { cut: 70 }, false],
  ['that is missing', { cut: 0 }, false],
  ['with an empty secret, where none is set', { isSet: false, secret: '' }, false],
])('a signature %s opens the details: %s %s', (_, change, opens) => {
  const { nowMs, secret, at, cut, isSet } = {
    ...{ nowMs: NOW_MS, secret: SECRET, at: NOW, cut: 71, isSet: true },
    ...change,
  }
  const signature = createHmac('sha256', secret).update(`${NOW}./healthz/details`).digest('hex')
  const headers = { 'x-lanai-timestamp': at, 'x-lanai-signature': `sha256=${signature}`.slice(0, cut) }
  expect(isSignedForHealth(new Headers(headers), isSet ? SECRET : undefined, nowMs)).toBe(opens)
  expect(isSignedForHealth(new Headers(), SECRET, nowMs)).toBe(false)
})

test('an instance checks the database once a second, failures included', async () => {
  let nowMs = 0
  const { databaseMs: _, ...health } = HEALTH
  const ask = vi.fn(() => Promise.resolve([{ health }]))
  const read = createHealth(ask, () => nowMs)
  expect(await Promise.all([read(), read()])).toEqual(Array(2).fill({ databaseMs: 0, ...health }))
  nowMs = 1000
  ask.mockRejectedValueOnce(new Error('away'))
  const failed = await Promise.allSettled([read(), read()])
  expect([...failed.map(({ status }) => status), ask.mock.calls.length]).toEqual(['rejected', 'rejected', 2])
})

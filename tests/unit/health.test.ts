import { expect, test, vi } from 'vitest'
import { handleRequest } from '#src/server/gate/gate.ts'
import { createHealth, isOperator } from '#src/server/gate/health.ts'
import { gateFor, HEALTH, noNext, request, SECRET, visit } from '../fakes/gate.ts'
import { brokenPages } from '../fakes/pages.ts'

const OPERATOR = { authorization: `Bearer ${SECRET}` }

test.each(['signed-out', 'pending', 'denied', 'approved'] as const)(
  '/healthz answers 200 to a visitor who is %s',
  async (who) => {
    const gate = gateFor(who)
    const answer = await handleRequest(gate, request('/healthz', who), noNext)
    expect([answer.status, await answer.text()]).toEqual([200, 'ok\n'])
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(gate.lookups()).toEqual([])
  },
)

test('/healthz is a 503 without a database, a file server or a home page', async () => {
  const gate = gateFor('signed-out')
  const homeless = { ...gate.pages, openProtected: () => Promise.resolve(null) }
  for (const broken of [gateFor('outage'), { ...gate, pages: brokenPages }, { ...gate, pages: homeless }]) {
    const { status, headers } = await handleRequest(broken, request('/healthz', 'signed-out'), noNext)
    expect([status, headers.get('Retry-After'), headers.get('Cache-Control')]).toEqual([503, '5', 'no-store'])
  }
})

test('/healthz/details answers the operator with the health', async () => {
  const answer = await visit('/healthz/details', 'signed-out', OPERATOR)
  expect([answer.status, await answer.json()]).toEqual([200, { deploy: 'd1', ...HEALTH, writeError: null }])
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect((await visit('/leaderboard', 'signed-out', OPERATOR)).status).toBe(302)
})

test.each(['signed-out', 'pending', 'approved'] as const)(
  '/healthz/details is a missing page to a visitor who is %s',
  async (who) => {
    const missing = await visit('/healthz/nothing', who)
    for (const headers of [{}, { authorization: 'wrong' }]) {
      const answer = await visit('/healthz/details', who, headers)
      expect([answer.status, await answer.text()]).toEqual([404, await missing.clone().text()])
      expect([...answer.headers]).toEqual([...missing.headers])
    }
  },
)

test.each([
  ['the secret', `Bearer ${SECRET}`, SECRET, true],
  ['another', `Bearer ${SECRET}.`, SECRET, false],
  ['a part of it', `Bearer ${SECRET.slice(0, -1)}`, SECRET, false],
  ['it as a password', `Basic ${SECRET}`, SECRET, false],
  ['none where none is set', 'Bearer undefined', undefined, false],
])('whoever sends %s as the token is the operator: %s, %s, %s', (_, authorization, secret, isTheirs) => {
  expect(isOperator(new Headers({ authorization }), secret)).toBe(isTheirs)
  expect(isOperator(new Headers(), secret)).toBe(false)
})

test('an instance checks the database once a second', async () => {
  let nowMs = 0
  const { databaseMs: _, ...health } = HEALTH
  const ask = vi.fn(() => Promise.resolve([{ health, siteConflict: null }]))
  const read = createHealth(ask, () => nowMs, 'https://portal.school.dev')
  expect(await Promise.all([read(), read()])).toEqual(
    Array(2).fill({ databaseMs: 0, ...health, siteConflict: null }),
  )
  nowMs = 1000
  ask.mockRejectedValueOnce(new Error('away'))
  const failed = await Promise.allSettled([read(), read()])
  expect([...failed.map(({ status }) => status), ask.mock.calls.length]).toEqual(['rejected', 'rejected', 2])
})

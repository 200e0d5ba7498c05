import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { passGate } from '#src/server/gate/gate.ts'
import { createStatus } from '#src/server/gate/status.ts'
import { gateFor, request, signInScreen } from '../fakes/gate.ts'

let rows: Promise<{ sentence: string }[]>
const ask = vi.fn(() => rows)

beforeEach(() => {
  vi.useFakeTimers()
  ask.mockClear()
  rows = Promise.resolve([])
})
afterEach(() => {
  vi.useRealTimers()
})

test('an instance reads the sentence every 15 s and keeps the last one during an outage', async () => {
  const status = createStatus(ask, Date.now)
  expect(await status()).toBeNull()
  rows = Promise.resolve([{ sentence: 'Back at noon.' }])
  expect([await status(), ask.mock.calls.length]).toEqual([null, 1])
  vi.advanceTimersByTime(15_000)
  expect([await status(), await status(), ask.mock.calls.length]).toEqual([
    'Back at noon.',
    'Back at noon.',
    2,
  ])
  vi.advanceTimersByTime(15_000)
  rows = Promise.reject(new Error('away'))
  expect([await status(), await status(), ask.mock.calls.length]).toEqual([
    'Back at noon.',
    'Back at noon.',
    3,
  ])
  vi.advanceTimersByTime(15_000)
  rows = Promise.resolve([])
  expect(await status()).toBeNull()
})

test('a silent database delays no screen', async () => {
  rows = new Promise(() => undefined)
  const waiting = createStatus(ask, Date.now)()
  vi.advanceTimersByTime(300)
  expect(await waiting).toBeNull()
})

test.each(['/auth', '/login'])('%s shows the sentence as text', async (path) => {
  const readStatus = () => Promise.resolve(`</p><script>alert(1)</script> [[viewer:json]] $& "it's" 🌺`)
  const gate = gateFor('signed-out')
  const connect = () => ({ ...gate.connect(), readStatus })
  const answer = await passGate({ ...gate, connect }, request(path, 'signed-out'), signInScreen)
  expect(await answer.text()).toBe(
    'Welcome Back<p>&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt; [[viewer:json]] $&amp; &quot;it&apos;s&quot; 🌺</p>',
  )
})

test('the gate asks the host for the whole sign-in screen and passes on its failures', async () => {
  const asked = request('/auth', 'signed-out', { 'if-none-match': '"screen"', range: 'bytes=0-1' })
  const answer = await passGate(gateFor('signed-out'), asked, () => {
    expect([asked.headers.has('if-none-match'), asked.headers.has('range')]).toEqual([false, false])
    return Promise.resolve(new Response('away', { status: 502 }))
  })
  expect(answer.status).toBe(502)
})

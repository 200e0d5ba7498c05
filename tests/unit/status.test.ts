import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { passGate } from '#src/server/gate/gate.ts'
import { createStatus } from '#src/server/gate/status.ts'
import { brokenPages } from '../fakes/pages.ts'
import { gateFor, request, signInScreen } from '../fakes/gate.ts'

interface Row extends Record<string, unknown> {
  sentence: string
}

let rows: Promise<Row[]> = Promise.resolve([])
const ask = vi.fn(() => rows)
function say(row: Row): void {
  rows = Promise.resolve([row])
}

beforeEach(() => {
  vi.useFakeTimers()
  ask.mockClear()
  rows = Promise.resolve([])
})
afterEach(() => {
  vi.useRealTimers()
})

test('an instance asks once in a quarter of a minute, however many visit', async () => {
  const status = createStatus(ask, Date.now)
  expect(await status()).toBeNull()
  say({ sentence: 'Maintenance on Sunday.' })
  expect([await status(), await status(), ask.mock.calls.length]).toEqual([null, null, 1])
  vi.advanceTimersByTime(15_000)
  expect([await status(), await status(), ask.mock.calls.length]).toEqual([
    'Maintenance on Sunday.',
    'Maintenance on Sunday.',
    2,
  ])
})

test('what is taken back is said no more', async () => {
  say({ sentence: 'Back at noon.' })
  const status = createStatus(ask, Date.now)
  await status()
  rows = Promise.resolve([])
  vi.advanceTimersByTime(15_000)
  expect(await status()).toBeNull()
})

test('with the database away the last sentence stays, and nobody’s visit asks again at once', async () => {
  say({ sentence: 'Back at noon.' })
  const status = createStatus(ask, Date.now)
  await status()
  vi.advanceTimersByTime(15_000)
  rows = Promise.reject(new Error('away'))
  expect([await status(), await status(), ask.mock.calls.length]).toEqual([
    'Back at noon.',
    'Back at noon.',
    2,
  ])
})

test('a database that does not answer keeps no screen waiting', async () => {
  rows = new Promise(() => undefined)
  const waiting = createStatus(ask, Date.now)()
  vi.advanceTimersByTime(300)
  expect(await waiting).toBeNull()
})

const NASTY = `</p><script>alert(1)</script> [[viewer:json]] $& "it's" & 🌺`

test.each(['/auth', '/login'])('%s says it as text, whatever it is', async (path) => {
  const answer = await show(path, () => Promise.resolve(NASTY))
  expect(await answer.text()).toBe(
    'Welcome Back<p>&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt; [[viewer:json]] $&amp; &quot;it&#39;s&quot; &amp; 🌺</p>',
  )
})

test('the host is asked for the whole screen, whatever the browser holds', async () => {
  const asked = request('/auth', 'signed-out', { 'if-none-match': '"screen"', range: 'bytes=0-1' })
  const answer = await passGate(gateFor('signed-out'), asked, () => {
    expect([asked.headers.has('if-none-match'), asked.headers.has('range')]).toEqual([false, false])
    return signInScreen()
  })
  expect(answer.status).toBe(200)
})

test('a host that fails is what it says', async () => {
  const next = () => Promise.resolve(new Response('away', { status: 502 }))
  expect((await passGate(gateFor('signed-out'), request('/auth', 'signed-out'), next)).status).toBe(502)
})

test('the screen comes without it when the settings are wrong, and when the store of pages is away', async () => {
  const gate = {
    ...gateFor('signed-out'),
    pages: brokenPages,
    connect: () => {
      throw new Error('SITE_URL is missing')
    },
  }
  const answer = await passGate(gate, new Request('https://portal.example/auth'), signInScreen)
  expect([answer.status, await answer.text()]).toEqual([200, 'Welcome Back'])
})

function show(path: string, readStatus: () => Promise<string | null>) {
  const gate = gateFor('signed-out')
  const connect = () => ({ ...gate.connect(), readStatus })
  return passGate({ ...gate, connect }, request(path, 'signed-out'), signInScreen)
}

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../support/database-proxy.ts'
import { query } from '../support/query.ts'
import { rawRequest, type RawOptions } from '../support/raw-http.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'

const SECRET = 'a secret of at least thirty-two letters'

/** How far the application's clock is ahead, which it takes when it is loaded. */
let aheadMs = 0
const realNow = Date.now
Date.now = () => realNow() + aheadMs

let stack: Stack
let way: DatabaseProxy
let cookie: string
const [info, error] = [vi.spyOn(console, 'info'), vi.spyOn(console, 'error')]

beforeAll(async () => {
  stack = await startTestStack()
  way = await startDatabaseProxy(stack.env.DATABASE_HTTP_URL ?? '')
  // The application reads its environment at the first request, which is the next one.
  Object.assign(process.env, { DATABASE_HTTP_URL: way.url, HEALTH_SECRET: SECRET, LOG_REQUESTS: 'all' })
  cookie = await signedInMember(stack, { email: 'member@example.com', status: 'approved' })
  // The schedules run once at the start, before a test breaks their way to the database.
  const runs = () => query(stack, 'select from scheduled_runs')
  await vi.waitFor(async () => expect(await runs()).toHaveLength(2), { timeout: 60_000, interval: 200 })
})
afterAll(async () => {
  way.close()
  await stack.close()
})
beforeEach(() => {
  way.mend()
  info.mockReset()
  error.mockReset()
})
afterEach(() => {
  way.mend()
})

describe('a failed request can be found by its id', () => {
  test('on the screen that says the portal is away', async () => {
    way.break('refuses')
    const { status, body } = await ask('/leaderboard?email=kai@reef.example', { headers: { cookie } })
    const id = /Request ID: <code[^>]*>([0-9a-f]{16})<\/code>/.exec(body)?.[1]
    expect([status, id]).toEqual([503, expect.any(String)])
    expect(lines()).toContainEqual({
      code: 'request',
      method: 'GET',
      path: '/leaderboard',
      status: 503,
      ms: expect.any(Number) as number,
      requestId: id,
    })
    expect(JSON.stringify(lines())).not.toContain('kai')
  })

  test('in the sentence of an action and in its log line', async () => {
    way.break('has no compute', 1, /SET full_name/)
    const answer = await act('account.updateProfile', { fullName: 'Kai' })
    expect(answer.status).toBe(500)
    const { message } = JSON.parse(answer.body) as { message: string }
    const id = /^Failed to update profile \(Tell us: ([0-9a-f]{16})\)$/.exec(message)?.[1] ?? 'none'
    const told = lines().filter(({ requestId }) => requestId === id)
    expect(told.map(({ code, status }) => [code, status]).sort()).toEqual([
      ['action', 500],
      ['profile_update_failed', undefined],
      ['request', 500],
    ])
  })
})

describe('Server-Timing reveals a slow database', () => {
  test('a member’s page says how long it waited for what, a stranger’s says nothing', async () => {
    way.break('is slow')
    const { headers } = await ask('/leaderboard', { headers: { cookie } })
    const [, db] = /^gate;dur=[\d.]+, db;dur=([\d.]+)$/.exec(headers.get('server-timing')?.[0] ?? '') ?? ['']
    expect(Number(db)).toBeGreaterThanOrEqual(790)
    expect((await ask('/leaderboard')).headers.has('server-timing')).toBe(false)
    expect((await ask('/auth')).headers.has('server-timing')).toBe(false)
  })
})

describe("an administrator's sentence", () => {
  test('shows on /auth as text; the screen works without the database', async () => {
    await query(stack, `select set_status('Back on <b>Monday</b> & "rested".')`)
    const shown = 'Back on &lt;b&gt;Monday&lt;/b&gt; &amp; &quot;rested&quot;.'
    // The sign-in screen may be as old.
    aheadMs += 15_000
    await vi.waitFor(async () => expect((await ask('/auth')).body).toContain(shown))
    way.break('refuses')
    expect(await ask('/auth')).toMatchObject({ status: 200, body: expect.stringContaining(shown) as string })
    expect((await ask('/start')).body).not.toContain(shown)
  })
})

function ask(path: string, options?: RawOptions) {
  return rawRequest(stack.siteUrl, path, options)
}

function act(name: string, form: object) {
  const headers = { cookie, origin: stack.siteUrl, 'content-type': 'application/json' }
  return ask(`/_actions/${name}`, { method: 'POST', headers, body: JSON.stringify(form) })
}

function lines() {
  const written = [...info.mock.calls, ...error.mock.calls].map(([line]) => String(line))
  return written.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line)
}

interface Line {
  code: string
  path?: string | null
  status?: number
  requestId?: string
}

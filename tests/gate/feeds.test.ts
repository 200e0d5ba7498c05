import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { query } from '../support/query.ts'
import { type RawAnswer, rawRequest } from '../support/raw-http.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startReadyStack } from '../support/test-stack.ts'

const EMAIL = 'kai@example.com'
let stack: Stack
let cookie: string
let path: string

beforeAll(async () => {
  stack = await startReadyStack()
  cookie = await signedInMember(stack, { email: EMAIL, status: 'approved' })
})
afterAll(() => stack.close())
beforeEach(async () => {
  await decide('approved')
  path = await renew()
})

describe("a member's calendar link", () => {
  test('shows the programme’s events to a calendar that knows no session', async () => {
    const answer = await ask(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toEqual([
      expect.stringMatching(/^text\/calendar; charset=utf-8$/i),
    ])
    expect(answer.headers.has('set-cookie')).toBe(false)
    expect(answer.body).toMatch(
      /^BEGIN:VCALENDAR\r\n[^]*BEGIN:VTIMEZONE[^]*SUMMARY:Founders' lunch\r\n[^]*END:VCALENDAR\r\n$/,
    )
    const page = await rawRequest(stack.siteUrl, '/calendar.ics', { headers: { cookie } })
    expect(page.body).toBe(answer.body)
  })

  test.each([
    ['revoked', () => act('calendar.endFeeds')],
    ['of a member who is denied', () => decide('denied')],
    ['of a member who waits again', () => decide('pending')],
  ])('%s, answers 404 at once, also to a conditional request', async (_, happens) => {
    const [etag = ''] = (await ask(path)).headers.get('etag') ?? []
    await happens()
    for (const headers of [{}, { 'if-none-match': etag }, { cookie: 'session=x' }]) {
      const answer = await ask(path, headers)
      expect([answer.status, answer.body.includes('VCALENDAR')]).toEqual([404, false])
      expect(answer.headers.has('etag')).toBe(false)
    }
  })

  test('may be asked by a calendar’s robot, which may ask for nothing else', async () => {
    expect((await ask('/robots.txt')).body).toContain('User-agent: *\nAllow: /feeds/\nDisallow: /\n')
  })

  test('opens nothing else and accepts no changes', async () => {
    const token = path.split('/')[2] ?? ''
    for (const [target, status] of [
      ['/calendar.ics', 302],
      ['/leaderboard', 302],
      ['/feeds', 404],
      ['/avatars/x/avatar.webp', 401],
    ] as const) {
      const answer = await ask(`${target}?token=${token}`, { authorization: `Bearer ${token}` })
      expect([target, answer.status]).toEqual([target, status])
    }
    expect((await ask(path, {}, 'POST')).status).toBe(403)
    expect((await ask(path, { origin: stack.siteUrl }, 'DELETE')).status).toBe(405)
  })
})

function ask(target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> {
  return rawRequest(stack.siteUrl, target, { headers, method })
}

function act(action: string, as = cookie): Promise<RawAnswer> {
  return rawRequest(stack.siteUrl, `/_actions/${action}`, {
    method: 'POST',
    headers: { origin: stack.siteUrl, ...(as && { cookie: as }) },
  })
}

async function renew(): Promise<string> {
  await query(stack, 'delete from rate_limits')
  const { status, body } = await act('calendar.addFeed')
  const [found] = /\/feeds\/[0-9a-f]{64}\.ics/.exec(body) ?? []
  if (status !== 200 || !found) throw new Error(`No address: ${status} ${body}`)
  return found
}

function decide(status: string): Promise<unknown> {
  return query(stack, 'update profiles set approval_status = $1', [status])
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { query } from '../support/query.ts'
import { rawRequest, type RawAnswer, type RawOptions } from '../support/raw-http.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'

const ADMIN = 'noe@example.com'
const KAI = 'kai@example.com'

let stack: Stack
let token: string
const cookies: Record<string, string> = {}
beforeAll(async () => {
  stack = await startTestStack()
  for (const status of ['approved', 'pending', 'denied'] as const) {
    cookies[status] = await signedInMember(stack, { email: `${status}@example.com`, status })
  }
  cookies.admin = await signedInMember(stack, { email: ADMIN, status: 'approved' })
  await signedInMember(stack, { email: KAI, status: 'pending' })
  await query(stack, 'update users set email_confirmed_at = now()')
  await query(stack, 'select * from set_admins($1, true)', [
    [ADMIN, 'pending@example.com', 'denied@example.com'],
  ])
  token = await planted()
})
afterAll(() => stack.close())

test.each(['stranger', 'approved', 'pending', 'denied'])(
  'to %s the page is a missing one, word for word, whatever the link',
  async (who) => {
    for (const options of [{}, { method: 'HEAD' }, { headers: { 'if-none-match': await adminsTag() } }]) {
      const [there, nowhere] = await Promise.all([
        ask(`/decide?token=${token}`, who, options),
        ask(`/no-such-page?token=${token}`, who, options),
      ])
      expect([there.status, there.body]).toEqual([404, nowhere.body])
      expect(headersOf(there)).toEqual(headersOf(nowhere))
    }
  },
)

test('an administrator is shown it, also by signing in on the way', async () => {
  const page = await ask('/decide', 'admin')
  expect([page.status, header(page, 'referrer-policy')]).toEqual([200, 'no-referrer'])
  const link = `/auth?next=${encodeURIComponent(`/decide?token=${token}`)}`
  expect((await ask(link, 'stranger')).status).toBe(200)
  const moved = await ask(link, 'admin')
  expect([moved.status, header(moved, 'location')]).toEqual([302, `/decide?token=${token}`])
})

test('a member who is signed in is led to no other site, nor round in a circle', async () => {
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', '/auth?next=/', '']) {
    const { status, headers } = await ask(`/auth?next=${encodeURIComponent(next)}`, 'approved')
    expect([next, status, headers.get('location')?.join()]).toEqual([next, 302, '/'])
  }
})

test('opening it decides nothing, with any session and method, ahead of time or not', async () => {
  const paths = ['/decide', '/auth', '/_actions/approvals.decide', '/_actions/approvals.read']
  for (const path of paths) {
    for (const who of ['admin', 'approved', 'stranger']) {
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        for (const ahead of [{}, { 'sec-purpose': 'prefetch' }, { 'sec-purpose': 'prefetch;prerender' }]) {
          const query = `?token=${token}&verdict=approved&evenUnconfirmed=true&next=%2Fdecide%3Ftoken%3D${token}`
          const { status } = await ask(path + query, who, { method, headers: ahead })
          expect(status).toBeLessThan(500)
        }
      }
    }
  }
  expect(await statusOfKai()).toBe('pending')
})

test('another site, or a person who is no administrator, decides nothing with the link', async () => {
  for (const [who, status] of [
    ['stranger', 401],
    ['approved', 400],
    ['pending', 403],
    ['denied', 403],
  ] as const)
    for (const action of ['read', 'decide'])
      expect((await act(action, who)).status, `${who} ${action}`).toBe(status)
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
  ])
    expect((await act('decide', 'admin', headers)).status).toBe(403)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await act('decide', 'admin', form)).status).toBe(415)
  expect(await statusOfKai()).toBe('pending')
})

test('an administrator reads who it is, decides, and does so once', async () => {
  const read = await act('read', 'admin')
  expect([read.status, read.body]).toEqual([200, expect.stringContaining(KAI) as string])
  expect((await act('decide', 'admin')).status).toBe(200)
  expect(await statusOfKai()).toBe('approved')
  const [event] = await query(stack, 'select actor from approval_events order by id desc limit 1')
  expect(event).toEqual({ actor: ADMIN })
  expect((await act('decide', 'admin')).status).toBe(409)
})

async function planted(): Promise<string> {
  const [link] = await query<{ token: string }>(stack, `select token from link_decisions($1, '1 day')`, [
    [KAI],
  ])
  return link?.token ?? ''
}

async function statusOfKai(): Promise<string | undefined> {
  const rows = await query<{ status: string }>(
    stack,
    'select approval_status as status from members where email = $1',
    [KAI],
  )
  return rows[0]?.status
}

async function adminsTag(): Promise<string> {
  return header(await ask('/decide', 'admin'), 'etag')
}

function act(action: string, who: string, headers: Record<string, string> = {}) {
  return ask(`/_actions/approvals.${action}`, who, {
    method: 'POST',
    headers: { origin: stack.siteUrl, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ token, verdict: 'approved', evenUnconfirmed: false }),
  })
}

function ask(path: string, who: string, options: RawOptions = {}) {
  const cookie = cookies[who]
  return rawRequest(stack.siteUrl, path, {
    ...options,
    headers: { ...options.headers, ...(cookie && { cookie }) },
  })
}

function header({ headers }: RawAnswer, name: string): string {
  return headers.get(name)?.join() ?? ''
}

function headersOf({ headers }: RawAnswer) {
  return [...headers].filter(([name]) => name !== 'date')
}

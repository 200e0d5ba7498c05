import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { rawRequest } from '../support/raw-http.ts'
import { query } from '../support/query.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'

let stack: Stack
let cookie: string

beforeAll(async () => {
  stack = await startTestStack()
  cookie = await signedInMember(stack, { email: 'kai@example.com', status: 'approved' })
})
afterAll(() => stack.close())

test('the built gate works with the rights of lanai_edge and no others', async () => {
  expect(await statusOf('/leaderboard')).toBe(200)
  await query(stack, 'revoke select on members from lanai_edge')
  expect(await statusOf('/leaderboard')).toBe(503)
  await query(stack, 'grant select on members to lanai_edge')
  expect(await statusOf('/leaderboard')).toBe(200)
})

test('the built actions work with the rights of lanai_app and no others', async () => {
  expect(await signIn()).toBe(401)
  await query(stack, 'revoke select on users from lanai_app')
  expect(await signIn()).toBe(500)
  await query(stack, 'grant select on users to lanai_app')
  expect(await signIn()).toBe(401)
})

test.each(['DATABASE_URL', 'EDGE_DATABASE_URL'])('%s is not the owner’s', (name) => {
  expect(new URL(stack.env[name] ?? '').username).toMatch(/^portal_(?:app|edge)$/)
})

async function statusOf(path: string): Promise<number> {
  return (await rawRequest(stack.siteUrl, path, { headers: { cookie } })).status
}

async function signIn(): Promise<number> {
  const answer = await rawRequest(stack.siteUrl, '/_actions/auth.signIn', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: stack.siteUrl },
    body: JSON.stringify({ email: 'kai@example.com', password: 'not the password' }),
  })
  return answer.status
}

import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { PASSWORD_PROOFS_PER_MEMBER } from '#src/server/limits/attempt-limits.ts'
import { decide, signedIn, useBuiltActions } from '../support/built-actions.ts'
import { startGitHub } from '../support/github.ts'
import { query } from '../support/query.ts'

const editor = { email: 'leilani@example.org', password: 'aloha kakahiaka' }
const right = { currentPassword: editor.password }
const github = await startGitHub()
for (const [name, value] of Object.entries(github.env)) vi.stubEnv(name, value)
const actions = await useBuiltActions()
const { call, database } = actions

let session: Record<string, string>
beforeEach(async () => {
  github.fail(null)
  github.asked.length = 0
  session = await signedIn(actions, editor)
  await setEditor(true)
})
afterAll(() => github.close())

const TOKEN = /ghs_\w+/

test('an editor with the password gets a token that writes the contents of one repository and reads its checks', async () => {
  const { status, body, headers } = await call('edit.createToken', right, session)
  expect([status, TOKEN.exec(body)?.[0]]).toEqual([200, 'ghs_1OfTheApp'])
  expect(github.asked).toEqual([
    { repositories: ['lanai'], permissions: { contents: 'write', checks: 'read' } },
  ])
  expect(JSON.stringify(headers)).not.toMatch(TOKEN)
})

test.each<[string, () => unknown, number, string]>([
  ['a former editor', () => setEditor(false), 409, 'page_outdated'],
  ['an administrator', () => setAdmin(), 409, 'page_outdated'],
  ['an editor who was denied', () => decide(actions, editor.email, 'denied'), 403, 'account_denied'],
  ['an ended session', () => query(database, 'delete from sessions'), 401, 'not_signed_in'],
])('%s gets no token', async (_, change, status, message) => {
  await change()
  expect(await call('edit.createToken', right, session)).toMatchObject({ status, error: { message } })
  expect(github.asked).toEqual([])
})

test.each([
  ['a wrong password', { currentPassword: 'not the password' }, 403],
  ['no password', {}, 403],
  ['nothing', null, 400],
])('%s gets no token', async (_, input, status) => {
  expect((await call('edit.createToken', input, session)).status).toBe(status)
  expect(github.asked).toEqual([])
})

test('guessing passwords ends', async () => {
  for (let guess = 0; guess < PASSWORD_PROOFS_PER_MEMBER.allowed; guess++)
    await call('edit.createToken', { currentPassword: `guess ${guess}` }, session)
  expect((await call('edit.createToken', right, session)).status).toBe(429)
  expect(github.asked).toEqual([])
})

test.each([401, 404, 500])('a refusal of GitHub with %i is said without its words', async (status) => {
  github.fail(status)
  const answer = await call('edit.createToken', right, session)
  expect(answer).toMatchObject({
    status: 500,
    error: { message: expect.stringContaining('"unexpected"') as string },
  })
  expect(answer.body).not.toMatch(/credentials|PRIVATE KEY|eyJ/)
  const logged = vi.mocked(console.error).mock.calls.flat().join()
  expect(logged).toContain(`"errorCode":"github_http_${status}"`)
  expect(logged).not.toMatch(/PRIVATE KEY|eyJ|ghs_/)
})

test('no token is logged', async () => {
  const log = vi.spyOn(console, 'info')
  await call('edit.createToken', right, session)
  expect(JSON.stringify([log.mock.calls, vi.mocked(console.error).mock.calls])).not.toMatch(TOKEN)
})

function setEditor(isEditor: boolean): Promise<unknown> {
  return query(database, 'update profiles set is_editor = $1', [isEditor])
}

function setAdmin(): Promise<unknown> {
  return query(database, 'update profiles set is_editor = false, is_admin = true')
}

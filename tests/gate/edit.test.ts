import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { rawRequest, type RawAnswer, type RawOptions } from '../support/raw-http.ts'
import { query } from '../support/query.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'

const EDITOR = 'leilani@example.com'

let stack: Stack
const cookies: Record<string, string> = {}
beforeAll(async () => {
  stack = await startTestStack()
  for (const status of ['approved', 'pending', 'denied'] as const) {
    cookies[status] = await signedInMember(stack, { email: `${status}@example.com`, status })
  }
  cookies.editor = await signedInMember(stack, { email: EDITOR, status: 'approved' })
  cookies.forged = `__Host-session=${'a'.repeat(40)}`
  // Who waits or was turned away gains nothing by it.
  await setEditors(true, EDITOR, 'pending@example.com', 'denied@example.com')
})
afterAll(() => stack.close())

test.each([
  ['stranger', 302],
  ['forged', 302],
  ['pending', 403],
  ['denied', 403],
  ['approved', 404],
])('to %s the editor answers as a page that they may not see: %i', async (who, status) => {
  for (const options of [{}, { method: 'HEAD' }, { headers: { 'if-none-match': await editorsTag() } }]) {
    const answer = await ask('/edit', who, options)
    expect(answer.status).toBe(status)
    expect(answer.body).not.toMatch(/example\/lanai|Edit\.astro/)
    expect(header(answer, 'content-security-policy')).not.toContain('github')
    expect(header(answer, 'etag')).toBe('')
  }
})

test('a member reads there what they read where there is no page', async () => {
  const [there, nowhere] = await Promise.all([ask('/edit', 'approved'), ask('/no-such-page', 'approved')])
  expect(there.body).toBe(nowhere.body)
})

test('an editor is shown it, with a policy that no other answer has', async () => {
  const answer = await ask('/edit', 'editor')
  expect(answer.status).toBe(200)
  expect(answer.body).toContain('"repo":"example/lanai"')
  const policy = header(answer, 'content-security-policy')
  expect(policy).toContain("script-src 'self';")
  expect(policy).toMatch(/connect-src [^;]*https:\/\/api\.github\.com/)
  expect(policy).not.toMatch(/unsafe-eval|https:[ ;]|frame-ancestors 'self'/)
  const others = await Promise.all(
    ['/', '/auth', '/calendar', '/video-playlist', '/nothing'].map((path) => ask(path, 'editor')),
  )
  for (const other of others)
    expect(header(other, 'content-security-policy')).not.toMatch(/github|'unsafe-inline'/)
  expect((await ask('/edit', 'editor', { method: 'HEAD' })).status).toBe(200)
})

test('pages lead editors to forms, and hold no byte of that for members', async () => {
  const [editors, members] = await Promise.all([ask('/calendar', 'editor'), ask('/calendar', 'approved')])
  expect(editors.body).toContain('href="/edit#/collections/pages/entries/calendar"')
  expect(members.body).not.toMatch(/\/edit#|Edit this page|\[\[(viewer|editors):/)
})

test('who is no editor any more has lost it at the next request, with what the browser holds', async () => {
  const held = { headers: { 'if-none-match': await editorsTag() } }
  expect((await ask('/edit', 'editor', held)).status).toBe(304)
  await setEditors(false, EDITOR)
  expect((await ask('/edit', 'editor', held)).status).toBe(404)
  expect((await ask('/calendar', 'editor')).body).not.toContain('/edit#')
  await setEditors(true, EDITOR)
  expect((await ask('/edit', 'editor', held)).status).toBe(304)
  await query(stack, `select * from decide_membership('${EDITOR}', 'denied')`)
  expect((await ask('/edit', 'editor', held)).status).toBe(403)
  await query(stack, `select * from decide_membership('${EDITOR}', 'approved')`)
})

async function editorsTag(): Promise<string> {
  return header(await ask('/edit', 'editor'), 'etag')
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

function setEditors(wanted: boolean, ...emails: string[]) {
  return query(stack, 'select * from set_editors($1, $2)', [emails, wanted])
}

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { query } from '../support/query.ts'
import { rawRequest, type RawAnswer, type RawOptions } from '../support/raw-http.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startReadyStack } from '../support/test-stack.ts'

/** Pages for members whom an administrator has named. */

const ADMIN = 'noe@example.com'
const EDITOR = 'leilani@example.com'

let stack: Stack
const cookies: Record<string, string> = { forged: `session=${'a'.repeat(64)}` }
beforeAll(async () => {
  stack = await startReadyStack()
  for (const status of ['approved', 'pending', 'denied'] as const) {
    cookies[status] = await signedInMember(stack, { email: `${status}@example.com`, status })
  }
  cookies.admin = await signedInMember(stack, { email: ADMIN, status: 'approved' })
  cookies.editor = await signedInMember(stack, { email: EDITOR, status: 'approved' })
  await query(stack, 'update users set email_confirmed_at = now()')
  // Naming a pending or denied member must not help them.
  const others = ['pending@example.com', 'denied@example.com']
  await query(stack, `select * from set_role($1, 'admin', true)`, [[ADMIN, ...others]])
  await setEditors(true, EDITOR, ...others)
})
afterAll(() => stack.close())

test('no page and no script of another member has anything of people', async () => {
  const [admins, members] = await Promise.all([ask('/', 'admin'), ask('/', 'editor')])
  expect(admins.body).toContain('href="/people"')
  expect(members.body).not.toMatch(/\/people|\[\[admins:/)
  const scripts = globSync('dist/_astro/*.js', { cwd: BUILT_PROJECT })
  const leading = scripts.filter((file) =>
    /["'`]\/people\b/.test(readFileSync(join(BUILT_PROJECT, file), 'utf8')),
  )
  expect(scripts.length).toBeGreaterThan(20)
  expect(leading).toEqual([])
})

describe('the editor', () => {
  test('an editor is shown it, with a policy that no other answer has', async () => {
    const answer = await ask('/edit', 'editor')
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('"repo":"example/lanai"')
    const policy = header(answer, 'content-security-policy')
    expect(policy).toContain("script-src 'self';")
    expect(policy).toMatch(/connect-src [^;]*https:\/\/api\.github\.com/)
    expect(policy).not.toMatch(/unsafe-eval|https:[ ;]/)
    const others = await Promise.all(
      ['/', '/auth', '/calendar', '/video-playlist', '/nothing'].map((path) => ask(path, 'editor')),
    )
    for (const other of others)
      expect(header(other, 'content-security-policy')).not.toMatch(/github|'unsafe-inline'/)
    expect((await ask('/edit', 'editor', { method: 'HEAD' })).status).toBe(200)
  })

  test('pages link editors to forms, and members get no byte of that', async () => {
    const [editors, members] = await Promise.all([ask('/calendar', 'editor'), ask('/calendar', 'approved')])
    expect(editors.body).toContain('href="/edit#/collections/pages/entries/calendar"')
    expect(members.body).not.toMatch(/\/edit#|Edit this page|\[\[(viewer|editors):/)
  })

  test('a removed editor loses it at the next request, cached copies included', async () => {
    const held = { headers: { 'if-none-match': header(await ask('/edit', 'editor'), 'etag') } }
    expect((await ask('/edit', 'editor', held)).status).toBe(304)
    await setEditors(false, EDITOR)
    expect((await ask('/edit', 'editor', held)).status).toBe(404)
    expect((await ask('/calendar', 'editor')).body).not.toContain('/edit#')
    await setEditors(true, EDITOR)
    expect((await ask('/edit', 'editor', held)).status).toBe(304)
    await query(stack, `select * from decide_memberships(array['${EDITOR}'], 'denied')`)
    expect((await ask('/edit', 'editor', held)).status).toBe(403)
    await query(stack, `select * from decide_memberships(array['${EDITOR}'], 'approved', force => true)`)
  })
})

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
  return query(stack, `select * from set_role($1, 'editor', $2)`, [emails, wanted])
}

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { query } from '../support/query.ts'
import { rawRequest, type RawOptions } from '../support/raw-http.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startReadyStack } from '../support/test-stack.ts'

const ONE_CLICK = 'List-Unsubscribe=One-Click'
const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': `${ONE_CLICK.length}` }

let stack: Stack
beforeAll(async () => {
  stack = await startReadyStack()
  for (const name of ['kai', 'pua'])
    await signedInMember(stack, { email: `${name}@example.com`, status: 'approved' })
})
afterAll(() => stack.close())
beforeEach(() => query(stack, 'update profiles set wants_reminders = true'))

test('one click in Gmail ends the reminders of that member, and a second one changes nothing', async () => {
  const token = await linkFor('end_reminders')
  for (let n = 0; n < 2; n++) {
    const { status, body, headers } = await ask(token, { method: 'POST', headers: form, body: ONE_CLICK })
    expect([status, body]).toEqual([200, 'Reminders are off.\n'])
    expect(headers.has('set-cookie')).toBe(false)
    expect(await whoWants()).toEqual(['pua@example.com'])
  }
})

test('a link that is made up, expired or for something else changes nothing, and gets one answer', async () => {
  const others = [await linkFor('end_reminders', '-1 second'), await linkFor('reset_password')]
  for (const token of ['', 'x', 'a'.repeat(43), ...others]) {
    const { status, body } = await ask(token, { method: 'POST', headers: form, body: ONE_CLICK })
    expect([status, body], token).toEqual([404, 'This link doesn’t work.\n'])
  }
  expect(await whoWants()).toHaveLength(2)
})

test('a program that opens the link, or sends it otherwise, changes nothing', async () => {
  const token = await linkFor('end_reminders')
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE'])
    for (const headers of [{}, { 'sec-purpose': 'prefetch' }]) await ask(token, { method, headers })
  for (const path of ['/unsubscribe/', '/Unsubscribe', '//unsubscribe', '/unsubscribe.html'])
    await rawRequest(stack.siteUrl, `${path}?token=${token}`, {
      method: 'POST',
      headers: form,
      body: ONE_CLICK,
    })
  expect(await whoWants()).toHaveLength(2)
  const page = await ask(token)
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, ['no-referrer']])
})

function ask(token: string, options: RawOptions = {}) {
  return rawRequest(stack.siteUrl, `/unsubscribe?token=${token}`, options)
}

/** A link of Kai's of which the test knows the token. */
async function linkFor(purpose: string, lifetime = '1 hour'): Promise<string> {
  const plant = `select new_link($1, id, $2) as token from users where email = 'kai@example.com'`
  const [row] = await query<{ token: string }>(stack, plant, [purpose, lifetime])
  return row?.token ?? ''
}

async function whoWants(): Promise<string[]> {
  const wants = 'select email from users join profiles using (id) where wants_reminders order by email'
  return (await query<{ email: string }>(stack, wants)).map(({ email }) => email)
}

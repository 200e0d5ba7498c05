import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { query } from '../support/query.ts'
import { exchange, rawRequest } from '../support/raw-http.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startReadyStack } from '../support/test-stack.ts'

let stack: Stack
let secret: string
beforeAll(async () => {
  stack = await startReadyStack()
  await signedInMember(stack, { email: 'kai@example.com', status: 'approved' })
  const [row] = await query<{ secret: string }>(
    stack,
    `select add_form_address('Typeform', 'test') as secret`,
  )
  secret = row?.secret ?? ''
})
afterAll(() => stack.close())

const send = (path: string, body: unknown) =>
  rawRequest(stack.siteUrl, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://api.typeform.com' },
    body: JSON.stringify(body),
  })

test('a form tool’s answer from elsewhere is recorded, and nothing of it is in a log', async () => {
  const told = (['info', 'error', 'log'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => undefined),
  )
  for (const text of ['Recorded.\n', 'Recorded.\n']) {
    const answer = await send(`/submissions/${secret}/weekly-update`, { email: 'KAI@example.com' })
    expect([answer.status, answer.body]).toEqual([200, text])
    expect(answer.headers.get('cache-control')).toEqual(['no-store'])
  }
  expect((await send(`/submissions/${secret}/other`, { email: 'kai@example.com' })).status).toBe(404)
  const stranger = await send(`/submissions/${secret}/weekly-update`, { email: 'k@home.example' })
  expect(stranger.body).toContain('No member has this address')
  expect(await query(stack, 'select event, told_by from deadline_ticks')).toEqual([
    { event: 'weekly-update', told_by: 'form' },
  ])
  const lines = JSON.stringify(told.map(({ mock }) => mock.calls))
  for (const private_ of [secret, 'kai@', 'k@home']) expect(lines).not.toContain(private_)
  for (const spy of told) spy.mockRestore()
})

test('a caller without a secret is refused before their body, and learns nothing', async () => {
  for (const path of [`/submissions/${'a'.repeat(64)}/weekly-update`, '/submissions/x/y']) {
    const lines = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      'Content-Length: 9000',
      'Content-Type: application/json',
    ]
    expect(await exchange(stack.siteUrl, `${lines.join('\r\n')}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 404 /)
  }
  expect((await rawRequest(stack.siteUrl, `/submissions/${secret}/weekly-update`)).status).toBe(404)
})

test('a body over 64 KiB is refused', async () => {
  const big = await send(`/submissions/${secret}/weekly-update`, { text: 'x'.repeat(65_536) })
  expect(big.status).toBe(413)
})

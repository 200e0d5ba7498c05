import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Models, ServerClient } from 'postmark'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { rawRequest } from '../support/raw-http.ts'

let directory: string
let mailbox: Mailbox
let url: string
let client: ServerClient

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lanai-mail-'))
  mailbox = await startMailbox({ directory, host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${mailbox.port}`
  client = new ServerClient(
    'token',
    new Models.ClientOptions.Configuration(false, `127.0.0.1:${mailbox.port}`),
  )
})
afterAll(async () => {
  await mailbox.close()
  await rm(directory, { recursive: true })
})

const mail = {
  From: 'Lanai <portal@example.com>',
  To: 'leilani@example.com',
  Subject: 'Aloha, Kalākaua 🌺 <b>',
  TextBody: 'Your account is approved.',
  HtmlBody: '<p>Your account is <a href="https://example.com">approved</a>.</p><script>alert(1)</script>',
}

test('a message is accepted in Postmark’s words, is one whole JSON file, and is there at the next start', async () => {
  const answer = await client.sendEmail(message({ Metadata: { kind: 'approved' } }))
  expect(answer).toMatchObject({ ErrorCode: 0, Message: 'OK', To: 'leilani@example.com' })

  const names = await readdir(directory)
  expect(names).toEqual([expect.stringMatching(new RegExp(`^\\d{4}-.*_${answer.MessageID}\\.json$`))])
  const stored: unknown = JSON.parse(await readFile(join(directory, names[0] ?? ''), 'utf8'))
  expect(stored).toMatchObject({ ...mail, Metadata: { kind: 'approved' } })

  const next = await startMailbox({ directory, host: '127.0.0.1', port: 0 })
  expect(await next.store.list()).toEqual([stored])
  await next.close()
})

test.each([
  ['a sender that is no address', { From: 'portal' }],
  ['a recipient that is no address', { To: 'nobody@' }],
])('a message with %s is refused with code 300', async (_, changes) => {
  await expect(client.sendEmail(message(changes))).rejects.toMatchObject({ statusCode: 422, code: 300 })
})

test.each([
  ['without a token', {}, JSON.stringify(mail), 401, 10],
  ['that is no JSON', { 'x-postmark-server-token': 'token' }, '{"From":', 422, 402],
])('a message %s is refused', async (_, headers, body, status, code) => {
  const response = await fetch(`${url}/email`, { method: 'POST', headers: { ...headers }, body })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ ErrorCode: code })
})

test('the page shows a message as text, and its HTML in a frame in which no script runs', async () => {
  const { MessageID } = await client.sendEmail(message())
  const page = await (await fetch(url)).text()
  expect(page).toContain('Aloha, Kalākaua 🌺 &#60;b&#62;')
  expect(page).toContain('<pre>Your account is approved.</pre>')
  expect(page).toMatch(/<iframe[^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  expect(page).not.toContain('<script')

  const body = await fetch(`${url}/messages/${MessageID}`)
  expect(await body.text()).toContain(mail.HtmlBody)
  expect(body.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
})

test.each(['/messages/unknown', '/nothing'])('%s is not found', async (path) => {
  expect((await fetch(url + path)).status).toBe(404)
})

test('a page of another site cannot read the mail by pointing its own name here', async () => {
  expect((await rawRequest(url, '/', { headers: { Host: 'evil.example' } })).status).toBe(421)
})

function message(changes: Partial<Models.Message> = {}): Models.Message {
  return Object.assign(new Models.Message(mail.From, mail.Subject), mail, changes)
}

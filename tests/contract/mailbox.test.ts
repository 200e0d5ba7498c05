import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Models, ServerClient } from 'postmark'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox.ts'
import { exchange } from '../support/raw-http.ts'

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

test('A message that Postmark’s client sends is accepted in Postmark’s own words', async () => {
  const answer = await client.sendEmail(message())
  expect(answer).toMatchObject({ ErrorCode: 0, Message: 'OK', To: 'leilani@example.com' })
  expect(answer.MessageID).toMatch(/^[0-9a-f-]{36}$/)
})

test('A message is one JSON file in Postmark’s field names, and no unfinished file is left', async () => {
  const { MessageID } = await client.sendEmail(message({ Tag: 'approval', Metadata: { kind: 'approved' } }))
  const names = await readdir(directory)
  const name = names.find((entry) => entry.includes(MessageID)) ?? ''
  const stored: unknown = JSON.parse(await readFile(join(directory, name), 'utf8'))
  expect(stored).toMatchObject({ ...mail, MessageID, Tag: 'approval', Metadata: { kind: 'approved' } })
  expect(names.filter((entry) => !entry.endsWith('.json'))).toEqual([])
})

test('A batch is accepted or refused message by message', async () => {
  const answers = await client.sendEmailBatch([message(), message({ To: 'nobody' })])
  expect(answers.map(({ ErrorCode }) => ErrorCode)).toEqual([0, 300])
})

test.each([
  ['a sender that is no address', { From: 'portal' }, 300],
  ['a recipient that is no address', { To: 'nobody@' }, 300],
  ['neither text nor HTML', { TextBody: '', HtmlBody: '' }, 300],
])('A message with %s is refused', async (_, changes, code) => {
  await expect(client.sendEmail(message(changes))).rejects.toMatchObject({
    statusCode: 422,
    code,
  })
})

test('Without a token nothing is accepted: 401 and code 10', async () => {
  const response = await fetch(`${url}/email`, { method: 'POST', body: JSON.stringify(mail) })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ ErrorCode: 10 })
})

test('What is no JSON is refused with code 402', async () => {
  const headers = { 'x-postmark-server-token': 'token' }
  const response = await fetch(`${url}/email`, { method: 'POST', headers, body: '{"From":' })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ ErrorCode: 402 })
})

test('The list shows every message with its subject as text', async () => {
  await client.sendEmail(message())
  const page = await (await fetch(url)).text()
  expect(page).toContain('Aloha, Kalākaua 🌺 &#60;b&#62;')
  expect(page).not.toContain('<script')
})

test('The pages wear their style sheet: it is the very text that their policy allows', async () => {
  const page = await fetch(url)
  const sheet = /<style>(.*)<\/style>/s.exec(await page.text())?.[1] ?? ''
  const hash = createHash('sha256').update(sheet).digest('base64')
  expect(page.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
})

test('A message’s HTML stands in a frame of its own in which no script runs', async () => {
  const { MessageID } = await client.sendEmail(message())
  const page = await (await fetch(`${url}/messages/${MessageID}`)).text()
  expect(page).toMatch(/<iframe[^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  const body = await fetch(`${url}/messages/${MessageID}/body`)
  expect(body.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
})

test.each(['/messages/unknown', '/messages/..%2f..%2fetc%2fpasswd', '/nothing'])(
  '%s is not found',
  async (path) => {
    expect((await fetch(url + path)).status).toBe(404)
  },
)

test('A page of another site cannot read the mail by pointing its own name here', async () => {
  const answer = await exchange(
    '127.0.0.1',
    mailbox.port,
    Buffer.from('GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'),
  )
  expect(answer.status).toBe(421)
})

function message(changes: Partial<Models.Message> = {}): Models.Message {
  return Object.assign(new Models.Message(mail.From, mail.Subject), mail, changes)
}

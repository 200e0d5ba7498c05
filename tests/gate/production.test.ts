import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Mailbox, startMailbox } from '../../netlify/local/mailbox/mailbox.ts'
import type { Postgres } from '../../netlify/local/postgres.ts'
import { useFolder } from '../support/folder.ts'
import { type RunningScript, runNpmScript } from '../support/npm-script.ts'
import { query } from '../support/query.ts'
import { createDatabase } from '../support/test-databases.ts'

/** Wrong passwords that a network may try (docs/product.md, Limits). */
const WRONG_PASSWORDS = 30

const SITE_URL = 'https://portal.example.org'
const folder = useFolder()
let postmark: Mailbox
let database: Postgres
let portal: RunningScript
let address: string
beforeAll(async () => {
  postmark = await startMailbox({ directory: null, port: 0 })
  database = await createDatabase()
  const args = ['--production', '--port', '0', '--data', folder]
  portal = await runNpmScript('start', args, /npm run admin -- admins/, {
    SITE_URL,
    DATABASE_URL: database.url,
    POSTMARK_API_URL: `http://127.0.0.1:${postmark.port}`,
    POSTMARK_SERVER_TOKEN: 'token of the server',
    MAIL_FROM: 'portal@example.org',
    HEALTH_SECRET: 'a secret of at least thirty-two letters',
  })
  address = /http:\/\/127\.0\.0\.1:\d+/.exec(portal.output())?.[0] ?? ''
})
afterAll(async () => {
  await portal.end()
  await postmark.close()
})

test('npm start -- --production prints no password and no address of the database', () => {
  expect(portal.output()).toContain(`Site      ${SITE_URL}`)
  expect(portal.output()).not.toMatch(/password|postgres:|Mailbox|\.env/i)
})

test('the note of a portal in production has settings, and names of secrets', async () => {
  const note = await readFile(join(folder, 'stack.json'), 'utf8')
  expect(JSON.parse(note)).toMatchObject({
    isProduction: true,
    env: { SITE_URL, MAIL_FROM: 'portal@example.org' },
    secrets: ['POSTMARK_SERVER_TOKEN', 'HEALTH_SECRET'],
    failedSchedules: [],
  })
  expect(note).not.toMatch(/token of the server|thirty-two/)
})

test('a portal in production makes no sample member', async () => {
  expect(await query({ databaseUrl: database.url }, 'select from users')).toEqual([])
})

test('a sign-up behind the proxy gets its email by Postmark', async () => {
  const { status, headers } = await call('auth.signUp', '198.51.100.1', {
    email: 'noa@example.org',
    password: 'aloha kakahiaka',
    fullName: 'Noa',
  })
  expect([status, headers.get('set-cookie')]).toEqual([200, expect.stringMatching(/^__Host-.*; Secure/)])
  const [mail] = await vi.waitUntil(async () => {
    const mails = await postmark.store.list()
    return mails.length > 0 && mails
  }, 10_000)
  expect(mail).toMatchObject({
    To: 'noa@example.org',
    From: expect.stringContaining('portal@example.org') as string,
  })
  expect(mail?.TextBody).toContain(`${SITE_URL}/confirm-email?token=`)
})

test('a stranger behind the proxy locks out nobody else', async () => {
  let guesses = 0
  const guess = async (forwarded: string) => {
    const form = { email: `${guesses++}@example.org`, password: 'a wrong one' }
    return (await call('auth.signIn', forwarded, form)).status
  }
  while (guesses < WRONG_PASSWORDS) await guess(`10.0.0.${guesses}, 203.0.113.9`)
  expect([await guess('198.51.100.2, 203.0.113.9'), await guess('203.0.113.9, 198.51.100.2')]).toEqual([
    429, 401,
  ])
})

test('a line of the log begins with its time', () => {
  expect(portal.output()).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z \{"code":"request",.*"status":429/m)
})

function call(action: string, forwarded: string, body: object): Promise<Response> {
  const headers = { origin: SITE_URL, 'content-type': 'application/json', 'x-forwarded-for': forwarded }
  return fetch(`${address}/_actions/${action}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

import { randomUUID } from 'node:crypto'
import { type BrowserContext, expect, type Locator, type Page, test as base } from 'playwright/test'
import { limitKey } from '#src/server/limits/rate-limits.ts'
import * as limits from '#src/server/limits/attempt-limits.ts'
import { query as queryDatabase } from '../support/query.ts'
import { PASSWORD, signedInMember } from '../support/signed-in-member.ts'

export { expect } from 'playwright/test'

/** A name that breaks code which treats names as ASCII, as markup or as short. */
export const HOSTILE_NAME = `Kalākaua ʻŌhiʻa 張 🌺 "quotes" & 'more' </script><b>bold`

export { PASSWORD }

/**
 * Every journey runs in a new browser context, and fails when the page throws or logs an error: a member would see a broken
 * page.
 */
export const test = base.extend<{ baseURL: string; allowConsoleErrors: RegExp[] }>({
  baseURL: ({}, use) => use(required('LANAI_TEST_URL')),
  allowConsoleErrors: [[], { option: true }],

  page: async ({ page, allowConsoleErrors }, use) => {
    const errors: string[] = []
    const context = page.context()
    context.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`.trim())
    })
    context.on('weberror', (error) => errors.push(String(error.error())))
    await resetRateLimits()
    await use(page)
    const allowed = [...allowConsoleErrors, LATE_PROGRESS_REQUEST]
    const unexpected = errors.filter((error) => !allowed.some((each) => each.test(error)))
    expect(unexpected, 'unexpected errors in the browser console').toEqual([])
  },
})

/** All journeys come from one address, as if a hundred people signed up in one room: it has no limit here. */
async function resetRateLimits(): Promise<void> {
  const keys = Object.values(limits).map((limit) => limitKey(limit, '127.0.0.1'))
  await query('DELETE FROM rate_limits WHERE key = ANY($1)', [keys])
}

/** A page asks for progress behind everything else, when a journey may have ended the session. */
const LATE_PROGRESS_REQUEST = /status of 401 .*\/_actions\/progress\.list$/

/** A browser reports every answer of 400 and above on the console, including those a journey asks for. */
export const CLIENT_ERROR = /Failed to load resource: the server responded with a status of 4\d\d/

/** What a link that was never mailed would carry. */
export const UNKNOWN_TOKEN = 'a'.repeat(64)

export interface Person {
  email: string
  password: string
  fullName: string | null
}

export function newPerson(fullName: string | null = 'Leilani Kalākaua'): Person {
  return { email: `founder-${randomUUID()}@example.com`, password: PASSWORD, fullName }
}

export async function signUp(page: Page, person: Person): Promise<void> {
  await resetRateLimits()
  await page.goto('/start')
  if (person.fullName) await page.getByLabel('Full name').fill(person.fullName)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
}

/** A person who signed up in this browser a moment ago. Other journeys test the form. */
export async function signUpByAction(page: Page): Promise<Person> {
  const person = newPerson()
  await resetRateLimits()
  await callAction(page, 'auth.signUp', { email: person.email, password: person.password })
  return person
}

/** A person with an account who has never been in this browser. */
export async function createPerson(status: Status = 'approved', fullName?: string): Promise<Person> {
  return (await createMember({ status, fullName })).person
}

/** What the page's member does without a press. */
export async function callAction(page: Page, action: string, input: object | Buffer): Promise<void> {
  const isFile = Buffer.isBuffer(input)
  const type = isFile ? 'application/octet-stream' : 'application/json'
  await page.request.post(`/_actions/${action}`, {
    headers: { origin: required('LANAI_TEST_URL'), 'content-type': type },
    data: isFile ? input : JSON.stringify(input),
    failOnStatusCode: true,
  })
}

export async function signIn(page: Page, person: Person, path = '/auth'): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /account/i })
    .first()
    .click()
  await page.getByRole('button', { name: 'Sign out' }).click()
}

/** Holds back the files or requests with this address. Returns what releases them. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return () => release(undefined)
}

/**
 * Makes this page's visitor a new person who is approved and signed in; no page is opened yet. How people get
 * there is another journey.
 */
export async function signInAsMember(page: Page, fullName?: string | null): Promise<Person> {
  const { person, cookie } = await createMember({ fullName })
  await page.context().addCookies([cookie])
  return person
}

export async function openHomeAsMember(page: Page, fullName?: string | null): Promise<Person> {
  const person = await signInAsMember(page, fullName)
  await page.goto('/')
  await waitForHydration(page)
  return person
}

/**
 * Makes this page's visitor a member: the same one for every journey of a worker that leaves account, session and
 * progress as they were.
 *
 * @param path is opened, if there is one.
 */
export async function signInAsSharedMember(page: Page, path?: string): Promise<void> {
  const { cookie } = await (sharedMember ??= createMember())
  await page.context().addCookies([cookie])
  if (!path) return
  await page.goto(path)
  await waitForHydration(page)
}

/** Waits until the page hears keys. Buttons say so themselves, by not being disabled. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect(
    page.locator('#navigation').getByRole('button', { name: 'Search', includeHidden: true }),
  ).toBeEnabled()
}

let sharedMember: Promise<Member> | undefined

async function createMember({ fullName, status = 'approved' }: MemberOptions = {}): Promise<Member> {
  const person = newPerson(fullName)
  const siteUrl = required('LANAI_TEST_URL')
  const portal = { databaseUrl: required('LANAI_TEST_DATABASE_URL'), siteUrl }
  const [name = '', value = ''] = (await signedInMember(portal, { ...person, status })).split('=')
  const { hostname: domain, protocol } = new URL(siteUrl)
  const secure = protocol === 'https:'
  const cookie = { name, value, domain, path: '/', httpOnly: true, secure, sameSite: 'Lax' as const }
  return { person, cookie }
}

interface MemberOptions {
  fullName?: string | null | undefined
  status?: Status
}

type Status = 'pending' | 'approved' | 'denied'

interface Member {
  person: Person
  cookie: Parameters<BrowserContext['addCookies']>[0][number]
}

/** What an administrator does. */
export async function setApprovalStatus(person: Person, status: Status): Promise<void> {
  await query('SELECT * FROM decide_memberships(array[$1], $2, force => true)', [person.email, status])
}

/** The link in the newest mail to this person that leads to such a screen, once the mail is there. */
export async function emailedLink(
  person: Person,
  screen: '/confirm-email' | '/reset-password' | '/invitation' | '/keep-account' | '/restore-email',
): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    link = (await emailsTo(person)).map((mail) => linkTo(screen, mail)).find(Boolean)
    expect(link).toBeDefined()
  }).toPass()
  return link ?? ''
}

/** The text of each mail to this person, newest first; of their own mail, else of mail to all members. */
export async function emailsTo(person: Pick<Person, 'email'>, messageStream = 'outbound'): Promise<string[]> {
  const url = new URL('/messages/outbound', required('LANAI_TEST_MAILBOX_URL'))
  const filter = { recipient: person.email, messageStream, count: '500', offset: '0' }
  url.search = new URLSearchParams(filter).toString()
  const answer = await fetch(url, { headers: { 'x-postmark-server-token': 'any' } })
  const { Messages } = (await answer.json()) as { Messages: { TextBody: string }[] }
  return Messages.map(({ TextBody }) => TextBody)
}

function linkTo(screen: string, mail: string): string | undefined {
  return new RegExp(`https?://[^\\s"<>]+${screen}\\?token=[\\w-]+(?:&for=\\w+)?`).exec(mail)?.[0]
}

/** Opens the newest link that confirms this person's address, and presses its button in a browser that did not sign up. */
export async function confirmEmail(page: Page, person: Person): Promise<void> {
  await page.goto(await emailedLink(person, '/confirm-email'))
  const button = page.getByRole('button', { name: 'Confirm my email' })
  await expect(button.or(page.getByRole('heading', { name: 'Email Confirmed' }))).toBeVisible()
  if (await button.isVisible()) await button.click()
}

/** A page of a browser that has never been here. */
export async function openOtherBrowser(page: Page): Promise<Page> {
  const browser = page.context().browser()
  if (!browser) throw new Error('This page has no browser of its own.')
  return (await browser.newContext({ baseURL: required('LANAI_TEST_URL') })).newPage()
}

/** Makes this page's visitor a member who is an administrator. */
export async function signInAsAdmin(page: Page): Promise<Person> {
  const person = await signInAsMember(page, 'Noe Kealoha')
  await query(`SELECT * FROM set_role($1, 'admin', true)`, [[person.email]])
  return person
}

/** Marks what this person would get as sent: it is too late to undo. */
export async function markEmailsSent({ email }: Pick<Person, 'email'>): Promise<void> {
  const sent = 'UPDATE outbox o SET sent_at = now(), payload = null FROM users u WHERE u.id = o.user_id'
  await query(`${sent} AND u.email = $1`, [email])
}

/** The path to the review of this person, as in a notice. */
export async function reviewPath({ email }: Pick<Person, 'email'>): Promise<string> {
  const [user] = (await query('SELECT id FROM users WHERE email = $1', [email])) as { id: string }[]
  return `/people?id=${user?.id}`
}

export async function confirmByQuery(...people: Person[]): Promise<void> {
  const emails = people.map(({ email }) => email)
  await query('UPDATE users SET email_confirmed_at = now() WHERE email = ANY ($1)', [emails])
}

/** The member's name at the foot of the sidebar. */
export function memberName(page: Page): Locator {
  return page.locator('#navigation button[popovertarget=member-menu] .font-medium')
}

export function query(text: string, params: unknown[]): Promise<unknown[]> {
  return queryDatabase({ databaseUrl: required('LANAI_TEST_DATABASE_URL') }, text, params)
}

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the tests with "npm run test:e2e".`)
  return value
}

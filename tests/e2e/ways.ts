import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { mailedLink, type Person } from './portal.ts'

/** What both kinds of ways to a sentence of the catalogue go by. */

/** What a person does until the sentence is there. */
export type Way = (page: Page) => Promise<unknown>

/** What a link that nobody was sent would carry. */
export const STRANGE_TOKEN = 'a'.repeat(43)
export const STRANGE_LINK = `/reset-password?token=${STRANGE_TOKEN}`

export const badGateway = { status: 502, body: '<h1>Bad gateway</h1>' }
export const busy = {
  status: 503,
  json: { type: 'AstroActionError', code: 'SERVICE_UNAVAILABLE', message: errorText.busy },
}

/** Does something while every action gets this answer in place of the server's. */
export async function withAnswer(
  page: Page,
  answer: 'none' | typeof badGateway | typeof busy,
  act: () => Promise<unknown>,
): Promise<void> {
  await page.route('**/_actions/**', (route) => (answer === 'none' ? route.abort() : route.fulfill(answer)))
  await act()
}

/** A deploy after which what this page calls has another name. */
export async function renameActions(page: Page): Promise<void> {
  await page.route('**/_actions/**', (route) => route.continue({ url: `${route.request().url()}Before` }))
}

export async function disown(page: Page, person: Person): Promise<void> {
  // In the browser that signed up the link confirms at once.
  await page.context().clearCookies()
  await page.goto(await mailedLink(person, '/confirm-email'))
  await page.getByRole('button', { name: 'It was not me' }).click()
}

import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { hindrances } from './axe.ts'
import { administrator, emailsLeave, expect, knownPerson, test } from './portal.ts'

const PHONE = { width: 390, height: 844 }

test.use({
  viewport: PHONE,
  allowConsoleErrors: [/status of [45]\d\d|net::ERR_/],
})

test('the form that invites leads to each mistake, and names the file it shows', async ({ page }) => {
  const list = await openForm(page)
  await check(page)
  await isRefused(page, 'The list has no people.')
  await list.fill('Name,Email\nKai,kai@reef.example\nNoe,nobody\nPua,pua@gmial.com\nLei,lei@yaho.com\n')
  await check(page)
  await expect(page.getByRole('button', { name: 'Invite the 1 that is right' })).toBeVisible()
  const first = page.getByLabel('Email', { exact: true }).first()
  const second = page.getByLabel('Email', { exact: true }).nth(1)
  await expect(first).toBeFocused()
  await expect(first).toHaveAccessibleDescription('line 3: "nobody" is not an email address')
  await expect(second).toHaveAccessibleDescription('line 4: did you mean pua@gmail.com?')
  await expect(second).toHaveAttribute('aria-invalid', 'true')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(await hindrances(page, 'main', true)).toEqual([])
  const ready = await page.getByRole('button', { name: 'Invite the 1' }).evaluate(backgroundOf)
  await first.fill('noe@reef.example')
  const waiting = page.getByRole('button', { name: 'Check the corrections first' })
  await expect(page.getByRole('button', { name: 'Edit the list' }), 'it would drop them').toHaveCount(0)
  await expect(waiting).toBeDisabled()
  expect(await waiting.evaluate(backgroundOf), 'it looks disabled').not.toBe(ready)
  await expect(first).not.toHaveAttribute('aria-invalid')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('button', { name: 'Invite the 2 that are right' })).toBeVisible()
  await expect(first).toBeFocused()
  await expect(first).toHaveValue('pua@gmial.com')
  await first.fill('pua@gmail.com')
  await page.getByLabel('lei@yaho.com is right').check()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('button', { name: 'Invite 4' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Check before inviting' })).toBeFocused()
  await page.getByRole('button', { name: 'Edit the list' }).click()
  await expect(list).toHaveValue(
    'Name,Email\nKai,kai@reef.example\nNoe,noe@reef.example\nPua,pua@gmail.com\nLei,lei@yaho.com\n',
  )

  await choose(page, 'PK\x03\x04')
  await isRefused(page, 'founders.csv is a workbook. Save it as CSV; in Excel, choose CSV UTF-8.')
  await expect(list).toHaveValue(/noe@reef\.example/)
  await choose(page, 'Name,Email\nKai,kai@reef.example\n')
  await expect(list).toHaveValue(/kai@reef\.example/)
  await expect(page.getByText('founders.csv')).toBeVisible()
  await list.fill(Array.from({ length: 501 }, (_, n) => `founder${n}@reef.example`).join('\n'))
  await expect(page.getByText('founders.csv')).toHaveCount(0)
  await check(page)
  await isRefused(page, 'The list has 501 people. Invite at most 500 at once.')

  await list.fill('Name,Email\nKai,kai@reef.example\n')
  await check(page)
  await expect(page.getByRole('heading', { name: 'Check before inviting' })).toBeFocused()
})

test('the form that invites keeps the list, invites once, and undoes a part', async ({ page, context }) => {
  const [early, late] = ['early@undo.example', 'late@undo.example']
  const list = await openForm(page)
  await list.fill([early, late].join('\n'))
  const cookies = await context.cookies()
  await context.clearCookies()
  await check(page)
  await expect(page.getByRole('alert').filter({ hasText: errorText.not_signed_in })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in again' })).toBeVisible()
  await expect(list).toHaveValue([early, late].join('\n'))
  await context.addCookies(cookies)
  const asked = page.waitForRequest('**/_actions/people.invite')
  await check(page)
  const people = [early, late].map((email) => ({ email, name: null, company: null }))
  expect((await asked).postDataJSON()).toEqual({ people, isTrial: true })

  const invite = page.getByRole('button', { name: 'Invite 2' })
  const unseen = { type: 'AstroActionInputError', issues: [{ path: ['people'], message: 'Too big' }] }
  const whole = { type: 'AstroActionInputError', issues: [{ path: [], message: 'Invalid input' }] }
  const large = { type: 'AstroActionError', code: 'CONTENT_TOO_LARGE', message: 'request_too_large' }
  for (const [status, json, text] of [
    [400, unseen, errorText.unexpected],
    [400, whole, errorText.unexpected],
    [413, large, errorText.request_too_large],
  ] as const) {
    await page.route('**/_actions/people.invite', (route) => route.fulfill({ status, json }))
    await invite.click()
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
    await page.unrouteAll()
  }
  await context.setOffline(true)
  await invite.click()
  await expect(page.getByRole('alert').filter({ hasText: errorText.unreachable })).toBeVisible()
  await context.setOffline(false)

  let sent = 0
  page.on('request', (request) => (sent += request.url().endsWith('people.invite') ? 1 : 0))
  await invite.dblclick()
  await expect(page.getByRole('heading', { name: '2 invited' })).toBeVisible()
  expect(sent).toBe(1)
  await emailsLeave({ email: late })
  await page.getByRole('button', { name: 'Undo' }).click()
  const kept = page.getByText('1 of 2 no longer invited. 1 has been emailed, too late to undo.')
  await expect(kept).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 invited' })).toBeVisible()
  await expect(page.getByText(late)).toBeVisible()
  await expect(page.getByText(early)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('an undo takes back who was invited, and still shows who was waiting', async ({ page }) => {
  const { email } = await knownPerson('pending')
  const list = await openForm(page)
  await list.fill(`new@mixed.example\n${email}`)
  await check(page)
  await page.getByRole('button', { name: 'Invite 2' }).click()
  await expect(page.getByText('you can undo the 1 invited, not the others.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: /^1 invited again/ })).toBeVisible()
  await expect(page.getByText('new@mixed.example')).toHaveCount(0)
})

async function openForm(page: Page) {
  await administrator(page)
  await page.goto('/people?invite')
  return page.getByLabel('Names and email addresses')
}

async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check the list' }).click()
}

/** The text is below the list, and read out with it: the focus is there. */
async function isRefused(page: Page, text: string): Promise<void> {
  const list = page.getByLabel('Names and email addresses')
  await expect(list).toHaveAccessibleDescription(new RegExp(text.replace(/[.?]/g, '\\$&')))
  await expect(list).toHaveAttribute('aria-invalid', 'true')
  await expect(list).toBeFocused()
  await expect(page.getByText(text)).toBeVisible()
}

/** By the browser's dialog, for which the field has to be empty: it tells nothing about a file that was chosen before. */
async function choose(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('Choose a CSV file')
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), field.click()])
  expect(await field.inputValue()).toBe('')
  await chooser.setFiles({ name: 'founders.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
}

const backgroundOf = (element: Element) => getComputedStyle(element).backgroundColor

import type { Page } from 'playwright/test'
import { noticeText } from '#src/shared/notices.ts'
import {
  act,
  elsewhere,
  expect,
  mailedLink,
  newPerson,
  type Person,
  query,
  REFUSED,
  signIn,
  test,
} from './portal.ts'

const NEW = 'a password of their own'

test.use({ allowConsoleErrors: [REFUSED] })

test('an invited person chooses a password by the mailed link, is signed in and goes home', async ({
  page,
}) => {
  const person = newPerson()
  expect(await invite(page, person)).toBe('invited')
  await page.goto(await mailedLink(person, '/reset-password'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a password')
  await choosePassword(page)
  await expect(page).toHaveURL('/')
  await expect(page.getByText(noticeText.signed_in)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.fullName ?? '')

  const later = await elsewhere(page)
  await signIn(later, { ...person, password: NEW })
  await expect(later).toHaveURL('/')
  await later.context().close()
})

test('an expired link says so and sends a new one', async ({ page }) => {
  const person = newPerson()
  await invite(page, person)
  const link = await mailedLink(person, '/reset-password')
  await query('UPDATE links SET expires_at = now() WHERE user_id = (SELECT id FROM users WHERE email = $1)', [
    person.email,
  ])
  await page.goto(link)
  await choosePassword(page)
  await expect(page.getByText(/^This link has expired/)).toBeVisible()
  await page.getByRole('button', { name: 'Send me a new link' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText(noticeText.reset_requested)).toBeVisible()
  await expect(async () => expect(await mailedLink(person, '/reset-password')).not.toBe(link)).toPass()
  await page.goto(await mailedLink(person, '/reset-password'))
  await choosePassword(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Password Updated!')
  await signIn(page, { ...person, password: NEW })
  await expect(page).toHaveURL('/')
})

/** What an administrator does. @returns what became of it. */
async function invite(page: Page, { email, fullName }: Person): Promise<unknown> {
  const people = JSON.stringify([{ email, name: fullName }])
  const [row] = (await query('SELECT outcome FROM invite($1)', [people])) as { outcome: string }[]
  // Mails wait for the next action or minute; this one sends them now.
  await act(page, 'auth.resendConfirmation', { email })
  return row?.outcome
}

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByLabel('Confirm password', { exact: true }).fill(NEW)
  await page.keyboard.press('Enter')
}

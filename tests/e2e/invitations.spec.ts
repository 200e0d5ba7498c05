import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import {
  elsewhere,
  expect,
  mailedLink,
  newPerson,
  type Person,
  query,
  REFUSED,
  signedUp,
  signIn,
  test,
} from './portal.ts'

const NEW = 'a password of their own'

test.use({ allowConsoleErrors: [REFUSED] })

test('an invited person chooses a password by the mailed link, is signed in and goes home', async ({
  page,
}) => {
  const person = newPerson()
  expect(await invite(person)).toBe('invited')
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

test('inviting over an unconfirmed stranger ends the stranger’s password and session', async ({ page }) => {
  const stranger = await signedUp(page)
  await query(`SELECT decide_membership($1, 'approved')`, [stranger.email])
  await signIn(page, stranger)
  await expect(page).toHaveURL('/')
  expect(await invite(stranger)).toBe('invited')
  await page.goto('/leaderboard')
  await expect(page).toHaveURL('/auth?next=%2Fleaderboard')
  await signIn(page, stranger)
  await expect(page.getByText(errorText.invalid_credentials)).toBeVisible()

  const owner = await elsewhere(page)
  await owner.goto(await mailedLink(stranger, '/reset-password'))
  await choosePassword(owner)
  await expect(owner).toHaveURL('/')
  await owner.context().close()
})

test('inviting twice leaves the second link alone good', async ({ page }) => {
  const person = newPerson()
  await invite(person)
  const first = await mailedLink(person, '/reset-password')
  expect(await invite(person)).toBe('invited again')
  await page.goto(first)
  await choosePassword(page)
  await expect(page.getByRole('alert')).toHaveText(errorText.reset_token_invalid)
  await expect(async () => expect(await mailedLink(person, '/reset-password')).not.toBe(first)).toPass()
  await page.goto(await mailedLink(person, '/reset-password'))
  await choosePassword(page)
  await expect(page).toHaveURL('/')
})

test('an expired link says so and sends a new one', async ({ page }) => {
  const person = newPerson()
  await invite(person)
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

test('a revoked link opens nothing', async ({ page }) => {
  const person = newPerson()
  await invite(person)
  const link = await mailedLink(person, '/reset-password')
  await query('SELECT * FROM revoke_invitation($1)', [[person.email]])
  await page.goto(link)
  await choosePassword(page)
  await expect(page.getByRole('alert')).toHaveText(errorText.reset_token_invalid)
  await signIn(page, { ...person, password: NEW })
  await expect(page.getByText(errorText.invalid_credentials)).toBeVisible()
})

/** What an administrator does. @returns what became of it. */
async function invite({ email, fullName }: Person): Promise<unknown> {
  const people = JSON.stringify([{ email, name: fullName }])
  const [row] = (await query('SELECT outcome FROM invite($1)', [people])) as { outcome: string }[]
  // Mails wait for the next action or minute; this one sends them now.
  await fetch(`${process.env.LANAI_TEST_URL}/_actions/auth.resendConfirmation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: process.env.LANAI_TEST_URL ?? '' },
    body: JSON.stringify({ email }),
  })
  return row?.outcome
}

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByLabel('Confirm password', { exact: true }).fill(NEW)
  await page.keyboard.press('Enter')
}

import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import type { Page, Request } from 'playwright/test'
import { axeViolations } from './axe.ts'
import {
  callAction,
  CLIENT_ERROR,
  createPerson,
  emailedLink,
  expect,
  holdRequests,
  newPerson,
  openOtherBrowser,
  PASSWORD,
  type Person,
  query,
  signIn,
  signInAsMember,
  test,
} from './portal.ts'

const NEW = 'a new password'

test.use({ allowConsoleErrors: [CLIENT_ERROR] })

test('the forgot-password form sends what is filled in once', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => request.url().includes('/_actions/auth.') && requests.push(request.url()))
  const release = await holdRequests(page, '**/_actions/**')
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const send = page.getByRole('button', { name: 'Send reset link' })
  await expect(send).toBeDisabled()
  // It fires no input events.
  await page.getByLabel('Email').evaluate((field: HTMLInputElement) => {
    field.value = 'malia@example.com'
  })
  await send.click()
  await expect(send).toBeDisabled()
  await expect(page.locator('form[aria-busy=true]')).toBeVisible()
  await page.getByLabel('Email').press('Enter')
  release()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await expect(
    page.getByText('Open the link in our email to malia@example.com within one hour.'),
  ).toBeVisible()
  expect(requests).toHaveLength(1)
  const toast = page.getByText(noticeText.reset_requested)
  await expect(toast, 'in one live region').toHaveCount(1)
  await expect(page.locator('[aria-live=polite]').filter({ has: toast })).toHaveCount(1)
})

test('an emailed link replaces a forgotten password', async ({ page, baseURL }) => {
  const person = await signInAsMember(page)
  const other = await openOtherBrowser(page)
  await other.goto('/auth')
  await other.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await other.getByLabel('Email').fill(person.email)
  await other.getByLabel('Email').press('Enter')
  const link = await emailedLink(person, '/reset-password')
  await test.step('no request carries its token', async () => {
    const requests: Request[] = []
    other.on('request', (request) => requests.push(request))
    await other.goto(link)
    await expect(other).toHaveURL('/reset-password')
    await other.reload()
    await choosePassword(other)
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Password Updated!')
    expect(await axeViolations(other)).toEqual([])
    await expect(other.getByText(noticeText.password_reset)).toHaveCount(1)
    for (const request of requests) {
      expect(new URL(request.url()).origin).toBe(baseURL)
      expect((await request.allHeaders()).referer ?? '', request.url()).not.toContain('token')
    }
    expect(await other.evaluate(() => JSON.stringify(history.state))).not.toContain('token')
  })
  await test.step('every session ends', async () => {
    await page.goto('/leaderboard')
    await expect(page).toHaveURL('/auth?next=%2Fleaderboard')
    await signIn(page, person)
    await expect(page.getByText(errorText.invalid_credentials)).toBeVisible()
  })
  await other.getByRole('link', { name: 'Go to Sign In' }).click()
  await expect(other).toHaveURL('/auth')
  await signIn(other, { ...person, password: NEW })
  await expect(other).toHaveURL('/')
  await expect(other.getByText(noticeText.signed_in)).toBeVisible()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(/Welcome.*Leilani Kalākaua/)
  await other.context().close()
})

test('sign-in says what may be mistyped', async ({ page }) => {
  const person = await createPerson()
  await signIn(page, { ...person, password: 'a wrong password' })
  await expect(page.getByText(errorText.invalid_credentials)).toBeVisible()
  await expect(page.getByText(errorText.password_has_spaces)).toHaveCount(0)
  await signIn(page, { ...person, password: `${PASSWORD} ` })
  await expect(page.getByText(errorText.password_has_spaces)).toBeVisible()
  await signIn(page, { ...person, email: 'Nobody@GoogleMail.com' })
  await expect(page.getByText(errorText.mailbox_has_spellings)).toBeVisible()
})

test('the reset form leads to each mistake', async ({ page }) => {
  const person = await createPerson()
  await callAction(page, 'auth.requestPasswordReset', { email: person.email })
  await page.goto(await emailedLink(person, '/reset-password'))
  await expect(page.getByText(`For ${person.email}.`)).toBeVisible()
  await expect(page.locator('form [autocomplete=username]')).toHaveValue(person.email)
  const { password, again } = passwordFields(page)
  await expect(password).toHaveAttribute('autocomplete', 'new-password')
  await test.step('a password is shown on request', async () => {
    const toggle = page.getByRole('button', { name: 'Show new password' })
    await toggle.click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(again).toHaveAttribute('type', 'password')
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  })
  await password.fill(PASSWORD)
  await again.fill('another one')
  await again.press('Enter')
  await expect(again).toHaveAccessibleDescription(errorText.passwords_differ)
  await expect(again).toBeFocused()
  for (const field of [password, again]) await field.fill('Password1')
  await again.press('Enter')
  await expect(password).toHaveAccessibleDescription(errorText.password_common)
  await test.step('an expired link offers a new one', async () => {
    const expire =
      'UPDATE email_tokens SET expires_at = now() WHERE user_id = (SELECT id FROM users WHERE email = $1)'
    await query(expire, [person.email])
    await choosePassword(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link doesn’t work')
    await expect(page.getByText(errorText.reset_token_invalid)).toBeVisible()
    await page.getByRole('button', { name: 'Send me a new link' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  })
})

test('an invited person joins by the emailed link', async ({ page }) => {
  const person = newPerson()
  expect(await invite(page, person)).toBe('invited')
  const release = await holdRequests(page, '**/_astro/*.js')
  const link = await emailedLink(person, '/invitation')
  await page.goto(link, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Cohort 17')
  release()
  await expect(page.getByText(`You’ll sign in with ${person.email} and this password.`)).toBeVisible()
  await expect(page.locator('form [autocomplete=username]')).toHaveValue(person.email)
  await choosePassword(page)
  await expect(page).toHaveURL('/')
  await expect(page.getByText(noticeText.joined)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.fullName ?? '')
  await test.step('the used link leads on', async () => {
    await page.goto(link)
    await expect(page).toHaveURL('/')
    const later = await openOtherBrowser(page)
    await later.goto(link)
    await expect(later.getByText(errorText.invitation_invalid)).toBeVisible()
    await expect(later.getByRole('textbox')).toHaveCount(0)
    await later.getByRole('link', { name: 'Sign In' }).click()
    await signIn(later, { ...person, password: NEW })
    await expect(later).toHaveURL('/')
    await later.context().close()
  })
})

/** As an administrator does. Returns the outcome. */
async function invite(page: Page, { email, fullName }: Person): Promise<unknown> {
  const people = JSON.stringify([{ email, name: fullName }])
  const [row] = (await query('SELECT outcome FROM invite($1)', [people])) as { outcome: string }[]
  // Emails wait for the next action or minute.
  await callAction(page, 'auth.resendConfirmation', { email })
  return row?.outcome
}

async function choosePassword(page: Page): Promise<void> {
  const { password, again } = passwordFields(page)
  await password.fill(NEW)
  await again.fill(NEW)
  await page.getByRole('button', { name: /^(Save|Update) password$/ }).click()
}

function passwordFields(page: Page) {
  return {
    password: page.getByLabel('New password', { exact: true }),
    again: page.getByLabel('Confirm password', { exact: true }),
  }
}

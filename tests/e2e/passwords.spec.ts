import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import type { Page, Request } from 'playwright/test'
import { hindrances } from './axe.ts'
import { changeEmail, changePassword, deleteAccount, openAccount } from './account.ts'
import {
  act,
  approvedMember,
  elsewhere,
  expect,
  holdBack,
  mailedLink,
  memberAtHome,
  newPerson,
  PASSWORD,
  type Person,
  query,
  REFUSED,
  signIn,
  test,
} from './portal.ts'

const NEW = 'a new password'

test.use({ allowConsoleErrors: [REFUSED] })

test('the forgot-password panel sends once what is filled in, and reads out a toast', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/_actions/') && asked.push(request.url()))
  const answer = await holdBack(page, '**/_actions/**')
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
  answer()
  await expect(page.getByRole('heading', { name: 'A link is on its way' })).toBeFocused()
  await expect(page.getByText('If malia@example.com has an account')).toBeVisible()
  expect(asked).toHaveLength(1)
  const said = page.getByText(noticeText.reset_requested)
  await expect(said).toHaveCount(1)
  await expect(page.locator('[aria-live=polite]').filter({ has: said })).toHaveCount(1)
})

test('an emailed link replaces a forgotten password, and ends every session', async ({ page, baseURL }) => {
  const person = await approvedMember(page)
  const other = await elsewhere(page)
  await other.goto('/auth')
  await other.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await other.getByLabel('Email').fill(person.email)
  await other.getByLabel('Email').press('Enter')
  const link = await mailedLink(person, '/reset-password')

  const requests: Request[] = []
  other.on('request', (request) => requests.push(request))
  await other.goto(link)
  await expect(other).toHaveURL('/reset-password')
  await other.reload()
  await choosePassword(other)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Password Updated!')
  expect(await hindrances(other)).toEqual([])
  await expect(other.getByText(noticeText.password_reset)).toHaveCount(1)
  for (const request of requests) {
    expect(new URL(request.url()).origin).toBe(baseURL)
    expect((await request.allHeaders()).referer ?? '', request.url()).not.toContain('token')
  }
  expect(await other.evaluate(() => JSON.stringify(history.state))).not.toContain('token')

  await page.goto('/leaderboard')
  await expect(page).toHaveURL('/auth?next=%2Fleaderboard')
  await signIn(page, person)
  await expect(page.getByText(errorText.invalid_credentials)).toBeVisible()
  await expect(page.getByText(errorText.password_has_spaces)).toHaveCount(0)
  await signIn(page, { ...person, password: `${NEW} ` })
  await expect(page.getByText(errorText.password_has_spaces)).toBeVisible()
  await signIn(page, { ...person, email: 'Nobody@GoogleMail.com' })
  await expect(page.getByText(errorText.mailbox_has_spellings)).toBeVisible()
  await other.getByRole('link', { name: 'Go to Sign In' }).click()
  await expect(other).toHaveURL('/auth')
  await signIn(other, { ...person, password: NEW })
  await expect(other).toHaveURL('/')
  await other.context().close()
})

test('the reset screen shows errors and passwords, and offers a new link', async ({ page }) => {
  const person = await approvedMember(page)
  await page.context().clearCookies()
  await act(page, 'auth.requestPasswordReset', { email: person.email })
  await page.goto(await mailedLink(person, '/reset-password'))
  await expect(page.getByText(`For ${person.email}.`)).toBeVisible()
  await expect(page.locator('form [autocomplete=username]')).toHaveValue(person.email)
  const password = page.getByLabel('New password', { exact: true })
  const again = page.getByLabel('Confirm password', { exact: true })
  await expect(password).toHaveAttribute('autocomplete', 'new-password')
  const toggle = page.getByRole('button', { name: 'Show new password' })
  await toggle.click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(again).toHaveAttribute('type', 'password')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await password.fill(PASSWORD)
  await again.fill('another one')
  await again.press('Enter')
  await expect(again).toHaveAccessibleDescription(errorText.passwords_differ)
  await expect(again).toBeFocused()
  for (const field of [password, again]) await field.fill('Password1')
  await again.press('Enter')
  await expect(password).toHaveAccessibleDescription(errorText.password_common)
  for (const field of [password, again]) await field.fill(PASSWORD)
  const ended =
    'UPDATE email_tokens SET expires_at = now() WHERE user_id = (SELECT id FROM users WHERE email = $1)'
  await query(ended, [person.email])
  await again.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(errorText.reset_token_invalid)
  await page.getByRole('button', { name: 'Send me a new link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
})

test('an invited person chooses a password by the emailed link and is signed in', async ({ page }) => {
  const person = newPerson()
  expect(await invite(page, person)).toBe('invited')
  const letGo = await holdBack(page, '**/_astro/*.js')
  const link = await mailedLink(person, '/invitation')
  await page.goto(link, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Cohort 17')
  letGo()
  await expect(page.getByText(`You’ll sign in with ${person.email} and this password.`)).toBeVisible()
  await expect(page.locator('form [autocomplete=username]')).toHaveValue(person.email)
  await choosePassword(page)
  await expect(page).toHaveURL('/')
  await expect(page.getByText(noticeText.joined)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.fullName ?? '')

  await page.goto(link)
  await expect(page).toHaveURL('/')
  const later = await elsewhere(page)
  await later.goto(link)
  await expect(later.getByText(errorText.invitation_invalid)).toBeVisible()
  await expect(later.getByRole('textbox')).toHaveCount(0)
  await later.getByRole('link', { name: 'Sign In' }).click()
  await signIn(later, { ...person, password: NEW })
  await expect(later).toHaveURL('/')
  await later.context().close()
})

/** As an administrator does. Returns the outcome. */
async function invite(page: Page, { email, fullName }: Person): Promise<unknown> {
  const people = JSON.stringify([{ email, name: fullName }])
  const [row] = (await query('SELECT outcome FROM invite($1)', [people])) as { outcome: string }[]
  // Emails wait for the next action or minute.
  await act(page, 'auth.resendConfirmation', { email })
  return row?.outcome
}

test('a pending deletion is cancelled by a new password, if it is one’s own', async ({ page }) => {
  const person = await approvedMember(page)
  const request = async (by: string | null) =>
    query(
      `INSERT INTO account_deletions (user_id, due_at, requested_by)
        SELECT id, now() + interval '1 day', $2 FROM users WHERE email = $1`,
      [person.email, by],
    )
  await request(null)
  await page.goto('/leaderboard')
  const account = await openAccount(page)
  await changeEmail(page, newPerson().email, person.password)
  await expect(account).toContainText('Waiting for ')
  await account.getByRole('tab', { name: 'Security' }).click()
  await expect(account).toContainText(/Your account will be deleted on .* or change your password\./)
  await changePassword(page, person.password, NEW)
  await expect(account).not.toContainText('Your account will be deleted')
  await account.getByRole('tab', { name: 'Profile' }).click()
  await expect(account.getByRole('button', { name: 'Change email' })).toBeVisible()
  await expect(account).not.toContainText('Waiting for ')

  await query('DELETE FROM account_deletions WHERE user_id = (SELECT id FROM users WHERE email = $1)', [
    person.email,
  ])
  await request('an administrator')
  await account.getByRole('tab', { name: 'My data' }).click()
  await deleteAccount(page, NEW)
  await expect(page.getByText(errorText.deletion_decided)).toBeVisible()
})

test('a new password ends the change of address that another tab waits for', async ({ page }) => {
  const person = await memberAtHome(page)
  const account = await openAccount(page)
  await changeEmail(page, newPerson().email, person.password)
  await expect(account).toContainText('Waiting for ')
  await act(page, 'auth.requestPasswordReset', { email: person.email })
  const next = await page.context().newPage()
  await next.goto(await mailedLink(person, '/reset-password'))
  await choosePassword(next)
  await expect(next.getByRole('heading', { level: 1 })).toHaveText('Password Updated!')
  // As when the member comes back to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(account).not.toContainText('Waiting for ')
})

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByLabel('Confirm password', { exact: true }).fill(NEW)
  await page.getByRole('button', { name: /^(Save|Update) password$/ }).click()
}

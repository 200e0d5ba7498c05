import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { changeEmail, openAccount } from './account.ts'
import { axeViolations } from './axe.ts'
import {
  callAction,
  emailedLink,
  expect,
  newPerson,
  openHomeAsMember,
  openOtherBrowser,
  type Person,
  query,
  setApprovalStatus,
  signIn,
  signInAsMember,
  signUp,
  signUpByAction,
  test,
} from './portal.ts'

const CONFIRM = { name: 'Confirm my email' }
const NOT_ME = { name: 'It wasn’t me' }

test.use({ allowConsoleErrors: [/status of 4\d\d|net::ERR_FAILED/] })

test('the browser that signed up confirms on load', async ({ page }) => {
  const person = await signUpByAction(page)
  const link = await emailedLink(person, '/confirm-email')
  await test.step('a failure can be tried again', async () => {
    await page.route('**/_actions/**', (route) => route.abort())
    await page.goto(link)
    await expect(page.getByText(errorText.confirmation_error)).toBeVisible()
    await expect(page.getByText(`${errorText.confirmation_failed}. ${errorText.unreachable}`)).toBeVisible()
    await page.unroute('**/_actions/**')
    await page.getByRole('button', { name: 'Try again' }).click()
  })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(noticeText.email_confirmed_title)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText(noticeText.confirmed_pending)).toBeVisible()
  await expect(page.getByText(noticeText.confirmed_approved)).toBeHidden()
  await expect(page).toHaveURL('/confirm-email')
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('token')
  await page.getByRole('link', { name: 'Try Signing In' }).click()
  await signIn(page, person)
  const pending = page.getByRole('alert').getByText(errorText.account_pending)
  await expect(pending.locator('..'), 'it is no failure').toContainClass('bg-ink-wash')
  await test.step('the used link shows the decision', async () => {
    await setApprovalStatus(person, 'denied')
    await page.goto(link)
    await expect(page.getByText(noticeText.confirmed_denied)).toBeVisible()
    await setApprovalStatus(person, 'approved')
    await page.goto(link)
    await expect(page.getByRole('link', { name: 'Go to Sign In' })).toBeVisible()
    await expect(page.getByText(noticeText.confirmed_approved)).toHaveCount(1)
  })
})

test('another browser confirms only by a press', async ({ page }) => {
  const person = await signUpByAction(page)
  const scanner = await openOtherBrowser(page)
  await scanner.goto(await emailedLink(person, '/confirm-email'))
  await expect(scanner.getByText(/^Confirm that you signed up for /)).toBeVisible()
  await scanner.getByRole('button', CONFIRM).focus()
  await scanner.keyboard.press('Tab')
  await expect(scanner.getByRole('button', NOT_ME)).toBeFocused()
  await scanner.keyboard.press('Shift+Tab')
  await scanner.keyboard.press('Enter')
  await expect(scanner.getByRole('heading', { level: 1 })).toHaveText(noticeText.email_confirmed_title)
  await scanner.context().close()
})

test('‘It wasn’t me’ frees the address', async ({ page }) => {
  const person = await signUpByAction(page)
  const owner = await openOtherBrowser(page)
  const link = await emailedLink(person, '/confirm-email')
  await owner.goto(link)
  await owner.getByRole('button', NOT_ME).click()
  await expect(owner.getByText(noticeText.sign_up_discarded)).toBeVisible()
  await expect(owner.getByRole('heading', { level: 1 })).toBeFocused()
  await owner.goto(link)
  await expect(owner.getByText(errorText.confirmation_link_ended)).toBeVisible()
  await signIn(page, person)
  await expect(page.getByText(errorText.invalid_credentials)).toBeVisible()
  await signUp(owner, person)
  await owner.context().close()
})

test('an open account shows the address that its member confirms', async ({ page }) => {
  const person = await openHomeAsMember(page)
  const moved = { ...person, email: newPerson().email }
  const account = await openAccount(page)
  await test.step('an unusual address is asked about once', async () => {
    const unusual = moved.email.replace('example.com', 'gmial.com')
    await changeEmail(page, unusual, person.password)
    await expect(page.getByLabel('New email')).toHaveAccessibleDescription(/Did you mean .*@gmail\.com\? If/)
    await expect(page.getByLabel('New email')).toBeFocused()
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(account).toContainText(`Waiting for ${unusual}`)
    await page.getByRole('button', { name: 'Keep my current email' }).click()
  })
  await changeEmail(page, moved.email, person.password)
  const tab = await page.context().newPage()
  await test.step('the signed-in member confirms in another tab', async () => {
    await tab.route('**/_actions/**', (route) => route.abort())
    await tab.goto(await emailedLink(moved, '/confirm-email'))
    await expect(tab.getByText(errorText.confirmation_error)).toBeVisible()
    await tab.unroute('**/_actions/**')
    await tab.getByRole('button', { name: 'Try again' }).click()
    const question = `Use ${moved.email} for your Lanai account, in place of ${person.email}?`
    await expect(tab.getByText(question)).toBeVisible()
    await tab.getByRole('button', CONFIRM).click()
    await expect(tab.getByText(noticeText.email_changed)).toBeVisible()
    await tab.reload()
    await expect(tab.getByText(noticeText.email_changed)).toBeVisible()
  })
  // As when the member comes back to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(account.getByText(moved.email)).toBeVisible()
  await expect(account).not.toContainText('Waiting for ')
})

test('a browser without a session needs the password for a new address', async ({ page }) => {
  const person = await signInAsMember(page)
  const moved = await requestEmailChange(page, person)
  await page.goto(await emailedLink(moved, '/confirm-email'))
  await expect(page.getByText(`in place of ${person.email}?`)).toBeVisible()
  await query('DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = $1)', [person.email])
  await page.getByRole('button', CONFIRM).click()
  const password = page.getByLabel('Password of your account', { exact: true })
  await expect(page.getByRole('alert').filter({ hasText: errorText.password_needed })).toBeVisible()
  await expect(password).toBeFocused()
  await password.fill('not the password')
  await page.getByRole('button', CONFIRM).click()
  await expect(page.getByText(errorText.current_password_wrong)).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await password.fill(person.password)
  await password.press('Enter')
  await expect(page.getByText(noticeText.email_changed)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Sign In' })).toBeVisible()
})

test('the old address takes a change back', async ({ page }) => {
  const person = await signInAsMember(page, 'Kai')
  const moved = await requestEmailChange(page, person)
  const { searchParams } = new URL(await emailedLink(moved, '/confirm-email'))
  await callAction(page, 'auth.confirmEmailChange', { token: searchParams.get('token') })
  const link = await emailedLink(person, '/restore-email')
  await page.goto(link)
  const question = `Kai’s account at Lanai used ${person.email}. Now it uses ${moved.email}.`
  await expect(page.getByText(question)).toBeVisible()
  await expect(page).toHaveURL('/restore-email')
  expect(await axeViolations(page)).toEqual([])
  await test.step('not while another account has the address', async () => {
    await query(`SELECT register_member($1, null, 'Another')`, [person.email])
    await query('UPDATE users SET email_confirmed_at = now() WHERE email = $1', [person.email])
    await page.getByRole('button', { name: 'Take back the change' }).click()
    await expect(page.getByText(errorText.email_taken_meanwhile)).toBeVisible()
    await query('DELETE FROM users WHERE email = $1', [person.email])
  })
  await page.goto(link)
  await page.getByRole('button', { name: 'Take back the change' }).click()
  await expect(page.getByText(noticeText.email_restored)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(page.getByText(noticeText.email_restored)).toBeVisible()
  expect(await emailedLink(person, '/reset-password')).toContain('token=')
})

/** Returns the person under the address that isn’t confirmed yet. */
async function requestEmailChange(page: Page, person: Person): Promise<Person> {
  const newEmail = newPerson().email
  await callAction(page, 'account.requestEmailChange', { currentPassword: person.password, newEmail })
  return { ...person, email: newEmail }
}

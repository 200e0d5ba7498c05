import type { Browser, Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import {
  addToRoster,
  confirmEmail,
  expect,
  mailedLink,
  mailsTo,
  newPerson,
  signedUp,
  type Person,
  query,
  REFUSED,
  signIn,
  signUp,
  test,
} from './portal.ts'

const CONFIRM = { name: 'Confirm my email' }
const NOT_ME = { name: 'It was not me' }
const PASSWORD_NEEDED = /^You are expected\. Enter the password you chose, or set a new one/

test.use({ allowConsoleErrors: [REFUSED] })

test.describe('confirming an address', () => {
  test('asks first: whoever only opens the link, scripts and all, changes nothing', async ({ page }) => {
    const person = await signedUp(page)
    const link = await mailedLink(person, '/confirm-email')
    for (let n = 0; n < 2; n++) {
      await page.goto(link)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your email')
      await expect(page.getByText(/^Confirm that you asked for an account at \S+\.$/)).toBeVisible()
      await expect(page).toHaveURL('/confirm-email')
    }
    await page.waitForLoadState('networkidle')
    expect(await isConfirmed(person)).toBe(false)
  })

  test('takes one press, as often as the link is opened, and approves nobody who is not expected', async ({
    page,
  }) => {
    const person = await signedUp(page)
    for (let n = 0; n < 2; n++) {
      await confirmEmail(page, person)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(noticeText.email_confirmed_title)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    }
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('token')
    await page.getByRole('link', { name: 'Go to Sign In' }).click()
    await signIn(page, person)
    await expect(page.getByText(errorText.account_pending)).toBeVisible()
  })

  test('is done with the keyboard, and a reload before the press loses nothing', async ({ page }) => {
    const person = await signedUp(page)
    await page.goto(await mailedLink(person, '/confirm-email'))
    await page.reload()
    await page.getByRole('button', CONFIRM).focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', NOT_ME)).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(noticeText.email_confirmed_title)
  })

  test('without a link offers one, signing in and the way home', async ({ page }) => {
    await page.goto('/confirm-email')
    await expect(page.getByText(errorText.confirmation_token_missing)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Try Signing In' })).toHaveAttribute('href', '/auth')
    await expect(page.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
    await page.getByLabel('Email').fill(newPerson().email)
    await page.getByRole('button', { name: 'Send a new link' }).click()
    await expect(page.getByText(noticeText.confirmation_resent)).toBeVisible()
  })

  test('is a question in the HTML already, and says that it needs JavaScript when there is none', async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
    const page = await context.newPage()
    for (const path of ['/confirm-email?token=x', `/reset-password?token=${'a'.repeat(43)}`]) {
      await page.goto(path)
      await expect(page.getByText(/needs JavaScript/)).toBeVisible()
    }
    const html = await (await page.request.get('/confirm-email')).text()
    expect(html).toMatch(/Confirm that you asked for an account at \S+\./)
    expect(html).toContain(CONFIRM.name)
    await context.close()
  })
})

test.describe('who is on the roster', () => {
  test('confirms where they signed up, and signs in at once', async ({ page }) => {
    const person = await expected(page)
    await confirmEmail(page, person)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(noticeText.email_confirmed_title)
    await expect(page.getByText(noticeText.email_confirmed)).toBeVisible()
    await signsIn(page, person)
  })

  test('confirms in another browser, enters the password there, and signs in at once', async ({
    page,
    browser,
    baseURL,
  }) => {
    const person = await expected(page)
    const other = await elsewhere(browser, baseURL)
    await confirmEmail(other, person)
    await expect(other.getByText(PASSWORD_NEEDED)).toBeVisible()
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(noticeText.email_confirmed_title)
    await expect(other.getByRole('heading', { level: 1 })).toBeFocused()

    const password = other.getByLabel('Password', { exact: true })
    await expect(password).toHaveAttribute('autocomplete', 'current-password')
    await password.fill('not the password')
    await password.press('Enter')
    await expect(other.getByRole('alert')).toHaveText(errorText.current_password_wrong)
    await password.fill(person.password)
    await password.press('Enter')
    await expect(other.getByText(noticeText.email_confirmed)).toBeVisible()
    await signsIn(other, person)
    await other.context().close()
  })

  test('confirms in another browser, sets a new password there, and the one before opens nothing', async ({
    page,
    browser,
    baseURL,
  }) => {
    const person = await expected(page)
    const other = await elsewhere(browser, baseURL)
    await confirmEmail(other, person)
    await other.getByRole('button', { name: 'Set a new password' }).click()
    await other.getByLabel('New password', { exact: true }).fill('a new password')
    await other.getByLabel('Confirm password', { exact: true }).fill('a new one')
    await other.keyboard.press('Enter')
    await expect(other.getByLabel('Confirm password', { exact: true })).toHaveAccessibleDescription(
      errorText.passwords_differ,
    )
    await other.getByLabel('Confirm password', { exact: true }).fill('a new password')
    await other.keyboard.press('Enter')
    await expect(other.getByRole('link', { name: 'Go to Sign In' })).toBeVisible()

    await signIn(page, person)
    await expect(page.getByText(errorText.invalid_credentials)).toBeVisible()
    await signsIn(other, { ...person, password: 'a new password' })
    await expect.poll(async () => (await mailsTo(person)).join()).toContain('Your password has been changed')
    await other.context().close()
  })
})

test.describe('‘It was not me’', () => {
  test('removes the sign-up, says so, and the address is free to sign up with', async ({
    page,
    browser,
    baseURL,
  }) => {
    const person = await signedUp(page)
    const owner = await elsewhere(browser, baseURL)
    await owner.goto(await mailedLink(person, '/confirm-email'))
    await owner.getByRole('button', NOT_ME).click()
    await expect(owner.getByText(noticeText.sign_up_discarded)).toBeVisible()
    await expect(owner.getByRole('heading', { level: 1 })).toBeFocused()
    await signIn(page, person)
    await expect(page.getByText(errorText.invalid_credentials)).toBeVisible()
    await signUp(owner, person)
    await owner.context().close()
  })

  test('can be said again when the way to the server was cut', async ({ page }) => {
    const person = await signedUp(page)
    await page.route('**/_actions/**', (route) => route.fulfill({ status: 502, body: 'no' }))
    await page.goto(await mailedLink(person, '/confirm-email'))
    await page.getByRole('button', NOT_ME).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your email')
    await expect(page.getByRole('alert').filter({ hasText: errorText.unexpected })).toBeVisible()
    await page.unroute('**/_actions/**')
    await page.getByRole('button', NOT_ME).click()
    await expect(page.getByText(noticeText.sign_up_discarded)).toBeVisible()
  })
  test.use({ allowConsoleErrors: [/status of (4\d\d|502)/] })
})

async function expected(page: Page): Promise<Person> {
  const person = await signedUp(page)
  await addToRoster(person)
  return person
}

/** A page of a browser that has never been here. */
async function elsewhere(browser: Browser, baseURL: string): Promise<Page> {
  return (await browser.newContext({ baseURL })).newPage()
}

async function signsIn(page: Page, person: Person): Promise<void> {
  await page.getByRole('link', { name: 'Go to Sign In' }).click()
  await signIn(page, person)
  await expect(page).toHaveURL('/')
}

async function isConfirmed({ email }: Person): Promise<boolean> {
  const rows = await query('SELECT 1 FROM users WHERE email = $1 AND email_confirmed_at IS NOT NULL', [email])
  return rows.length > 0
}

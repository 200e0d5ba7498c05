import { errorText } from '#src/shared/errors.ts'
import { linkSentTo, noticeText } from '#src/shared/notices.ts'
import { hindrances } from './axe.ts'
import {
  approvedMember,
  decide,
  expect,
  holdBack,
  knownPerson,
  newPerson,
  query,
  REFUSED,
  signIn,
  signOut,
  test,
} from './portal.ts'

const FILL_HONEYPOT =
  "for (const field of document.querySelectorAll('[name=message]')) field.value = 'https://konalabs.example'"

/** Buttons of islands that only their script answers. */
const UNANSWERED = 'astro-island[ssr] button:enabled:not([popovertarget], [commandfor])'

test.describe('from sign-up to the home page', () => {
  test.use({ allowConsoleErrors: [REFUSED] })

  test('a founder signs up, is approved and is welcomed by name', async ({ page }) => {
    const [person, taken] = [newPerson(), await knownPerson()]
    await page.goto('/start')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Join /)
    await page.getByLabel('Full name').fill('Leilani Kalākaua')
    await page.getByLabel('Email').fill(` ${taken.email.toUpperCase()} `)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText(errorText.email_taken)).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password)
    await page.getByLabel('Email').fill(person.email)
    // As an extension does, again and again.
    await page.evaluate(FILL_HONEYPOT)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText(errorText.honeypot_filled)).toBeVisible()
    expect(await query('SELECT FROM users WHERE email = $1', [person.email])).toEqual([])
    await page.evaluate(FILL_HONEYPOT)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText(noticeText.signed_up)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    expect(await hindrances(page)).toEqual([])
    await page.getByRole('button', { name: 'Change it' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    await expect(page.getByLabel('Full name')).toHaveValue('Leilani Kalākaua')
    await page.getByLabel('Email').fill(`corrected-${person.email}`)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL('/auth')
    await expect(page.getByLabel('Email')).toHaveValue(`corrected-${person.email}`)

    await signIn(page, person)
    await expect(page.getByText(errorText.account_unconfirmed)).toBeVisible()
    await page.getByRole('button', { name: 'Resend email' }).click()
    await expect(page.getByText(linkSentTo(person.email))).toBeVisible()
    const cookies = await page.context().cookies()
    expect(cookies.filter(({ name }) => !name.endsWith('sign-up'))).toEqual([])

    await decide(person, 'approved')
    const home = page.waitForResponse((response) => new URL(response.url()).pathname === '/')
    await signIn(page, person)
    const html = await (await home).text()
    expect(html).toContain('Leilani Kalākaua')
    expect(html).not.toMatch(/>\s*User\s*</)
    await expect(page).toHaveURL('/')
    await expect(page.getByText(noticeText.signed_in)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Leilani Kalākaua')
  })
})

test('the form suits keyboards and password managers, and hides a field for bots', async ({ page }) => {
  await page.goto('/auth')
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })]
  await expect(email).toHaveAttribute('autocomplete', 'username')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await email.fill('not an address')
  await password.fill('12345')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toHaveAccessibleDescription(errorText.email_invalid)
  await expect(password).toHaveAccessibleDescription(errorText.password_too_short)
  await expect(email).toBeFocused()

  await page.getByRole('button', { name: 'Create an account' }).press('Enter')
  await expect(email).toHaveValue('')
  await expect(password).toHaveAttribute('autocomplete', 'new-password')
  await expect(page.getByLabel('Full name')).toHaveAttribute('autocomplete', 'name')
  await expect(page.getByRole('textbox')).toHaveCount(3)
  await page.getByLabel('Full name').focus()
  const stops: string[] = []
  for (let n = 0; n < 8; n++) {
    await page.keyboard.press('Tab')
    stops.push(await page.evaluate(() => document.activeElement?.getAttribute('name') ?? ''))
  }
  expect(stops).not.toContain('message')
  await expect(page.locator('[name=message]')).toBeHidden()
})

test.describe('before hydration', () => {
  // A state screen.
  test.use({ allowConsoleErrors: [REFUSED] })

  test('no button of an island is enabled, unless HTML alone answers its press', async ({ page }) => {
    await holdBack(page, '**/_astro/*.js')
    const checkButtons = async (path: string) => {
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.locator('astro-island[ssr] button:disabled:visible')).not.toHaveCount(0)
      await expect(page.locator('footer')).toBeAttached()
      expect(await page.locator(UNANSWERED).allInnerTexts(), path).toEqual([])
    }
    for (const path of ['/auth', '/invitation']) await checkButtons(path)
    const person = await approvedMember(page)
    await checkButtons('/video-playlist')
    await decide(person, 'pending')
    await checkButtons('/leaderboard')
  })
})

test.describe('on the screen that says why', () => {
  test.use({ allowConsoleErrors: [REFUSED] })

  test('a member who may not come in is signed out in every tab', async ({ page, context }) => {
    const person = await approvedMember(page)
    await decide(person, 'denied')
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await tab.goto('/leaderboard')
      await expect(tab.getByRole('heading', { name: 'Account Access Denied' })).toBeVisible()
    }
    await expect(other.getByRole('button', { name: 'Sign out' })).toBeEnabled()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/auth')
    await expect(other).toHaveURL('/auth?next=%2Fleaderboard')
  })
})

test('a sign-in or sign-out changes the other tabs, and Back shows nothing', async ({ page, context }) => {
  await approvedMember(page, 'Kai')
  const visitor = await knownPerson('approved', 'Malia')
  const other = await context.newPage()
  await other.goto('/leaderboard')
  await expect(other.locator('#navigation button[popovertarget=member-menu] .font-medium')).toHaveText('Kai')
  await context.clearCookies()
  await signIn(page, visitor)
  await expect(other.locator('#navigation button[popovertarget=member-menu] .font-medium')).toHaveText(
    'Malia',
  )
  await expect(other).toHaveURL('/leaderboard')

  await signOut(page)
  await expect(page).toHaveURL('/auth')
  await expect(page.getByText(noticeText.signed_out)).toBeVisible()
  await expect(other).toHaveURL('/auth?next=%2Fleaderboard')
  await page.goBack()
  await expect(page).toHaveURL(/\/auth/)
})

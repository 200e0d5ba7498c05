import { errorText } from '#src/shared/errors.ts'
import { linkSentTo, noticeText } from '#src/shared/notices.ts'
import { axeViolations } from './axe.ts'
import {
  CLIENT_ERROR,
  createPerson,
  expect,
  holdRequests,
  memberName,
  newPerson,
  query,
  setApprovalStatus,
  signIn,
  signInAsMember,
  signOut,
  signUpByAction,
  test,
} from './portal.ts'

const FILL_HONEYPOT =
  "for (const field of document.querySelectorAll('[name=message]')) field.value = 'https://konalabs.example'"

/** Buttons of islands that only their script answers. */
const UNANSWERED = 'astro-island[ssr] button:enabled:not([popovertarget])'

test.use({ allowConsoleErrors: [CLIENT_ERROR] })

test('the sign-up form lets a founder correct each mistake', async ({ page }) => {
  const [person, taken] = [newPerson(), await createPerson()]
  const create = page.getByRole('button', { name: 'Create account' })
  const password = page.getByLabel('Password', { exact: true })
  await page.goto('/start')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Join /)
  await test.step('the address typed here is there at sign-in, and back', async () => {
    await page.getByLabel('Email').fill('kai@reef.example')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByLabel('Email')).toHaveValue('kai@reef.example')
    await page.getByLabel('Email').fill('noe@reef.example')
    await page.getByRole('button', { name: 'Create an account' }).click()
    await expect(page.getByLabel('Email')).toHaveValue('noe@reef.example')
  })
  await test.step('a taken address', async () => {
    await page.getByLabel('Full name').fill('Leilani Kalākaua')
    await page.getByLabel('Email').fill(` ${taken.email.toUpperCase()} `)
    await password.fill(person.password)
    await create.click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(errorText.email_taken)
    await expect(page.getByLabel('Email')).toBeFocused()
    await expect(password).toHaveValue(person.password)
  })
  await test.step('a honeypot that an extension fills, again and again', async () => {
    await page.getByLabel('Email').fill(person.email)
    await page.evaluate(FILL_HONEYPOT)
    await create.click()
    await expect(page.getByText(errorText.honeypot_filled)).toBeVisible()
    expect(await query('SELECT FROM users WHERE email = $1', [person.email])).toEqual([])
    await page.evaluate(FILL_HONEYPOT)
    await create.click()
    await expect(page.getByText(noticeText.signed_up)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
  })
  await test.step('an address that was mistyped', async () => {
    await page.getByRole('button', { name: 'Change it' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    await expect(page.getByLabel('Full name')).toHaveValue('Leilani Kalākaua')
    const corrected = `corrected-${person.email}`
    await page.getByLabel('Email').fill(corrected.replace('example.com', 'gmial.com'))
    await password.fill(person.password)
    await create.click()
    const question = /^Did you mean corrected-founder-.*@gmail\.com\? If/
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(question)
    await expect(page.getByLabel('Email')).toBeFocused()
    await page.getByLabel('Email').fill(corrected)
    await create.click()
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL('/auth')
    await expect(page.getByLabel('Email')).toHaveValue(`corrected-${person.email}`)
  })
})

test('sign-in offers an unconfirmed founder another link', async ({ page }) => {
  const person = await signUpByAction(page)
  await signIn(page, person)
  await expect(page.getByText(errorText.account_unconfirmed)).toBeVisible()
  await page.getByRole('button', { name: 'Resend email' }).click()
  await expect(page.getByText(linkSentTo(person.email))).toBeVisible()
  const cookies = await page.context().cookies()
  expect(cookies.filter(({ name }) => !name.endsWith('sign-up'))).toEqual([])
})

test('sign-in leads to the first mistake', async ({ page }) => {
  await page.goto('/auth')
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })]
  await expect(email).toHaveAttribute('autocomplete', 'username webauthn')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await email.fill('not an address')
  await password.fill('12345')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toHaveAccessibleDescription(errorText.email_invalid)
  await expect(password).toHaveAccessibleDescription(errorText.password_too_short)
  await expect(email).toBeFocused()
  await page.getByRole('button', { name: 'Create an account' }).press('Enter')
  await expect(email, 'what was typed stays').toHaveValue('not an address')
  await test.step('password managers know the fields of sign-up', async () => {
    await expect(password).toHaveAttribute('autocomplete', 'new-password')
    await expect(page.getByLabel('Full name')).toHaveAttribute('autocomplete', 'name')
  })
  await test.step('people don’t see its honeypot', async () => {
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
})

test('only buttons that HTML alone answers are enabled before hydration', async ({ page }) => {
  await holdRequests(page, '**/_astro/*.js')
  const checkButtons = async (path: string) => {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('astro-island[ssr] button:disabled:visible')).not.toHaveCount(0)
    await expect(page.locator('footer')).toBeAttached()
    expect(await page.locator(UNANSWERED).allInnerTexts(), path).toEqual([])
  }
  for (const path of ['/auth', '/invitation']) await checkButtons(path)
  const person = await signInAsMember(page)
  await checkButtons('/video-playlist')
  await setApprovalStatus(person, 'pending')
  await checkButtons('/leaderboard')
})

test('a denied member signs out of every tab', async ({ page, context }) => {
  const person = await signInAsMember(page)
  await setApprovalStatus(person, 'denied')
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

test('other tabs follow who is signed in', async ({ page, context }) => {
  await signInAsMember(page, 'Kai')
  const visitor = await createPerson('approved', 'Malia')
  const other = await context.newPage()
  await other.goto('/leaderboard')
  await expect(memberName(other)).toHaveText('Kai')
  await context.clearCookies()
  await signIn(page, visitor)
  await expect(memberName(other)).toHaveText('Malia')
  await expect(other).toHaveURL('/leaderboard')
  await test.step('after a sign-out', async () => {
    await signOut(page)
    await expect(page).toHaveURL('/auth')
    await expect(page.getByText(noticeText.signed_out)).toBeVisible()
    await expect(other).toHaveURL('/auth?next=%2Fleaderboard')
    await page.goBack()
    await expect(page, 'Back').toHaveURL(/\/auth/)
  })
})

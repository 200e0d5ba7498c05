import type { Page } from 'playwright/test'
import { openAccount, saveName } from './account.ts'
import { openNotes, write } from './notes-page.ts'
import { list, openMore } from './player-page.ts'
import { FIRST_TEN_HASH, hydrated } from './playlist-page.ts'
import { administrator, expect, knownPerson, memberAtHome, newPerson, REFUSED, STRANGE_TOKEN, test } from './portal.ts'
import { translatePage } from './translate.ts'

/** Each island in a page that the browser translates: it works as before, and no text stays as it was. */

test.use({ allowConsoleErrors: [REFUSED] })

/** Islands that wait for the pointer hydrate later. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('astro-island[ssr][client=load]')).toHaveCount(0)
  await page.evaluate(translatePage)
}

/** Also once it is translated itself. */
async function sees(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.locator('font').filter({ hasText: text, visible: true }).first()).toBeVisible()
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).click()

test('signing in, signing up and a forgotten password', async ({ page }) => {
  const { email, password } = newPerson()
  await open(page, '/auth')
  await press(page, 'Sign in')
  await sees(page, 'Please enter a valid email address')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await press(page, 'Sign in')
  await sees(page, 'Password must be at least 6 characters')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Sign in')
  await sees(page, 'Invalid email or password')
  await press(page, 'Forgot password?')
  await sees(page, 'Reset your password')
  await press(page, 'Cancel')
  await press(page, 'Create an account')
  await press(page, 'Create account')
  await sees(page, 'Please enter a valid email address')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Create account')
  await sees(page, 'Account Pending Approval')
})

test('pages of emailed links', async ({ page }) => {
  await open(page, `/reset-password?token=${STRANGE_TOKEN}`)
  await press(page, 'Update password')
  await sees(page, 'Password must be at least 6 characters')
  await page.getByLabel('New password', { exact: true }).fill('a new password')
  await page.getByLabel('Confirm password', { exact: true }).fill('another password')
  await press(page, 'Update password')
  await sees(page, /^Passwords don.t match/)
  await page.getByLabel('Confirm password', { exact: true }).fill('a new password')
  await press(page, 'Update password')
  await press(page, 'Send me a new link')
  await sees(page, 'Reset your password')

  await open(page, `/confirm-email?token=${STRANGE_TOKEN}`)
  await sees(page, 'Your email isn’t confirmed')
  await press(page, 'Send new link')
  await sees(page, 'Please enter a valid email address')

  await open(page, `/keep-account?token=${STRANGE_TOKEN}`)
  await press(page, 'Keep my account')
  await sees(page, 'We couldn’t keep your account')
})

test('reviewing who signed up', async ({ page }) => {
  await administrator(page)
  const { email } = await knownPerson('pending')
  await open(page, '/decide')
  await page.getByRole('listitem').filter({ hasText: email }).getByRole('button').click()
  await press(page, 'Deny…')
  await press(page, 'Cancel')
  await press(page, 'Approve anyway')
  await sees(page, 'Approved')
  await press(page, 'Undo')
  await sees(page, 'They haven’t confirmed this address yet')
})

test('the menus, the search and the account', async ({ page }) => {
  await memberAtHome(page)
  await open(page, '/lead-mentors')
  await press(page, 'Open All')
  await page.locator('#navigation').getByRole('link', { name: 'Perks' }).hover()
  await press(page, 'Search')
  await page.keyboard.type('qqqq')
  await sees(page, 'No results for')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('mentor')
  await sees(page, 'Mentors')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('perks')
  await expect(page.getByRole('option').first()).toContainText('Perks')
  await press(page, 'Close search')

  const account = await openAccount(page)
  await saveName(page, 'Kai Nakoa')
  await sees(page, 'Profile updated successfully')
  await expect(page.locator('#navigation [data-viewer=name]').first()).toHaveText('Kai Nakoa')
  await account.getByRole('tab', { name: 'Security' }).click()
  await press(page, 'Change password')
  await press(page, 'Update password')
  await sees(page, 'Password must be at least 6 characters')
  await press(page, 'Cancel')
  await account.getByRole('tab', { name: 'Calendar' }).click()
  await press(page, 'Create my link')
  await press(page, 'Revoke link…')
  await account.getByRole('tab', { name: 'My data' }).click()
  await press(page, 'Delete my account…')
  await press(page, 'Cancel')
  await press(page, 'Close')

  await page.setViewportSize({ width: 390, height: 844 })
  for (const [menu, close] of [
    ['Open menu', 'Close menu'],
    [/quick menu$/, 'Close quick menu'],
  ] as const) {
    await press(page, menu)
    await press(page, close)
  }
})

test('the playlist and its notes', async ({ page }) => {
  await memberAtHome(page)
  await open(page, `/video-playlist${FIRST_TEN_HASH}`)
  await hydrated(page)
  for (const name of ['Mark watched', 'Watched', 'Mark watched', 'Open all', 'Close all', 'Open all']) {
    await sees(page, name)
    await press(page, name)
  }
  await openMore(page)
  await press(page, /^Captions/)
  await page.keyboard.press('Escape')
  await write(page, 'Ask why')
  await press(page, /^Edit the note/)
  await press(page, 'Cancel')
  await press(page, /^Remove the note/)
  await sees(page, 'Only you can see your notes')
  await page.getByText('Transcript', { exact: true }).click()
  await page.getByRole('link', { name: /Why ten/ }).click()
  await press(page, 'Next video')
  await list(page).getByRole('link', { name: 'Mentor Orientation' }).click()
  await expect(page.locator('article h2')).toHaveText('Mentor Orientation')
})

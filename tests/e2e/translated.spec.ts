import type { Page } from 'playwright/test'
import { openAccount, saveName } from './account.ts'
import { note, writeNote } from './notes-page.ts'
import { FIRST_TEN_HASH } from './playlist-page.ts'
import { CLIENT_ERROR, expect, memberName, signInAsMember, test } from './portal.ts'
import { translatePage } from './translate.ts'

/** What islands do in a page that the browser translates. tests/engines has the sign-in form. */

test.use({ allowConsoleErrors: [CLIENT_ERROR] })

test('a translated shell answers', async ({ page }) => {
  await signInAsMember(page)
  await open(page, '/lead-mentors')
  await press(page, 'Search')
  await page.keyboard.type('qqqq')
  await sees(page, 'No results for')
  await press(page, 'Close search')
  const account = await openAccount(page)
  await saveName(page, 'Kai Nakoa')
  await sees(page, 'Profile updated successfully')
  await expect(memberName(page)).toHaveText('Kai Nakoa')
  await account.getByRole('tab', { name: 'Security' }).click()
  await press(page, 'Change password')
  await press(page, 'Update password', 'Password must be at least 6 characters')
  await account.getByRole('tab', { name: 'Calendar' }).click()
  await press(page, 'Create my link')
  await press(page, 'Revoke… all links')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await press(page, 'Open menu')
  await press(page, 'Open All', 'Close All')
  await press(page, 'Close menu')
})

test('a translated playlist takes notes', async ({ page }) => {
  await signInAsMember(page)
  await open(page, `/video-playlist${FIRST_TEN_HASH}`)
  await press(page, 'Mark watched', 'Watched')
  await press(page, 'Watched', 'Mark watched')
  await writeNote(page, 'Ask why')
  await press(page, /^Edit the note/, 'Note at 0:00')
  await press(page, 'Cancel')
  await press(page, /^Remove the note/)
  await expect(note(page, 'Ask why')).toHaveCount(0)
  await page.getByText('Transcript', { exact: true }).click()
  await page.getByRole('link', { name: /Why ten/ }).click()
  await press(page, 'Next video')
  await expect(page.locator('article h2')).not.toContainText('First Ten')
})

/** Islands that wait for the pointer hydrate later. React marks elements that it has hydrated. */
function isHydrated(): boolean {
  return [...document.querySelectorAll('astro-island:is([client=load], [client=idle]) button')].every(
    (button) => Object.keys(button).some((key) => key.startsWith('__reactProps')),
  )
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(isHydrated)
  await page.evaluate(translatePage)
}

/** And translates it, too. */
async function sees(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
  await page.evaluate(translatePage)
}

async function press(page: Page, name: string | RegExp, text = ''): Promise<void> {
  await page.getByRole('button', { name, exact: true }).filter({ visible: true }).click()
  if (text) await sees(page, text)
}

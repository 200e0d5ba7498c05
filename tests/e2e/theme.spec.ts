import type { Page } from 'playwright/test'
import { expect, signInAsSharedMember, test } from './portal.ts'

test.use({ colorScheme: 'light' })

test('every tab shows the chosen theme', async ({ page, context }) => {
  await signInAsSharedMember(page, '/')
  const other = await context.newPage()
  await other.goto('/leaderboard')
  await choose(page, 'Dark')
  for (const tab of [page, other]) await expect.poll(() => shownIn(tab)).toEqual(DARK)
  await choose(other, 'System')
  for (const tab of [page, other]) await expect.poll(() => shownIn(tab)).toEqual(LIGHT)
  await other.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => shownIn(other)).toEqual(DARK)
  await test.step('before any script loads', async () => {
    await choose(page, 'Dark')
    await page.route('**/_astro/*.js', () => undefined)
    await page.goto('/calendar', { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect.poll(() => shownIn(page)).toEqual(DARK)
  })
})

async function choose(page: Page, theme: string): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('button', { name: theme, exact: true }).click()
  await expect(page.getByRole('button', { name: theme, exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
}

const LIGHT = { scheme: 'light', frame: '#fcfaf6' }
const DARK = { scheme: 'dark', frame: '#0d1418' }

/** The theme of the page and of the browser's frame. */
async function shownIn(page: Page) {
  return page.evaluate(() => {
    const colours = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')
    const paper = /oklch\(([\d.]+)/.exec(getComputedStyle(document.body).backgroundColor)?.[1]
    return {
      scheme: Number(paper) < 0.5 ? 'dark' : 'light',
      frame: [...colours].find(({ media }) => matchMedia(media).matches)?.content,
    }
  })
}

import type { Page } from 'playwright/test'
import { anyMember, expect, test } from './portal.ts'

test.use({ colorScheme: 'light' })

test('the chosen theme holds in every tab, and before any script loads', async ({ page, context }) => {
  await anyMember(page, '/')
  const other = await context.newPage()
  await other.goto('/leaderboard')
  await choose(page, 'Dark')
  for (const tab of [page, other]) await expect.poll(() => shownIn(tab)).toEqual(EVENING)

  await page.route('**/_astro/*.js', () => undefined)
  await page.goto('/calendar', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect.poll(() => shownIn(page)).toEqual(EVENING)

  await choose(other, 'System')
  await expect.poll(() => shownIn(other)).toEqual(DAY)
  await other.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => shownIn(other)).toEqual(EVENING)
})

async function choose(page: Page, theme: string): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('button', { name: theme, exact: true }).click()
  await expect(page.getByRole('button', { name: theme, exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
}

const DAY = { scheme: 'light', frame: '#fcfaf6' }
const EVENING = { scheme: 'dark', frame: '#0d1418' }

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

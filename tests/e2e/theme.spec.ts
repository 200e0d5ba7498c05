import type { Page } from 'playwright/test'
import { anyMember, expect, test } from './portal.ts'

test.use({ colorScheme: 'light' })

test('the theme a member chose holds in every tab and on the next page, before any file of a script is there', async ({
  page,
  context,
}) => {
  await anyMember(page)
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/leaderboard')
  await choose(page, 'Evening')
  for (const tab of [page, other]) await expect.poll(() => shownIn(tab)).toEqual(EVENING)

  await page.route('**/_astro/*.js', () => undefined)
  await page.goto('/calendar', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'evening')
  expect(await shownIn(page)).toEqual(EVENING)

  await choose(other, 'System')
  await expect.poll(() => shownIn(other)).toEqual(DAY)
  await other.emulateMedia({ colorScheme: 'dark' })
  expect(await shownIn(other)).toEqual(EVENING)
  await choose(other, 'Day')
  await expect.poll(() => shownIn(other)).toEqual(DAY)
})

test('the sign-in screen and what is printed know no choice', async ({ page }) => {
  await anyMember(page)
  await page.goto('/')
  await choose(page, 'Evening')
  await page.emulateMedia({ media: 'print' })
  expect((await shownIn(page)).scheme).toBe('light')
  await page.emulateMedia({ media: 'screen' })
  await page.context().clearCookies()
  await page.goto('/auth')
  expect(await shownIn(page)).toEqual(DAY)
})

async function choose(page: Page, theme: string): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('button', { name: theme, exact: true }).click()
  await expect(page.getByRole('button', { name: theme, exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
}

const DAY = { scheme: 'light', frame: '#fcfaf6' }
const EVENING = { scheme: 'dark', frame: '#0d1418' }

/** Whether page and browser are painted by day or in the evening. */
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

import type { Page } from 'playwright/test'
import { administrator, anyMember, expect, test } from './portal.ts'

test.use({ colorScheme: 'light' })

test('the chosen theme holds in every tab and on the next page, before any script loads', async ({
  page,
  context,
}) => {
  await anyMember(page, '/')
  const other = await context.newPage()
  await other.goto('/leaderboard')
  await choose(page, 'Dark')
  for (const tab of [page, other]) await expect.poll(() => shownIn(tab)).toEqual(EVENING)

  await page.route('**/_astro/*.js', () => undefined)
  await page.goto('/calendar', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'evening')
  await expect.poll(() => shownIn(page)).toEqual(EVENING)

  await choose(other, 'System')
  await expect.poll(() => shownIn(other)).toEqual(DAY)
  await other.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => shownIn(other)).toEqual(EVENING)
  await choose(other, 'Light')
  await expect.poll(() => shownIn(other)).toEqual(DAY)
})

test('a printed page has no menu and no tools, frames as titles and addresses, tabs one after another, and nothing cut off', async ({
  page,
}) => {
  const { email } = await administrator(page)
  await page.goto('/leaderboard')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('link', { name: '/samples/leaderboard', exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.locator('iframe')).toBeHidden()

  await page.goto('/network')
  const frames = page.getByRole('main').getByRole('link', { name: /^\/samples\// })
  const tops = await frames.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
  expect(tops.length).toBeGreaterThan(4)
  expect(tops).toEqual([...new Set(tops)].sort((a, b) => a - b))

  await page.goto(`/people?status=approved&q=${encodeURIComponent(email)}`)
  const names = page.getByRole('main').locator('a[href*="id="]').filter({ visible: true })
  await expect(names).toHaveCount(1)
  const printed = await names.evaluate((name) => getComputedStyle(name, '::after').content)
  expect(printed, 'where a name leads in the list').toBe('none')

  await page.emulateMedia({ media: 'screen' })
  await page.goto('/video-playlist')
  await page.locator('summary:visible', { hasText: 'Transcript' }).click()
  await expect(page.getByRole('link', { name: /Mahalo/ })).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  const last = page.getByRole('main').getByText('I will see you on Monday. Mahalo.')
  await expect(last).toBeVisible()
  await expect(page.locator('.play-sign, .aspect-video').filter({ visible: true })).toHaveCount(0)
  await expect(page.locator('body')).toHaveCSS('min-height', '0px')
  const isCut = await last.evaluate((line) => {
    const bottom = line.getBoundingClientRect().bottom + scrollY
    return (
      bottom > document.documentElement.scrollHeight ||
      getComputedStyle(line.closest('ol') ?? line).overflowY !== 'visible'
    )
  })
  expect(isCut).toBe(false)
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

import type { Page } from 'playwright/test'
import { openPlaylist } from './playlist-page.ts'
import { playerFrame, playerIn, standInForYouTube } from './player-host.ts'
import { approvedMember, expect, test } from './portal.ts'

/** Moments of a video: those that hits and links name, and those at which members left. */
const FIRST_TEN = '#Customer-Discovery-Finding-Your-First-Ten'

const find = async (page: Page, words: string) => {
  await page.getByRole('button', { name: 'Search videos' }).click()
  await page.getByRole('combobox', { name: /Search/ }).fill(words)
  await page.getByRole('option').first().click()
}
const button = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true })
const shownCue = (page: Page) =>
  page.locator('article:visible ol').getByRole('link').and(page.locator('[aria-current]'))

test.beforeEach(async ({ page, context }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await standInForYouTube(context)
  await approvedMember(page)
})

test('a hit that is said in a video offers to play from there, opens the transcript at its line, and moves a player there', async ({
  page,
  context,
}) => {
  const host = await standInForYouTube(context)
  await openPlaylist(page)
  await find(page, 'kalakaua')
  await expect(shownCue(page)).toContainText('King Kalākaua')
  await expect.poll(() => shownCue(page).evaluate(isInsideItsScroller)).toBe(true)
  await expect(playerFrame(page)).toHaveCount(0)
  await button(page, 'Play from 1 minute 52 seconds').click()
  expect(await secondsOf(page)).toBe(112)
  expect(host.asked[0]?.url).toContain('start=112')
  await (await playerIn(page)).watch(10)
  await find(page, 'kalakaua')
  await expect.poll(() => secondsOf(page)).toBe(112)
})

test('a link to a moment says so before anything plays; starting over ignores it', async ({ page }) => {
  await openPlaylist(page, `${FIRST_TEN}&t=36`)
  await expect(button(page, 'Play from 36 seconds')).toHaveText('Play from 0:36')
  await button(page, 'Start over').click()
  expect(await secondsOf(page)).toBe(0)
})

test('on a large screen the player stays in sight while a member reads along', async ({ page }) => {
  await openPlaylist(page, FIRST_TEN)
  await page.getByRole('link', { name: /^Play Customer/ }).click()
  await playerIn(page)
  await page.locator('summary:visible', { hasText: 'Transcript' }).click()
  await page.getByRole('link', { name: /Why ten\?/ }).scrollIntoViewIfNeeded()
  await page.mouse.move(600, 700)
  await page.mouse.wheel(0, 2000)
  await expect(playerFrame(page)).toBeInViewport({ ratio: 1 })
})

/** Whether the transcript was scrolled to this line; the page itself stays where it is. */
function isInsideItsScroller(line: Element): boolean {
  const scroller = line.closest('ol')?.getBoundingClientRect()
  const { top, bottom } = line.getBoundingClientRect()
  return scroller !== undefined && top >= scroller.top && bottom <= scroller.bottom
}

async function secondsOf(page: Page): Promise<number> {
  return (await (await playerIn(page)).state()).seconds
}

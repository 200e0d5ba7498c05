import { errorText } from '#src/shared/errors.ts'
import type { Page } from 'playwright/test'
import { DESKTOP, FIRST_TEN_HASH, list, openPlaylist, PHONE, videoHeading } from './playlist-page.ts'
import { playerFrame, waitForPlayer } from './fake-youtube.ts'
import { button, test } from './player-page.ts'
import { expect } from './portal.ts'

/** Moments of a video that hits and links name, and the list where there is little room. */
const find = async (page: Page, words: string, hit: RegExp) => {
  await page.getByRole('button', { name: 'Search videos' }).click()
  await page.getByRole('combobox', { name: /Search/ }).fill(words)
  await page.getByRole('option', { name: hit }).first().click()
}
const shownCue = (page: Page) =>
  page.locator('article:visible ol').getByRole('link').and(page.locator('[aria-current]'))

test.use({ viewport: DESKTOP })

test('a result plays from its moment', async ({ page, host }) => {
  await openPlaylist(page)
  await find(page, 'king kalakaua', /King Kalākaua/)
  await expect(shownCue(page)).toContainText('King Kalākaua')
  await expect.poll(() => shownCue(page).evaluate(isInsideItsScroller)).toBe(true)
  await expect(playerFrame(page)).toHaveCount(0)
  await button(page, 'Play from 1 minute 52 seconds').click()
  const player = await waitForPlayer(page)
  expect(await player.seconds()).toBe(112)
  expect(host.requests[0]?.url).toContain('start=112')
  for (const message of ['it plays on from there', 'the same result once more']) {
    await player.watch(10)
    await find(page, 'begin with why', /begin with why/i)
    await expect.poll(player.seconds, message).toBe(15)
  }
  await page.mouse.move(600, 700)
  await page.mouse.wheel(0, 2000)
  await expect(playerFrame(page), 'it stays in sight above the transcript').toBeInViewport({ ratio: 0.99 })
})

test('Start over ignores the moment of a link', async ({ page }) => {
  await openPlaylist(page, `${FIRST_TEN_HASH}&t=36`)
  await expect(button(page, 'Play from 36 seconds')).toHaveText('Play from 0:36')
  await button(page, 'Start over').click()
  expect(await (await waitForPlayer(page)).seconds()).toBe(0)
})

test.describe('on a phone the list', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  const opener = (page: Page) => page.getByRole('button', { name: /All videos/ })

  test('closes in each way', async ({ page }) => {
    await openPlaylist(page, '#Mentor-Orientation')
    await expect(list(page)).toBeHidden()
    await opener(page).click()
    await expect(list(page).getByRole('link', { name: /Mentor Orientation/ })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeHidden()
    await expect(opener(page)).toBeFocused()
    await opener(page).click()
    await page.getByRole('button', { name: 'Close list' }).click()
    await expect(list(page)).toBeHidden()
    await opener(page).click()
    await page.touchscreen.tap(200, 20)
    await expect(list(page)).toBeHidden()
    await expect(page, 'presses nothing below').toHaveURL('/video-playlist#Mentor-Orientation')
    await opener(page).click()
    await list(page).getByText('Mentors Introduction').click()
    await expect(list(page)).toBeHidden()
    await expect(videoHeading(page)).toHaveText('Mentors Introduction')
    await opener(page).click()
    await find(page, 'king kalakaua', /King Kalākaua/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/#Onboarding&t=\d+$/)
  })
})

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 } })
  const player = (page: Page) => page.getByRole('group', { name: /^Video player: / })

  test('another video scrolls up to the player', async ({ page, host }) => {
    await openPlaylist(page)
    await expect(page.getByRole('button', { name: /All videos/ })).toBeHidden()
    const below = await list(page).boundingBox()
    const above = await player(page).boundingBox()
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0))
    await list(page).getByRole('heading', { name: 'Cohort 16' }).click()
    const older = list(page).locator('details', {
      has: page.getByRole('heading', { level: 2, name: 'Cohort 16' }),
    })
    await older.getByText('Week 1', { exact: true }).click()
    const last = list(page).getByText('Goodbyes')
    await last.scrollIntoViewIfNeeded()
    await expect(player(page)).not.toBeInViewport()
    await last.click()
    await expect(videoHeading(page)).toHaveText('Goodbyes')
    await expect(player(page)).toBeInViewport({ ratio: 0.99 })
    await test.step('which plays no sample', async () => {
      await expect(player(page)).toContainText(errorText.sample_video)
      await expect(page.getByRole('button', { name: 'Mark watched' })).toBeVisible()
      await expect(player(page).locator('iframe')).toHaveCount(0)
      await expect(page.locator('a[href*="youtube.com/watch"]:not([inert])')).toHaveCount(0)
      expect(host.requests).toEqual([])
    })
  })
})

/** Whether the transcript was scrolled to this line; the page itself stays where it is. */
function isInsideItsScroller(line: Element): boolean {
  const scroller = line.closest('ol')?.getBoundingClientRect()
  const { top, bottom } = line.getBoundingClientRect()
  return scroller !== undefined && top >= scroller.top && bottom <= scroller.bottom
}

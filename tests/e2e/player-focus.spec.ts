import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { axeViolations } from './axe.ts'
import { LENGTH_SECONDS, PLAYER_HOST, playerFrame, waitForPlayer } from './fake-youtube.ts'
import { button, facade, HASH, member, openVideo, play, row, test, VIDEO } from './player-page.ts'
import { FIRST_TEN, openPlaylist, videoHeading } from './playlist-page.ts'
import { expect, query } from './portal.ts'

/** A member's place in a video, in the list and in the page is not lost, and the next video is offered. */

const NEXT = 'Mentors Introduction'
const offer = (page: Page) => page.getByRole('group', { name: 'Up next' })
const player = (page: Page) => page.getByRole('group', { name: /^Video player: / })
const tool = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true })

test.use({ viewport: { width: 1280, height: 900 } })

test('another video keeps the focus', async ({ page }) => {
  await query(`SELECT * FROM set_role(array[$1], 'editor', true)`, [member.email])
  await openPlaylist(page, '#Onboarding')
  await expect(tool(page, 'Previous video')).toBeDisabled()
  await tool(page, 'Mark watched').click()
  await page.getByRole('link', { name: 'Continue Mentor Orientation' }).focus()
  await page.keyboard.press('Enter')
  await expect(videoHeading(page)).toHaveText('Mentor Orientation')
  await expect(player(page)).toBeFocused()
  await tool(page, 'Next video').focus()
  for (const title of ['Mentors Introduction', FIRST_TEN]) {
    await page.keyboard.press('Enter')
    await expect(videoHeading(page)).toHaveText(title)
    await expect(tool(page, 'Next video')).toBeFocused()
  }
  await expect(page.getByRole('link', { name: 'Edit this page' })).toHaveAttribute(
    'href',
    /\/edit#\/collections\/cohort-17-videos\/entries\/01-week-1\/01-[\w-]+$/,
  )
})

test('the tools stay in one row, in the order of the tab key', async ({ page }) => {
  await openPlaylist(page, HASH)
  const onYouTube = page.getByRole('group', { name: 'Tools' }).getByRole('link', { name: 'Watch on YouTube' })
  const names = ['Mark watched', 'Share', 'Previous video', 'Next video']
  const tools = [...names.map((name) => tool(page, name)), onYouTube]
  await tools[0]?.focus()
  for (const each of tools.slice(1)) {
    await page.keyboard.press('Tab')
    await expect(each).toBeFocused()
  }
  for (const width of [320, 768, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(async () => {
      const places = await Promise.all(tools.map((each) => each.boundingBox()))
      expect(new Set(places.map((place) => place?.y)).size).toBe(1)
      const ends = places.map((place) => (place ? place.x + place.width : Infinity))
      expect(ends).toEqual(ends.toSorted((a, b) => a - b))
      const right = await onYouTube.locator('..').evaluate((row) => row.getBoundingClientRect().right)
      expect(ends.at(-1)).toBeLessThanOrEqual(right)
      if (width < 1024) for (const place of places) expect(place?.height).toBeGreaterThanOrEqual(44)
    }, `${width} px`).toPass()
  }
})

test('a video that takes long plays in the end', async ({ page }) => {
  const isAnswering = Promise.withResolvers<undefined>()
  await page.route(`${PLAYER_HOST}/**`, (route) => isAnswering.promise.then(() => route.fallback()))
  await page.clock.install()
  await openPlaylist(page, HASH)
  await page.clock.runFor(2000)
  await facade(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading the video' })).toBeAttached()
  await expect(playerFrame(page)).toHaveCSS('opacity', '0')
  await page.clock.runFor(8000)
  const alert = page.getByRole('alert').filter({ hasText: errorText.video_unreachable })
  await expect(alert.getByRole('link', { name: 'Watch on YouTube' })).toBeVisible()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toBeHidden()
  await expect(player(page)).toBeFocused()
  await page.clock.runFor(8000)
  await expect(alert).toBeVisible()
  isAnswering.resolve(undefined)
  await expect(alert).toBeHidden()
  await expect(playerFrame(page)).toHaveCSS('opacity', '1')
})

test('the next video plays only when it is chosen', async ({ page, host }) => {
  await openVideo(page)
  await page.clock.install()
  await watchWhole(page)
  await expect(offer(page)).toContainText(`${NEXT}Week 0 · 44:20`)
  await expect(page.getByRole('status').filter({ hasText: `Up next: ${NEXT}` })).toBeAttached()
  await expect(player(page)).toBeFocused()
  await expect(playerFrame(page)).toHaveCSS('opacity', '0')
  expect(await axeViolations(page, 'main')).toEqual([])
  await page.clock.runFor(120_000)
  await page.clock.resume()
  expect(host.requests).toHaveLength(1)
  await expect(videoHeading(page)).toHaveText(VIDEO)
  await button(page, 'Stay here').click()
  await expect(offer(page)).toHaveCount(0)
  await expect(playerFrame(page)).toHaveCSS('opacity', '1')
  await expect(playerFrame(page)).toBeFocused()
  const again = await waitForPlayer(page)
  await again.play()
  await again.watch(LENGTH_SECONDS + 1)
  await expect(offer(page)).toBeVisible()
  await expect(player(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button(page, 'Play next')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(videoHeading(page)).toHaveText(NEXT)
  await waitForPlayer(page)
  expect(host.requests).toHaveLength(2)
  await expect(playerFrame(page)).toBeFocused()
  await expect(row(page, VIDEO)).toHaveAccessibleName(/, watched/)
})

/** Plays to the end, with the focus in YouTube's own frame. */
async function watchWhole(page: Page): Promise<void> {
  const player = await play(page)
  await playerFrame(page).focus()
  await player.watch(LENGTH_SECONDS + 1)
  await expect(offer(page)).toBeVisible()
}

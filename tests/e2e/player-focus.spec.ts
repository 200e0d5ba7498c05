import type { Locator, Page } from 'playwright/test'
import { PLAYER_HOST, playerFrame, playerIn, standInForYouTube } from './player-host.ts'
import { anyMember, approvedMember, expect, test } from './portal.ts'

/** A member's place in a video, in the list and in the page is not lost. */
const HASH = '#Mentor-Orientation'

const player = (page: Page) => page.getByRole('group', { name: /^Player of / })
const facade = (page: Page) => page.getByRole('link', { name: /^Play / }).filter({ visible: true })
const tool = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true })
const shown = (page: Page) => page.locator('article:visible').getByRole('heading', { level: 2 })

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('the big play button goes on where the member left; only starting over begins anew', async ({
  page,
  context,
}) => {
  const host = await standInForYouTube(context)
  await approvedMember(page)
  await page.goto(`/video-playlist${HASH}`)
  await facade(page).click()
  const first = await playerIn(page)
  await first.watch(110)
  await first.pause()
  await expect(tool(page, 'Copy at 1:50: link at 1 minute 50 seconds')).toBeVisible()
  await page.goto('/')
  await page.goto(`/video-playlist${HASH}`)
  await expect(tool(page, 'Resume at 1 minute 50 seconds')).toBeVisible()
  await facade(page).click()
  const again = await playerIn(page)
  expect(host.asked.at(-1)?.url).toContain('start=110')
  await again.watch(5)
  await page.reload()
  await expect(tool(page, 'Resume at 1 minute 55 seconds')).toBeVisible()
})

test('a change of the video leaves the focus where it is, so its keys go on', async ({ page }) => {
  await anyMember(page)
  await page.goto('/video-playlist')
  await tool(page, 'Next video').focus()
  for (const title of ['Mentor Orientation', 'Mentors Introduction']) {
    await page.keyboard.press('Enter')
    await expect(shown(page)).toHaveText(title)
    await expect(tool(page, 'Next video')).toBeFocused()
  }
  await player(page).focus()
  for (const [key, title] of [
    ['Shift+P', 'Mentor Orientation'],
    ['Shift+P', 'Onboarding'],
    ['Shift+P', 'Onboarding'],
    ['Shift+N', 'Mentor Orientation'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(shown(page)).toHaveText(title)
    await expect(player(page)).toBeFocused()
  }
})

test('Continue leaves the focus in the player', async ({ page, context }) => {
  await standInForYouTube(context)
  await approvedMember(page)
  await page.goto('/video-playlist')
  await tool(page, 'Mark watched').click()
  const next = page.getByRole('link', { name: 'Continue Mentor Orientation' })
  await next.focus()
  await page.keyboard.press('Enter')
  await expect(shown(page)).toHaveText('Mentor Orientation')
  await expect(player(page)).toBeFocused()
})

test('the way to YouTube is the last of the tools, for Tab and for the eye', async ({ page }) => {
  await anyMember(page)
  await page.goto('/video-playlist')
  const last = tool(page, 'Copy at 0:00: link at 0 seconds')
  await last.focus()
  await page.keyboard.press('Tab')
  const way = page.getByRole('link', { name: 'Watch on YouTube' }).filter({ visible: true })
  await expect(way).toBeFocused()
  const place = async (one: Locator) => {
    const { x, y } = (await one.boundingBox()) ?? { x: 0, y: 0 }
    return y * 2000 + x
  }
  for (const name of ['Mark watched', 'Copy link', 'Next video']) {
    expect(await place(way), name).toBeGreaterThan(await place(tool(page, name)))
  }
  expect(await place(way)).toBeGreaterThan(await place(last))
})

test('a video that never comes leaves its drawing with a ring, and after 8 seconds the ways on', async ({
  page,
  context,
}) => {
  await context.route(`${PLAYER_HOST}/**`, () => undefined)
  await anyMember(page)
  await page.clock.install()
  await page.goto(`/video-playlist${HASH}`)
  await page.clock.runFor(2000)
  await facade(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'The video is loading' })).toBeAttached()
  await expect(playerFrame(page)).toHaveCSS('opacity', '0')
  await page.clock.runFor(8000)
  const alert = page.getByRole('alert').filter({ hasText: 'YouTube does not answer' })
  await expect(alert.getByRole('link', { name: 'Watch on YouTube' })).toBeVisible()
  await expect(playerFrame(page)).toHaveCount(0)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(playerFrame(page)).toHaveCount(1)
  await expect(player(page)).toBeFocused()
})

test('on a phone the way to the list covers no word of the transcript’s line', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await anyMember(page)
  await page.goto('/video-playlist')
  const line = page.locator('summary:visible', { hasText: 'Transcript' })
  for (const lift of [0, 20, 40, 60]) {
    const isFree = await line.evaluate((summary, lift) => {
      scrollBy(0, summary.getBoundingClientRect().bottom - innerHeight + lift)
      const { left, top, height } = summary.getBoundingClientRect()
      return summary.contains(document.elementFromPoint(left + 60, top + height / 2))
    }, lift)
    expect(isFree, `${lift} px above the foot of the screen`).toBe(true)
  }
})

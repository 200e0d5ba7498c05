import type { Page } from 'playwright/test'
import { hindrances } from './axe.ts'
import { LENGTH_SECONDS, playerFrame, playerIn } from './player-host.ts'
import { button, HASH, kept, open, play, row, test, VIDEO } from './player-page.ts'
import { expect } from './portal.ts'

const NEXT = 'Mentors Introduction'
const offer = (page: Page) => page.getByRole('group', { name: 'Up next' })
const player = (page: Page) => page.getByRole('group', { name: /^Player of / })
const shown = (page: Page) => page.locator('article:visible').getByRole('heading', { level: 2 })

test.use({ viewport: { width: 1280, height: 900 } })

/** Plays to the end, with the focus in YouTube's own frame. */
async function watchWhole(page: Page): Promise<void> {
  const player = await play(page)
  await playerFrame(page).focus()
  await player.watch(LENGTH_SECONDS + 1)
  await expect(offer(page)).toBeVisible()
}

test.describe('at the end of a video the next one', () => {
  test('is offered and waits; a press plays it, and leaves the focus in its player', async ({
    page,
    host,
  }) => {
    await open(page)
    await page.clock.install()
    await watchWhole(page)
    await expect(offer(page)).toContainText(`${NEXT}Week 0 · 44:20`)
    await expect(page.getByRole('status').filter({ hasText: `Up next: ${NEXT}` })).toBeAttached()
    await expect(player(page)).toBeFocused()
    await expect(playerFrame(page)).toHaveCSS('opacity', '0')
    expect(await hindrances(page)).toEqual([])
    await page.clock.runFor(120_000)
    await page.clock.resume()
    expect(host.asked).toHaveLength(1)
    await expect(shown(page)).toHaveText(VIDEO)

    await page.keyboard.press('Tab')
    await expect(button(page, 'Play next')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(shown(page)).toHaveText(NEXT)
    await playerIn(page)
    expect(host.asked).toHaveLength(2)
    await expect(player(page)).toBeFocused()
    await expect(row(page, VIDEO)).toHaveAccessibleName(/, watched/)
  })

  test('goes away when the member goes back in the video or stays, and comes again', async ({ page }) => {
    await open(page)
    await watchWhole(page)
    await page.keyboard.press('k')
    await expect(offer(page)).toHaveCount(0)
    await (await playerIn(page)).watch(LENGTH_SECONDS + 1)
    await button(page, 'Stay here').click()
    await expect(offer(page)).toHaveCount(0)
    await expect(playerFrame(page)).toHaveCSS('opacity', '1')
    await expect(player(page)).toBeFocused()
    await expect(page).toHaveURL(`/video-playlist${HASH}`)
    await expect.poll(() => kept()).toMatchObject({ position_seconds: LENGTH_SECONDS, watched: true })
  })

  test('of another week opens it, and after the last of a cohort there is none', async ({ page }) => {
    await open(page, '#Mentors-Introduction')
    await watchWhole(page)
    await expect(offer(page)).toContainText('Customer Discovery: Finding Your First Ten')
    await open(page, '#Demo-Day-Palo-Alto')
    const last = await play(page)
    await last.watch(LENGTH_SECONDS + 1)
    await expect(row(page, 'Demo Day: Palo Alto')).toHaveAccessibleName(/, watched/)
    await expect(offer(page)).toHaveCount(0)
    await expect(playerFrame(page)).toHaveCSS('opacity', '1')
  })
})

test('the line on top never names the video that is shown', async ({ page }) => {
  await open(page, '')
  const line = (words: string) => page.getByRole('link', { name: words, exact: true })
  await expect(line('Up next Mentor Orientation')).toBeVisible()
  await button(page, 'Next video').click()
  await expect(line('Start Onboarding')).toBeVisible()
})

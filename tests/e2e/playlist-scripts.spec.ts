import type { Page } from 'playwright/test'
import { playerIn, standInForYouTube } from './player-host.ts'
import { anyMember, approvedMember, expect, holdBack, test } from './portal.ts'

const ADDRESS = '/video-playlist#Mentor-Orientation&t=754'

test.describe('a drawing that is pressed before the playlist’s script has come', () => {
  test('plays here at the moment of the link once it comes, and opens no other site', async ({
    page,
    context,
  }) => {
    const host = await standInForYouTube(context)
    await approvedMember(page)
    const bring = await holdScripts(page)
    await page.goto(ADDRESS, { waitUntil: 'commit' })
    await facade(page).click()
    expect(host.asked).toEqual([])
    bring()
    await playerIn(page)
    expect(host.asked.map(({ url }) => new URL(url).searchParams.get('start'))).toEqual(['754'])
    expect(context.pages()).toHaveLength(1)
  })

  test('leads to YouTube where that script never comes', async ({ page, context }) => {
    await standInForYouTube(context)
    await anyMember(page)
    const bring = await holdScripts(page, 'lost')
    await page.goto(ADDRESS, { waitUntil: 'commit' })
    const asked = page.waitForRequest(/^https:\/\/www\.youtube\.com\/watch\?v=[\w-]{11}$/)
    await facade(page).click()
    bring()
    await asked
  })

  test.use({ allowConsoleErrors: [/net::ERR_FAILED|Error hydrating/] })
})

test('a list that was scrolled before its script came stays where it is', async ({ page }) => {
  await anyMember(page)
  const bring = await holdScripts(page)
  await page.goto('/video-playlist', { waitUntil: 'commit' })
  const week = page.getByRole('navigation', { name: 'Videos by week' }).getByText('Week 12', { exact: true })
  await week.scrollIntoViewIfNeeded()
  const before = await week.boundingBox()
  bring()
  await expect(page.locator('article')).toHaveCount(1)
  expect(await week.boundingBox()).toEqual(before)
})

const facade = (page: Page) => page.getByRole('link', { name: 'Play Mentor Orientation' })

const holdScripts = (page: Page, then?: 'come' | 'lost') =>
  holdBack(page, /\/_astro\/Playlist\.[^/]+\.js/, then)

import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { openPlaylist } from './playlist-page.ts'
import { button, facade, HASH, openVideo, play, playUntil, savedProgress, test } from './player-page.ts'
import { fakeYouTube, PLAYER_HOST, playerFrame } from './fake-youtube.ts'
import { expect } from './portal.ts'

test.use({ viewport: { width: 1280, height: 900 } })

test('no other site learns of a visit before play', async ({ page, baseURL, host }) => {
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  await openVideo(page)
  await page.getByRole('button', { name: 'Search videos' }).click()
  await page.getByRole('combobox', { name: /Search/ }).fill('questions')
  await page.waitForLoadState('networkidle')
  expect([...origins]).toEqual([baseURL])
  expect(host.requests).toEqual([])
  await page.keyboard.press('Escape')
  await play(page)
  expect(host.requests).toHaveLength(1)
  const [{ url, referrer } = { url: '', referrer: null }] = host.requests
  expect(new URL(url).origin).toBe(PLAYER_HOST)
  expect(new URL(url).searchParams.get('origin')).toBe(baseURL)
  expect(referrer).toBe(`${baseURL}/`)
})

test('no other window changes progress', async ({ page }) => {
  await openVideo(page)
  const player = await play(page)
  await player.watch(10)
  await page.evaluate(() => {
    for (const info of [{ currentTime: 1500, duration: 1800 }, { currentTime: -4 }, { currentTime: 'x' }]) {
      window.postMessage(JSON.stringify({ event: 'infoDelivery', info, id: 'lanai', channel: 'widget' }), '*')
    }
    window.postMessage(JSON.stringify({ event: 'onError', info: 150 }), '*')
  })
  await player.pause()
  await expect.poll(() => savedProgress()).toMatchObject({ position_seconds: 10 })
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
})

test('a refusal of YouTube leads to YouTube', async ({ page, context }) => {
  await openPlaylist(page)
  await fakeYouTube(context, 150)
  await button(page, 'Next video').click()
  await facade(page).click()
  const alert = page.getByRole('alert').filter({ hasText: errorText.video_not_here })
  await expect(alert).toBeVisible()
  const way = alert.getByRole('link', { name: 'Watch on YouTube' })
  await expect(way).toHaveAttribute('href', /^https:\/\/www\.youtube\.com\/watch\?v=[\w-]{11}$/)
  await expect(playerFrame(page)).toHaveCount(0)
})

test.describe('share', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

  test('copies a link', async ({ page, baseURL }) => {
    await openVideo(page)
    // There is one thing to copy.
    await button(page, 'Share').click()
    await expect(page.getByText(noticeText.link_copied)).toBeVisible()
    expect(await copied(page)).toBe(`${baseURL}/video-playlist${HASH}`)
    await playUntil(page, 754)
    await button(page, 'Share').click()
    await button(page, 'Copy link at 12 minutes 34 seconds').click()
    await expect(button(page, 'Share')).toBeFocused()
    await expect(page.getByText(noticeText.moment_copied)).toBeVisible()
    expect(await copied(page)).toBe(`${baseURL}/video-playlist${HASH}&t=754`)
    await test.step('says that the browser refuses', async () => {
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
      })
      await button(page, 'Share').click()
      await button(page, /^Copy link$/).click()
      await expect(page.getByText(errorText.link_not_copied)).toBeVisible()
    })
  })
})

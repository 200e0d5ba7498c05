import { awake, list, PHONE, shown } from './playlist-page.ts'
import { anyMember, expect, test } from './portal.ts'
import type { Page } from 'playwright/test'

test('on a phone the list is a drawer that closes when a video is chosen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await anyMember(page)
  await page.goto('/video-playlist')
  await awake(page)
  await expect(list(page)).toBeHidden()
  await page.getByRole('button', { name: /All videos/ }).click()
  await list(page).getByText('Mentors Introduction').click()
  await expect(list(page)).toBeHidden()
  await expect(shown(page)).toHaveText('Mentors Introduction')
})

test.describe('on a phone the list', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test.beforeEach(async ({ page }) => {
    await page.setViewportSize(PHONE)
    await anyMember(page)
  })

  test('lies in a drawer that keeps the focus, and gives it back to its button', async ({ page }) => {
    await page.goto('/video-playlist#Mentor-Orientation')
    await awake(page)
    const opener = page.getByRole('button', { name: /All videos/ })
    await opener.click()
    const drawer = page.getByRole('dialog', { name: 'All videos' })
    await expect(drawer.getByRole('link', { name: /Mentor Orientation/ })).toBeFocused()
    for (let press = 0; press < 40; press++) {
      await page.keyboard.press('Tab')
      // What keeps the focus in hands it on from where it left.
      await expect(drawer.locator(':focus')).toHaveCount(1)
    }
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await expect(opener).toBeFocused()
    await opener.click()
    await drawer.getByRole('button', { name: 'Close the list' }).click()
    await expect(drawer).toHaveCount(0)
  })

  test('gives way to the search', async ({ page }) => {
    await page.goto('/video-playlist')
    await awake(page)
    await page.getByRole('button', { name: /All videos/ }).click()
    await page.getByRole('button', { name: 'Search videos' }).click()
    await page.getByRole('combobox', { name: /Search/ }).fill('kalakaua')
    await page.getByRole('option').first().click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/#Onboarding&t=\d+$/)
  })

  test('is pulled down by a finger', async ({ page }) => {
    await page.goto('/video-playlist')
    await awake(page)
    await page.getByRole('button', { name: /All videos/ }).click()
    const drawer = page.getByRole('dialog', { name: 'All videos' })
    await expect(drawer).toBeVisible()
    // It takes no finger for meant that was there while it came up.
    await expect(async () => {
      const y = (await drawer.boundingBox())?.y ?? 0
      await swipeDown(page, PHONE.width / 2, y + 12)
      await expect(drawer).toHaveCount(0, { timeout: 700 })
    }).toPass({ timeout: 8000 })
  })

  test('stands beside the video again when the screen grows', async ({ page }) => {
    await page.goto('/video-playlist')
    await awake(page)
    await page.getByRole('button', { name: /All videos/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(list(page)).toBeVisible()
    await list(page).getByText('Mentor Orientation').click()
    await expect(shown(page)).toHaveText('Mentor Orientation')
  })

  test('opens over the page where the drawer cannot be loaded', async ({ page }) => {
    await page.route('**/_astro/ListDrawer*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw 0' }),
    )
    await page.goto('/video-playlist')
    await awake(page)
    await page.getByRole('button', { name: /All videos/ }).click()
    await list(page).getByText('Mentors Introduction').click()
    await expect(list(page)).toBeHidden()
    await expect(shown(page)).toHaveText('Mentors Introduction')
  })
})

test('on a tablet the list stands below the video, and a choice brings the video into sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await anyMember(page)
  await page.goto('/video-playlist')
  await awake(page)
  await expect(page.getByRole('button', { name: /All videos/ })).toBeHidden()
  const player = page.getByRole('group', { name: /^Player of / })
  const below = await list(page).boundingBox()
  const above = await player.boundingBox()
  expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0))
  await page.getByRole('button', { name: 'Open all', exact: true }).click()
  const last = list(page).getByText('Demo Day: Palo Alto')
  await last.scrollIntoViewIfNeeded()
  await expect(player).not.toBeInViewport()
  await last.click()
  await expect(shown(page)).toHaveText('Demo Day: Palo Alto')
  await expect(player).toBeInViewport({ ratio: 1 })
})

async function swipeDown(page: Page, x: number, y: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: at }],
    })
  await touch('touchStart', y)
  for (let at = y; at < PHONE.height - 20; at += 60) await touch('touchMove', at)
  await touch('touchEnd', 0)
}

import { list, PHONE, shown, openPlaylist } from './playlist-page.ts'
import { anyMember, expect, test } from './portal.ts'

test('on a phone the list lies over the page and closes when a video is chosen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await anyMember(page)
  await openPlaylist(page)
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

  test('opens at the row of the video that is shown, and gives the focus back to its button', async ({
    page,
  }) => {
    await openPlaylist(page, '#Mentor-Orientation')
    const opener = page.getByRole('button', { name: /All videos/ })
    await opener.click()
    await expect(list(page).getByRole('link', { name: /Mentor Orientation/ })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeHidden()
    await expect(opener).toBeFocused()
    await opener.click()
    await page.getByRole('button', { name: 'Close the list' }).click()
    await expect(list(page)).toBeHidden()
  })

  test('gives way to the search', async ({ page }) => {
    await openPlaylist(page)
    await page.getByRole('button', { name: /All videos/ }).click()
    await page.getByRole('button', { name: 'Search videos' }).click()
    await page.getByRole('combobox', { name: /Search/ }).fill('kalakaua')
    await page.getByRole('option').first().click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/#Onboarding&t=\d+$/)
  })
})

test('on a tablet the list stands below the video, and a choice brings the video into sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await anyMember(page)
  await openPlaylist(page)
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

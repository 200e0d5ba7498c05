import type { Locator, Page } from 'playwright/test'
import { hindrances } from './axe.ts'
import { FIRST_TEN_HASH, DESKTOP, list, PHONE, shown, openPlaylist } from './playlist-page.ts'
import { anyMember, approvedMember, expect, test } from './portal.ts'

test.use({ viewport: DESKTOP })

for (const [screen, size] of [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', PHONE],
] as const) {
  test(`on a ${screen} the playlist moves by at most 0.02 while it loads and a video is selected`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await anyMember(page)
    await countShifts(page)
    await openPlaylist(page)
    await page.waitForLoadState('networkidle')
    if (size === PHONE) await page.getByRole('button', { name: /All videos/ }).click()
    await list(page).getByText('Mentor Orientation').click()
    await expect(page).toHaveURL(/#Mentor-Orientation$/)
    expect(await shifts(page)).toBeLessThanOrEqual(0.02)
  })
}

for (const size of [PHONE, { width: 1440, height: 900 }]) {
  test(`without JavaScript, at ${size.width} px: weeks, videos, descriptions, transcripts and links are there, and links to videos work`, async ({
    page,
    browser,
    baseURL,
  }) => {
    await anyMember(page)
    const context = await browser.newContext({
      baseURL,
      javaScriptEnabled: false,
      viewport: size,
      storageState: await page.context().storageState(),
    })
    const plain = await context.newPage()
    await plain.goto('/video-playlist')
    await expect(shown(plain)).toHaveText('Onboarding')
    await expect(plain.getByRole('combobox')).toHaveCount(0)
    const opener = plain.getByRole('button', { name: /All videos/ })
    if (await opener.isVisible()) await opener.click()
    await list(plain).getByText('Week 5').click()
    await list(plain).getByText('SEO That Lasts').click()
    await expect(plain).toHaveURL(/\/video-playlist\/cohort-17\/[\w-]+\/[\w-]+$/)
    await expect(plain.getByRole('heading', { level: 1 })).toHaveText('SEO That Lasts')
    await expect(plain.getByText('Answer the question better than anybody else')).toBeVisible()
    await expect(plain.getByRole('link', { name: 'Watch on YouTube' })).toHaveAttribute(
      'href',
      /youtube\.com\/watch\?v=/,
    )
    await plain.getByRole('link', { name: 'Back to the playlist' }).click()
    await expect(shown(plain)).toHaveText('Onboarding')
    await plain.locator('summary:visible', { hasText: 'Transcript' }).click()
    await plain.locator('a:visible', { hasText: 'Read the transcript' }).click()
    await expect(plain.getByText('A lānai is the open porch of a house here.')).toBeVisible()
    await context.close()
  })
}

for (const width of [320, 390, 820, 1024, 1440]) {
  test(`at ${width} px the playlist does not scroll sideways, with everything open`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await anyMember(page)
    await openPlaylist(page, FIRST_TEN_HASH)
    await page.locator('summary:visible', { hasText: 'Transcript' }).click()
    await expect(page.getByRole('link', { name: /Why ten\?/ })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme nothing hinders assistive technology`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('in the list and the transcript', async ({ page }) => {
      await anyMember(page)
      await openPlaylist(page)
      await page.getByRole('button', { name: 'Open all', exact: true }).click()
      await page.locator('summary:visible', { hasText: 'Transcript' }).click()
      expect(await hindrances(page)).toEqual([])
    })

    test('in what the tools open, and where there is no such video', async ({ page }) => {
      await anyMember(page)
      await openPlaylist(page, '#No-Such-Session')
      await page.getByRole('button', { name: 'Search for it' }).waitFor()
      await page.getByRole('button', { name: 'More', exact: true }).click()
      expect(await hindrances(page)).toEqual([])
    })

    test('in the drawer of a phone', async ({ page }) => {
      await anyMember(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await openPlaylist(page, '#Mentor-Orientation')
      await page.getByRole('button', { name: /All videos/ }).click()
      await expect(list(page)).toBeVisible()
      expect(await hindrances(page)).toEqual([])
    })
  })
}

test.describe('where the system chooses the colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('what is chosen is told from its neighbours: a video, a line, a mark', async ({ page }) => {
    await approvedMember(page)
    await openPlaylist(page, '#Onboarding&t=30')
    await page.locator('summary:visible', { hasText: 'Transcript' }).click()
    await page.getByRole('button', { name: 'Mark watched' }).click()
    const row = list(page).getByRole('link', { name: /^Onboarding/ })
    const line = page.locator('article ol a[aria-current]')
    const mark = page.getByRole('button', { name: 'Watched', exact: true })
    for (const chosen of [row, line, mark]) await expect.poll(() => isFilled(chosen)).toBe(true)
    expect(await isFilled(list(page).getByRole('link', { name: 'Mentors Introduction' }))).toBe(false)
  })
})

/** Whether it has a colour of its own, and not what lies under it. */
function isFilled(element: Locator): Promise<boolean> {
  return element.evaluate((one) => {
    const colour = (of: Element) => getComputedStyle(of).backgroundColor
    const under = document.body.appendChild(document.createElement('div'))
    under.style.background = 'Highlight'
    const highlight = colour(under)
    under.remove()
    return colour(one) === highlight
  })
}

/** Adds up how far the layout moves without a press, from before the first paint. */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { moved: 0 })
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as (PerformanceEntry & Shift)[])
        if (!entry.hadRecentInput) Object.assign(globalThis, { moved: moved() + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
    const moved = () => (globalThis as unknown as { moved: number }).moved
  })
}

interface Shift {
  value: number
  hadRecentInput: boolean
}

function shifts(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))
    return (globalThis as unknown as { moved: number }).moved
  })
}

import { hindrances } from './axe.ts'
import { awake, FIRST_TEN_HASH, DESKTOP, list, PHONE, shown } from './playlist-page.ts'
import { anyMember, expect, test } from './portal.ts'
import type { Page } from 'playwright/test'

test.use({ viewport: DESKTOP })

for (const [screen, size] of [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', PHONE],
] as const) {
  test(`on a ${screen} nothing moves when the playlist comes, nor when a video is selected (CLS 0)`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await anyMember(page)
    await countShifts(page)
    for (const hash of ['', FIRST_TEN_HASH]) {
      await page.goto('about:blank')
      await page.goto(`/video-playlist${hash}`)
      await awake(page)
      await page.waitForLoadState('networkidle')
      expect(await shifts(page), `at load of ${hash}`).toEqual([])
    }
    if (size === PHONE) await page.getByRole('button', { name: /All videos/ }).click()
    await list(page).getByText('Setting a Weekly Goal').click()
    await expect(page).toHaveURL(/#Setting-a-Weekly-Goal$/)
    expect(await shifts(page), 'at selection').toEqual([])
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
    await plain.keyboard.press('Escape')
    await expect(shown(plain)).toHaveText('SEO That Lasts')
    await expect(plain.getByText('Answer the question better than anybody else')).toBeVisible()
    await expect(plain.getByRole('link', { name: 'Watch on YouTube' })).toHaveAttribute(
      'href',
      /youtube\.com\/watch\?v=/,
    )
    await plain.goBack()
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
    await page.goto(`/video-playlist${FIRST_TEN_HASH}`)
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
      await page.goto('/video-playlist')
      await page.getByRole('button', { name: 'Open all', exact: true }).click()
      await page.locator('summary:visible', { hasText: 'Transcript' }).click()
      expect(await hindrances(page)).toEqual([])
    })

    test('in the hits of a search', async ({ page }) => {
      await anyMember(page)
      await page.goto('/video-playlist')
      await page.getByRole('combobox', { name: /Search/ }).fill('questions')
      await expect(page.getByRole('listbox', { name: 'Hits' }).getByRole('option').first()).toBeVisible()
      expect(await hindrances(page)).toEqual([])
    })

    test('in the drawer of a phone', async ({ page }) => {
      await anyMember(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/video-playlist#Mentor-Orientation')
      await awake(page)
      await page.getByRole('button', { name: /All videos/ }).click()
      await expect(page.getByRole('dialog', { name: 'All videos' })).toBeVisible()
      expect(await hindrances(page)).toEqual([])
    })
  })
}

/** Collects every shift of the layout that nobody asked for with what moved, from before the first paint. */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: unknown[] = []
    Object.assign(globalThis, { seen })
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Element | null }[]
      })[])
        if (!entry.hadRecentInput)
          seen.push([
            entry.value,
            ...entry.sources.map(({ node }) => (node?.outerHTML ?? node?.textContent)?.slice(0, 120)),
          ])
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

function shifts(page: Page): Promise<unknown[]> {
  return page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        requestAnimationFrame(() => {
          setTimeout(() => {
            resolve((globalThis as unknown as { seen: unknown[] }).seen)
          }, 100)
        })
      }),
  )
}

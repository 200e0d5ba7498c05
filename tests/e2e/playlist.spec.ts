import type { Page } from 'playwright/test'
import { hindrancesInBothThemes } from './axe.ts'
import { anyMember, expect, test } from './portal.ts'

const FIRST_TEN = 'Customer Discovery: Finding Your First Ten'
const FIRST_TEN_HASH = '#Customer-Discovery-Finding-Your-First-Ten'

const PHONE = { width: 390, height: 844 }

/** The heading of the one video that is shown. */
const shown = (page: Page) => page.locator('article[data-video]:visible').getByRole('heading', { level: 2 })
const list = (page: Page) => page.getByRole('navigation', { name: 'Videos by week' })
const group = (page: Page, name: string) =>
  list(page)
    .locator('details')
    .filter({ has: page.locator(`:scope > summary >> text="${name}"`) })

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('the first video of Week 0 is selected by default, its cohort and week open, the others closed', async ({
  page,
}) => {
  await anyMember(page)
  await page.goto('/video-playlist')
  await expect(shown(page)).toHaveText('Onboarding')
  await expect(page).toHaveURL('/video-playlist')
  await expect(group(page, 'Week 0').last()).toHaveAttribute('open', '')
  await expect(group(page, 'Week 1').last()).not.toHaveAttribute('open', '')
  await expect(list(page).locator('[aria-current]')).toHaveText(/Onboarding/)
})

test('selecting a video shows it and sets the fragment; Back and Forward move between videos', async ({
  page,
}) => {
  await anyMember(page)
  await page.goto('/video-playlist')
  await list(page).getByText('Mentor Orientation').click()
  await expect(shown(page)).toHaveText('Mentor Orientation')
  await expect(page).toHaveURL('/video-playlist#Mentor-Orientation')
  await list(page).getByText('Week 7').click()
  await list(page).getByText('Fundraising: Terms').click()
  await expect(page).toHaveURL('/video-playlist#Fundraising-Terms')
  await page.goBack()
  await expect(shown(page)).toHaveText('Mentor Orientation')
  await page.goBack()
  await expect(shown(page)).toHaveText('Onboarding')
  await page.goForward()
  await page.goForward()
  await expect(shown(page)).toHaveText('Fundraising: Terms')
  await expect(list(page).locator('[aria-current]')).toHaveText(/Fundraising: Terms/)
})

test('on load a fragment selects its video, however it is typed, and opens its week', async ({ page }) => {
  await anyMember(page)
  for (const [rule, hash, title, week] of [
    ['a matching fragment', FIRST_TEN_HASH, FIRST_TEN, 'Week 1'],
    ['a fragment with a moment', `${FIRST_TEN_HASH}&t=30`, FIRST_TEN, 'Week 1'],
    ['a fragment with an ʻokina', '#Building-in-Hawaiʻi', 'Building in Hawaiʻi', 'Week 9'],
    ['one typed without it, in small letters', '#building-in-hawaii', 'Building in Hawaiʻi', 'Week 9'],
    ['no video of that name', '#No-Such-Session', 'Onboarding', 'Week 0'],
    ['a former name', '#Welcome-to-the-Cohort&t=9', 'Onboarding', 'Week 0'],
  ] as const) {
    await page.goto('about:blank')
    await page.goto(`/video-playlist${hash}`)
    await expect(shown(page), rule).toHaveText(title)
    await expect(group(page, week).last(), rule).toHaveAttribute('open', '')
  }
  await expect(page, 'the present name').toHaveURL('/video-playlist#Onboarding&t=9')
})

test('Open all opens every group, and closes them again', async ({ page }) => {
  await anyMember(page)
  await page.goto('/video-playlist')
  await page.getByRole('button', { name: 'Open all', exact: true }).click()
  await expect(list(page).locator('details:not([open])')).toHaveCount(0)
  await expect(list(page).getByText('Demo Day: Palo Alto')).toBeVisible()
  await page.getByRole('button', { name: 'Close all', exact: true }).click()
  await expect(list(page).locator('details[open]')).toHaveCount(0)
})

test('a transcript opens under its video, and its lines set the moment', async ({ page }) => {
  await anyMember(page)
  await page.goto(`/video-playlist${FIRST_TEN_HASH}`)
  await page.locator('summary:visible', { hasText: 'Transcript' }).click()
  await page.getByRole('link', { name: /Why ten\?/ }).click()
  await expect(page).toHaveURL(new RegExp(`${FIRST_TEN_HASH}&t=\\d+$`))
  await expect(page.getByRole('link', { name: /Why ten\?/ })).toHaveAttribute('aria-current', 'true')
})

test.describe('search', () => {
  test('finds a title by its beginning, a spoken line without its accents, and a word misspelt', async ({
    page,
  }) => {
    await anyMember(page)
    await page.goto('/video-playlist')
    const box = page.getByRole('combobox', { name: /Search/ })
    await box.fill('discov')
    await expect(page.getByRole('listbox', { name: 'Hits' }).getByRole('option')).toHaveCount(3)
    await expect(page.getByRole('status').filter({ hasText: '3 hits' })).toBeAttached()
    await box.fill('fundrasing')
    await expect(page.getByRole('listbox', { name: 'Hits' }).getByRole('option').first()).toContainText(
      'Fundraising',
    )
    await box.fill('kalakaua')
    await expect(page.getByRole('listbox', { name: 'Hits' }).getByRole('option')).toContainText(
      'King Kalākaua went around the whole world',
    )
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/#Onboarding&t=\d+$/)
  })

  test('is led by arrows, Enter and Escape, and says when there is nothing', async ({ page }) => {
    await anyMember(page)
    await page.goto('/video-playlist')
    const box = page.getByRole('combobox', { name: /Search/ })
    await box.fill('pitching')
    await expect(
      page.getByRole('listbox', { name: 'Hits' }).getByRole('option', { selected: true }),
    ).toHaveCount(1)
    await box.press('ArrowDown')
    await expect(page.getByRole('listbox', { name: 'Hits' }).getByRole('option').nth(1)).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await expect(box).toHaveAttribute(
      'aria-activedescendant',
      (await page.getByRole('listbox', { name: 'Hits' }).getByRole('option').nth(1).getAttribute('id')) ?? '',
    )
    await box.press('Enter')
    await expect(shown(page)).toHaveText(/^Pitching/)
    await box.fill('zebra')
    await expect(page.getByText('Nothing about “zebra”')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'No hits' })).toBeAttached()
    await box.press('Escape')
    await expect(box).toHaveValue('')
    await expect(list(page)).toBeVisible()
  })
})

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
      await page.locator('[data-stage][data-ready]').waitFor()
      await page.waitForLoadState('networkidle')
      expect(await shifts(page), `at load of ${hash}`).toEqual([])
    }
    await page.evaluate(() => document.querySelectorAll<HTMLElement>('[data-row]')[5]?.click())
    await expect(page).toHaveURL(/Reading-What-You-Heard|Questions-That|Setting/)
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
    await expect(plain.getByText('A lānai is the open porch of a house here.')).toBeVisible()
    await context.close()
  })
}

test('at no width the playlist scrolls sideways, with everything open', async ({ page }) => {
  await anyMember(page)
  await page.goto(`/video-playlist${FIRST_TEN_HASH}`)
  await page.locator('summary:visible', { hasText: 'Transcript' }).click()
  await expect(page.getByRole('link', { name: /Why ten\?/ })).toBeVisible()
  for (const width of [320, 390, 820, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(sideways, `${width} px`).toBeLessThanOrEqual(0)
  }
})

test.describe('in both themes nothing hinders assistive technology', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('in the list, the transcript, the hits of a search and the drawer of a phone', async ({ page }) => {
    test.slow()
    await anyMember(page)
    await page.goto('/video-playlist')
    await page.getByRole('button', { name: 'Open all', exact: true }).click()
    await page.locator('summary:visible', { hasText: 'Transcript' }).click()
    expect(await hindrancesInBothThemes(page)).toEqual([])
    await page.getByRole('combobox', { name: /Search/ }).fill('questions')
    await expect(page.getByRole('listbox', { name: 'Hits' }).getByRole('option').first()).toBeVisible()
    expect(await hindrancesInBothThemes(page)).toEqual([])
    await page.setViewportSize(PHONE)
    await page.goto('about:blank')
    await page.goto('/video-playlist#Mentor-Orientation')
    await page.getByRole('button', { name: /All videos/ }).click()
    await expect(page.getByRole('dialog', { name: 'All videos' })).toBeVisible()
    expect(await hindrancesInBothThemes(page)).toEqual([])
  })
})

/** Collects every shift of the layout with what moved, from before the first paint. */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: unknown[] = []
    Object.assign(globalThis, { seen })
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node: Element | null }[]
      })[])
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

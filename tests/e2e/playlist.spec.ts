import AxeBuilder from '@axe-core/playwright'
import { approvedMember, expect, signIn, signUp, newPerson, decide, test } from './portal.ts'
import type { Page } from 'playwright/test'

const FIRST_TEN = 'Customer Discovery: Finding Your First Ten'
const FIRST_TEN_HASH = '#Customer-Discovery-Finding-Your-First-Ten'

/** The heading of the one video that is shown. */
const shown = (page: Page) => page.locator('article[data-video]:visible').getByRole('heading', { level: 2 })
const list = (page: Page) => page.getByRole('navigation', { name: 'Videos by week' })
const group = (page: Page, name: string) =>
  list(page)
    .locator('details')
    .filter({ has: page.locator(`:scope > summary >> text="${name}"`) })

/** The other sites' answers: a journey asks them nothing. */
async function withoutNetwork(page: Page): Promise<string[]> {
  const asked: string[] = []
  await page.route(/youtube|ytimg|google/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>' })
  })
  return asked
}

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('the first video of Week 0 is selected by default, its cohort and week open, the others closed', async ({
  page,
}) => {
  await approvedMember(page)
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
  await approvedMember(page)
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

test.describe('on load', () => {
  for (const [rule, hash, title, week] of [
    ['a matching fragment', FIRST_TEN_HASH, FIRST_TEN, 'Week 1'],
    ['a fragment with a moment', `${FIRST_TEN_HASH}&t=30`, FIRST_TEN, 'Week 1'],
    ['a fragment with an ʻokina', '#Building-in-Hawaiʻi', 'Building in Hawaiʻi', 'Week 9'],
    ['one typed without it, in small letters', '#building-in-hawaii', 'Building in Hawaiʻi', 'Week 9'],
    ['a former name', '#Welcome-to-the-Cohort', 'Onboarding', 'Week 0'],
  ] as const) {
    test(`${rule} selects its video and opens its week`, async ({ page }) => {
      await approvedMember(page)
      await page.goto(`/video-playlist${hash}`)
      await expect(shown(page)).toHaveText(title)
      await expect(group(page, week).last()).toHaveAttribute('open', '')
    })
  }

  test('a former name gives way to the present one', async ({ page }) => {
    await approvedMember(page)
    await page.goto('/video-playlist#Welcome-to-the-Cohort&t=9')
    await expect(page).toHaveURL('/video-playlist#Onboarding&t=9')
  })

  test('a fragment of no video leaves the first one', async ({ page }) => {
    await approvedMember(page)
    await page.goto('/video-playlist#No-Such-Session')
    await expect(shown(page)).toHaveText('Onboarding')
  })
})

test('signed out on a link to a moment, signing in leads to that video and that moment', async ({ page }) => {
  const person = newPerson()
  await signUp(page, person)
  await decide(person, 'approved')
  await signIn(page, person, `/video-playlist${FIRST_TEN_HASH}&t=30`)
  await expect(page).toHaveURL(`/video-playlist${FIRST_TEN_HASH}&t=30`)
  await expect(shown(page)).toHaveText(FIRST_TEN)
})

test('Open all opens every group, and closes them again', async ({ page }) => {
  await approvedMember(page)
  await page.goto('/video-playlist')
  await page.getByRole('button', { name: 'Open all', exact: true }).click()
  await expect(list(page).locator('details:not([open])')).toHaveCount(0)
  await expect(list(page).getByText('Demo Day: Palo Alto')).toBeVisible()
  await page.getByRole('button', { name: 'Close all', exact: true }).click()
  await expect(list(page).locator('details[open]')).toHaveCount(0)
})

test('no other site hears of the visit before play; then the player is the privacy-enhanced one', async ({
  page,
}) => {
  const asked = await withoutNetwork(page)
  await approvedMember(page)
  await page.goto('/video-playlist#Mentor-Orientation&t=61')
  await page.getByRole('link', { name: 'Play Mentor Orientation' }).waitFor()
  expect(asked).toEqual([])
  await page.getByRole('link', { name: 'Play Mentor Orientation' }).click()
  await expect(page.frameLocator('[data-player] iframe').locator('html')).toBeAttached()
  expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(
    new Set(['https://www.youtube-nocookie.com']),
  )
  expect(asked[0]).toContain('start=61')
})

test('a transcript opens under its video, and its lines set the moment', async ({ page }) => {
  await withoutNetwork(page)
  await approvedMember(page)
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
    await approvedMember(page)
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
    await approvedMember(page)
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

test('on a phone the list is a drawer that closes when a video is chosen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await approvedMember(page)
  await page.goto('/video-playlist')
  await expect(list(page)).toBeHidden()
  await page.getByRole('button', { name: /All videos/ }).click()
  await list(page).getByText('Mentors Introduction').click()
  await expect(list(page)).toBeHidden()
  await expect(shown(page)).toHaveText('Mentors Introduction')
})

test.describe('without JavaScript', () => {
  test('weeks, videos, descriptions, transcripts and links are there, and links to videos work', async ({
    page,
    browser,
  }) => {
    await approvedMember(page)
    const context = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    })
    const plain = await context.newPage()
    await plain.goto(new URL('/video-playlist', page.url()).href)
    await expect(shown(plain)).toHaveText('Onboarding')
    await list(plain).getByText('Week 5').click()
    await list(plain).getByText('SEO That Lasts').click()
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
})

for (const width of [320, 390, 820, 1024, 1440]) {
  test(`at ${width} px the playlist does not scroll sideways, with everything open`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await approvedMember(page)
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

    const violations = async (page: Page) => (await new AxeBuilder({ page }).analyze()).violations

    test('in the list and the transcript', async ({ page }) => {
      await approvedMember(page)
      await page.goto('/video-playlist')
      await page.getByRole('button', { name: 'Open all', exact: true }).click()
      await page.locator('summary:visible', { hasText: 'Transcript' }).click()
      expect(await violations(page)).toEqual([])
    })

    test('in the hits of a search', async ({ page }) => {
      await approvedMember(page)
      await page.goto('/video-playlist')
      await page.getByRole('combobox', { name: /Search/ }).fill('questions')
      await expect(page.getByRole('listbox', { name: 'Hits' }).getByRole('option').first()).toBeVisible()
      expect(await violations(page)).toEqual([])
    })

    test('in the drawer of a phone', async ({ page }) => {
      await approvedMember(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/video-playlist#Mentor-Orientation')
      await page.getByRole('button', { name: /All videos/ }).click()
      expect(await violations(page)).toEqual([])
    })
  })
}

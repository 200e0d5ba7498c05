import { hindrances } from './axe.ts'
import { playerFrame } from './player-host.ts'
import { anyMember, approvedMember, expect, signIn, signUp, newPerson, decide, test } from './portal.ts'
import type { Page } from 'playwright/test'

const FIRST_TEN = 'Customer Discovery: Finding Your First Ten'
const FIRST_TEN_HASH = '#Customer-Discovery-Finding-Your-First-Ten'

const PHONE = { width: 390, height: 844 }

/** The heading of the one video that is shown. */
const shown = (page: Page) => page.locator('article:visible').getByRole('heading', { level: 2 })
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

test.describe('on load', () => {
  for (const [rule, hash, title, week] of [
    ['a matching fragment', FIRST_TEN_HASH, FIRST_TEN, 'Week 1'],
    ['a fragment with a moment', `${FIRST_TEN_HASH}&t=30`, FIRST_TEN, 'Week 1'],
    ['a fragment with an ʻokina', '#Building-in-Hawaiʻi', 'Building in Hawaiʻi', 'Week 9'],
    ['one typed without it, in small letters', '#building-in-hawaii', 'Building in Hawaiʻi', 'Week 9'],
    ['a former name', '#Welcome-to-the-Cohort', 'Onboarding', 'Week 0'],
  ] as const) {
    test(`${rule} selects its video and opens its week`, async ({ page }) => {
      await anyMember(page)
      await page.goto(`/video-playlist${hash}`)
      await expect(shown(page)).toHaveText(title)
      await expect(group(page, week).last()).toHaveAttribute('open', '')
    })
  }

  test('a former name gives way to the present one', async ({ page }) => {
    await anyMember(page)
    await page.goto('/video-playlist#Welcome-to-the-Cohort&t=9')
    await expect(page).toHaveURL('/video-playlist#Onboarding&t=9')
  })

  test('a fragment of no video leaves the first one', async ({ page }) => {
    await anyMember(page)
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
  await anyMember(page)
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
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  await page.goto('/video-playlist#Mentor-Orientation&t=61')
  await page.getByRole('link', { name: 'Play Mentor Orientation' }).waitFor()
  await page.getByRole('combobox', { name: /Search/ }).fill('questions')
  await page.waitForLoadState('networkidle')
  expect([...origins]).toEqual([new URL(page.url()).origin])
  expect(asked).toEqual([])
  await page.getByRole('link', { name: 'Play Mentor Orientation' }).click()
  await expect(playerFrame(page).contentFrame().locator('html')).toBeAttached()
  expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(
    new Set(['https://www.youtube-nocookie.com']),
  )
  expect(asked[0]).toContain('start=61')
})

test('a transcript opens under its video, and its lines set the moment', async ({ page }) => {
  await withoutNetwork(page)
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

  test('is searched in the drawer; a hit closes it', async ({ page }) => {
    await page.goto('/video-playlist')
    await awake(page)
    await page.getByRole('button', { name: /All videos/ }).click()
    await page.getByRole('combobox', { name: /Search/ }).fill('kalakaua')
    await page.getByRole('listbox', { name: 'Hits' }).getByRole('option').click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/#Onboarding&t=\d+$/)
    await page.getByRole('button', { name: /All videos/ }).click()
    await expect(page.getByRole('combobox', { name: /Search/ })).toHaveValue('kalakaua')
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

/** Until the island is awake, pages hold every video; then the one that is shown. */
async function awake(page: Page): Promise<void> {
  await expect(page.locator('article')).toHaveCount(1)
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

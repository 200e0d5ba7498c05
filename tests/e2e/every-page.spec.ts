import type { Page } from 'playwright/test'
import { membersRoutes, sampleRoutes } from '../support/built-site.ts'
import { jpeg } from '../support/pictures.ts'
import { hindrances, hindrancesInBothThemes } from './axe.ts'
import { BRAND_FONTS, countShifts, faultsSeen, fontsOn, measure, shiftsSoFar } from './looks.ts'
import { act, anyMember, approvedMember, elsewhere, expect, test } from './portal.ts'

/** A test over every page loads each page once for all its checks. */
const WALK_MS = 600_000
const LONG_NAME = 'Kuʻualoha Keawemauhili-Kalanianaʻole von Hohenzollern-Sigmaringen'
const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 780 }

/** One page of each layout. */
const kinds = ['/', '/calendar', '/feedback', '/network', '/pre-cohort-intake-forms', '/video-playlist']

/** An old phone with a weak signal, in parts of a desktop's speed. */
const CPU_SLOWDOWN = 4
const NETWORK = { offline: false, latency: 40, downloadThroughput: 1_000_000, uploadThroughput: 200_000 }

/** Smaller shifts aren't noticed. */
const LARGEST_SHIFT = 0.02

// Far from the programme a calendar's bar shows most. Without motion axe measures no half-faded text.
test.use({ timezoneId: 'Europe/Berlin', viewport: DESKTOP })

test('every page is complete, accessible and in the brand’s fonts at every width, for a member with a photo, notes and progress', async ({
  page,
}) => {
  test.setTimeout(WALK_MS)
  await memberWithEverything(page)
  for (const path of membersRoutes()) {
    await page.setViewportSize(DESKTOP)
    await page.goto(path)
    expect(await faultsSeen(page), path).toEqual([])
    // The shell and the colours are the same on all pages of a kind.
    const isFirst = kinds.includes(path)
    expect(await (isFirst ? hindrancesInBothThemes(page) : hindrances(page, 'main')), path).toEqual([])
    if (isFirst) expect(BRAND_FONTS, path).toEqual(expect.arrayContaining(await fontsOn(page)))
    // The narrowest width of each navigation, and more widths for a page of each kind.
    for (const width of isFirst ? [320, 390, 820, 1023, 1024] : [320, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      const { sidebar, opener, sideways, scrollers } = await measure(page)
      const where = `${path} at ${width} px`
      expect({ sidebar, opener }, where).toEqual({ sidebar: width >= 1024, opener: width < 1024 })
      expect(sideways, where).toBeLessThanOrEqual(0)
      expect(scrollers, where).toBeLessThanOrEqual(1)
    }
  }
})

for (const [name, viewport, paths] of [
  // The sidebar is the same on all pages, titles break into lines on a phone.
  ['of a kind beside a collapsed sidebar', DESKTOP, kinds],
  ['on a phone', PHONE, membersRoutes()],
] as const) {
  test(`no page ${name} shifts by more than 0.02 or has covered targets, on a slow network and machine`, async ({
    page,
  }) => {
    test.setTimeout(WALK_MS)
    await memberWithEverything(page)
    await page.setViewportSize(viewport)
    await page.evaluate(() => {
      // A new device knows nothing of the member's progress until it asks.
      localStorage.clear()
      sessionStorage.clear()
      document.cookie = 'sidebar=collapsed; Path=/'
      sessionStorage.setItem('open-groups', '["/calendar","/network"]')
    })
    await page.addInitScript(countShifts)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', NETWORK)
    for (const path of paths) {
      // Throttling the processor is expensive, so other pages only have the slow network.
      const rate = kinds.includes(path) ? CPU_SLOWDOWN : 1
      await devtools.send('Emulation.setCPUThrottlingRate', { rate })
      await page.goto(path)
      const shifts = await shiftsSoFar(page)
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      expect(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(LARGEST_SHIFT)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      expect(await faultsSeen(page), path).toEqual([])
    }
  })
}

test('a new browser’s first screen has the brand’s fonts', async ({ page }) => {
  for (const path of ['/auth', '/start']) {
    const first = await elsewhere(page)
    await first.goto(path)
    expect(await fontsOn(first), path).toEqual(BRAND_FONTS)
    await first.context().close()
  }
})

test('a label, a title or a name of one long word widens neither the page nor the sidebar', async ({
  page,
}) => {
  await anyMember(page)
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    await page.evaluate((word) => {
      const named = document.querySelectorAll('h1, main li h2, #navigation nav a > span:first-of-type')
      for (const text of named) text.textContent = word
      for (const group of document.querySelectorAll('details')) group.open = true
    }, 'Donaudampfschifffahrt'.repeat(4))
    expect((await measure(page)).sideways, `at ${width} px`).toBeLessThanOrEqual(0)
  }
  const right = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)))
  expect(await right('#navigation nav :is(a, summary, svg)')).toBeLessThan(await right('#navigation'))
})

test('a long word is cut neither in home’s banner nor in a video’s facts', async ({ page }) => {
  await anyMember(page)
  await page.setViewportSize({ width: 320, height: 800 })
  for (const [path, selector] of [
    ['/', 'section:has(> svg) :is(h2, p, a)'],
    ['/video-playlist', 'article ul li'],
  ] as const) {
    await page.goto(path)
    const texts = page.locator(selector)
    await expect(texts.first()).toBeVisible()
    const rights = await texts.evaluateAll(
      (all, word) =>
        all.map((text) => {
          text.textContent = word
          return text.getBoundingClientRect().right
        }),
      'Donaudampfschifffahrt'.repeat(4),
    )
    expect(Math.max(...rights), path).toBeLessThanOrEqual(320)
  }
})

test('every sample document fits a phone, says that it is a sample, and is accessible', async ({ page }) => {
  test.setTimeout(WALK_MS)
  await anyMember(page)
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of sampleRoutes()) {
    await page.goto(path)
    await expect(page.getByText('Sample', { exact: true }), path).toBeVisible()
    expect(await hindrancesInBothThemes(page), path).toEqual([])
    expect((await measure(page)).sideways, path).toBeLessThanOrEqual(0)
  }
})

test('the shell’s menus are accessible', async ({ page }) => {
  test.slow()
  await anyMember(page)
  await page.setViewportSize(PHONE)
  await page.goto('/lead-mentors')
  for (const [opener, name] of [
    ['Open menu', 'Sidebar'],
    [/quick menu/, 'Quick menu'],
    ['Your account', 'Your account'],
  ] as const) {
    await page.getByRole('button', { name: opener }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    expect(await hindrancesInBothThemes(page)).toEqual([])
    await page.keyboard.press('Escape')
  }
})

async function memberWithEverything(page: Page): Promise<void> {
  await approvedMember(page, LONG_NAME)
  await act(page, 'account.uploadAvatar', await jpeg())
  const video = 'cohort-17/week-0/onboarding'
  const position = { positionSeconds: 340, durationSeconds: 1800, playedMsAgo: 1000 }
  await act(page, 'progress.save', { changes: [{ video, ...position, watched: false, markedMsAgo: null }] })
  const note = {
    video,
    title: 'Onboarding',
    fragment: 'Onboarding',
    seconds: 340,
    text: 'Ask five customers',
  }
  await act(page, 'notes.save', { ...note, id: crypto.randomUUID(), replaces: null })
  await page.goto('/')
  await expect(page.locator('[data-viewer=picture] img').first()).toHaveJSProperty('complete', true)
}

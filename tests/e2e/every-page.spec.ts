import { jpeg } from '../support/pictures.ts'
import { openHomeWithSavedData } from './account.ts'
import { axeViolations } from './axe.ts'
import {
  BRAND_FONTS,
  layoutProblems,
  measureLayout,
  readLayoutShifts,
  recordLayoutShifts,
  renderedFonts,
} from './layout.ts'
import { openPlaylist } from './playlist-page.ts'
import { expect, signInAsSharedMember, test, waitForHydration } from './portal.ts'

const LONG_NAME = 'Kuʻualoha Keawemauhili-Kalanianaʻole von Hohenzollern-Sigmaringen'
const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 780 }

/** One page of each layout. What an editor writes for the others is another text in the same places. */
const filledLater = ['/', '/calendar', '/network', '/video-playlist']
const kinds = [...filledLater, '/onboarding', '/pre-cohort-intake-forms']

/** An old phone with a weak signal, in parts of a desktop's speed. */
const CPU_SLOWDOWN = 4
const NETWORK = { offline: false, latency: 40, downloadThroughput: 1_000_000, uploadThroughput: 200_000 }

/** Smaller shifts aren't noticed. */
const LARGEST_SHIFT = 0.02

// Far from the programme a calendar's bar shows most. Without motion axe measures no half-faded text.
test.use({ timezoneId: 'Europe/Berlin', viewport: DESKTOP })

test('each kind of page fits every width', async ({ page }) => {
  test.slow()
  await openHomeWithSavedData(page, LONG_NAME, await jpeg())
  for (const path of kinds)
    await test.step(path, async () => {
      await page.setViewportSize(DESKTOP)
      await page.goto(path)
      // The shell is the same on all pages, and tests/unit/contrast.test.ts has the colours of both themes.
      const part = path === '/' ? 'body' : 'main'
      expect(await layoutProblems(page, part), path).toEqual([])
      expect(await axeViolations(page, part, true), path).toEqual([])
      if (path === '/') expect(await renderedFonts(page)).toEqual(BRAND_FONTS)
      for (const width of [320, 820, 1023, 1024]) {
        await page.setViewportSize({ width, height: 800 })
        const { sidebar, opener, sideways, scrollers } = await measureLayout(page)
        const where = `${path} at ${width} px`
        expect({ sidebar, opener }, where).toEqual({ sidebar: width >= 1024, opener: width < 1024 })
        expect(sideways, where).toBeLessThanOrEqual(0)
        expect(scrollers, where).toBeLessThanOrEqual(1)
      }
    })
})

test('no page that is filled later shifts on a slow network', async ({ page }) => {
  test.slow()
  await openHomeWithSavedData(page, LONG_NAME, await jpeg())
  await page.evaluate(() => {
    // A new device knows nothing of the member's progress until it asks.
    localStorage.clear()
    sessionStorage.clear()
    document.cookie = 'sidebar=collapsed; Path=/'
    sessionStorage.setItem('open-groups', '["/calendar","/network"]')
  })
  await page.addInitScript(recordLayoutShifts)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  // The sidebar is the same on all pages.
  for (const [path, viewport] of [
    ['/', DESKTOP],
    ...filledLater.map((each) => [each, PHONE] as const),
  ] as const) {
    await page.setViewportSize(viewport)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.goto(path)
    const shifts = await readLayoutShifts(page)
    const sum = shifts.reduce((total, { value }) => total + value, 0)
    expect(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(LARGEST_SHIFT)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    expect(await layoutProblems(page, path === '/' ? 'body' : 'main'), path).toEqual([])
  }
})

test('a long word widens nothing', async ({ page }) => {
  await signInAsSharedMember(page)
  const word = 'Donaudampfschifffahrt'.repeat(4)
  const right = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)))
  const lengthen = (selector: string) =>
    page.locator(selector).evaluateAll((all, text) => {
      for (const one of all) one.textContent = text
    }, word)

  // A text that changes before its script came is no longer what the script expects.
  await page.goto('/')
  await waitForHydration(page)
  await expect(page.getByRole('region', { name: 'New to the cohort?' })).toBeVisible()
  await page.evaluate(() => {
    for (const group of document.querySelectorAll('details')) group.open = true
  })
  await lengthen(
    'h1, main li h2, #navigation nav a > span:first-of-type, [aria-labelledby=banner-title] :is(h2, p, a)',
  )
  expect((await measureLayout(page)).sideways).toBeLessThanOrEqual(0)
  expect(await right('#navigation nav :is(a, summary, svg)')).toBeLessThan(await right('#navigation'))
  await page.setViewportSize({ width: 320, height: 800 })
  expect((await measureLayout(page)).sideways, 'at 320 px').toBeLessThanOrEqual(0)
  expect(await right('[aria-labelledby=banner-title] :is(h2, p, a)')).toBeLessThanOrEqual(320)

  await openPlaylist(page)
  await expect(page.locator('article h2 + p').first()).toBeVisible()
  await lengthen('article h2 + p')
  expect(await right('article h2 + p')).toBeLessThanOrEqual(320)
})

test('a sample fits a phone', async ({ page }) => {
  await signInAsSharedMember(page)
  await page.setViewportSize({ width: 320, height: 700 })
  for (const name of ['calendar', 'leaderboard', 'week-form']) {
    await page.goto(`/samples/${name}`)
    await expect(page.getByText('Sample', { exact: true }), name).toBeVisible()
    expect(await axeViolations(page), name).toEqual([])
    expect((await measureLayout(page)).sideways, name).toBeLessThanOrEqual(0)
  }
})

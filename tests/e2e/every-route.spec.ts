import type { CDPSession, Page } from 'playwright/test'
import { membersRoutes, sampleRoutes } from '../support/built-site.ts'
import { hindrancesInBothThemes } from './axe.ts'
import { anyMember, approvedMember, expect, test } from './portal.ts'

/** One walk over every page is one test: signing a member up takes longer than looking at ten pages. */
const WALK_MS = 300_000
const routes = membersRoutes()
const LONG_NAME = 'Kuʻualoha Keawemauhili-Kalanianaʻole von Hohenzollern-Sigmaringen 張偉'

/** A page and what it frames are two documents, so each is looked at by itself. */
const samples = sampleRoutes()

/** One page of each kind: what is built from the same parts is laid out in the same way. */
const kinds = ['/', '/calendar', '/feedback', '/network', '/pre-cohort-intake-forms', '/video-playlist']

/** Of a desktop's speed: a telephone of some years ago, somewhere with one bar. */
const CPU_SLOWDOWN = 4
const NETWORK = { offline: false, latency: 40, downloadThroughput: 1_000_000, uploadThroughput: 200_000 }

/** A member does not notice less. */
const LARGEST_SHIFT = 0.02

/** A shift that comes later than this after everything loaded is not one of first paint. */
const SETTLE_MS = 250

// A calendar's bar has most to show far from the programme.
test.use({ timezoneId: 'Europe/Berlin' })

test.describe('in both themes nothing hinders assistive technology', () => {
  // Half-faded text is measured as it stands, so nothing may move while it is looked at.
  test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1440, height: 900 } })

  test('on any members’ page, which has at every width one kind of navigation, nothing to scroll sideways and one scroller', async ({
    page,
  }) => {
    test.setTimeout(WALK_MS)
    await approvedMember(page, LONG_NAME)
    for (const path of routes) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(path)
      // What stands around a page is the same on all of them, and looked at on one of each kind.
      expect(await hindrancesInBothThemes(page, kinds.includes(path) ? 'html' : 'main'), path).toEqual([])
      await hasOneNavigation(page, path)
    }
  })

  test('in any document that stands in a frame; it fits a phone and says that it is a sample', async ({
    page,
  }) => {
    test.setTimeout(WALK_MS)
    await anyMember(page)
    await page.setViewportSize({ width: 320, height: 700 })
    for (const path of samples) {
      await page.goto(path)
      await expect(page.getByText('Sample', { exact: true }), path).toBeVisible()
      expect(await hindrancesInBothThemes(page), path).toEqual([])
      expect((await measure(page)).sideways, path).toBeLessThanOrEqual(0)
    }
  })

  test('in the shell’s menus', async ({ page }) => {
    test.setTimeout(WALK_MS)
    await anyMember(page)
    await page.setViewportSize({ width: 390, height: 780 })
    await page.goto('/lead-mentors')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Sidebar' })).toBeVisible()
    expect(await hindrancesInBothThemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /quick menu/ }).click()
    await expect(page.getByRole('dialog', { name: 'Quick menu' })).toBeVisible()
    expect(await hindrancesInBothThemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Your account' }).click()
    expect(await hindrancesInBothThemes(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.evaluate(() => (document.cookie = '__Host-sidebar=collapsed; Path=/; Secure'))
    await page.goto('/lead-mentors')
    expect(await hindrancesInBothThemes(page)).toEqual([])
  })
})

for (const [name, viewport] of [
  ['beside a collapsed sidebar', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 780 }],
] as const) {
  test(`no page shifts by more than 0.02 ${name}, however slow the network and the machine`, async ({
    page,
  }) => {
    test.setTimeout(WALK_MS)
    await approvedMember(page, LONG_NAME)
    const shifting: Record<string, Shifts> = {}
    const left = routes.values()
    // Slowed down, a page leaves the machine idle most of the time: two of them walk.
    await Promise.all(
      [page, await page.context().newPage()].map(async (walker) => {
        const devtools = await beSlow(walker, viewport)
        for (const path of left) {
          // Slowing it down costs as much of the processor as being slow: the network alone is slow for the others.
          const rate = kinds.includes(path) ? CPU_SLOWDOWN : 1
          await devtools.send('Emulation.setCPUThrottlingRate', { rate })
          await walker.goto(path)
          const shifts = await shiftsAfter(walker, SETTLE_MS)
          if (shifts.reduce((sum, { value }) => sum + value, 0) > LARGEST_SHIFT) shifting[path] = shifts
        }
      }),
    )
    expect(shifting).toEqual({})
  })
}

async function hasOneNavigation(page: Page, path: string): Promise<void> {
  // The narrowest of each kind of navigation, and of a page of each kind every other one.
  for (const width of kinds.includes(path) ? [320, 390, 820, 1023, 1024, 1440] : [320, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    const isBeside = width >= 1024
    const { sidebar, opener, sideways, scrollers } = await measure(page)
    expect({ sidebar, opener }, `${path} at ${width} px`).toEqual({ sidebar: isBeside, opener: !isBeside })
    expect(sideways, `${path} at ${width} px`).toBeLessThanOrEqual(0)
    expect(scrollers, `${path} at ${width} px`).toBeLessThanOrEqual(1)
  }
}

async function beSlow(page: Page, viewport: { width: number; height: number }): Promise<CDPSession> {
  await page.goto('/')
  await page.setViewportSize(viewport)
  await page.evaluate(() => {
    document.cookie = '__Host-sidebar=collapsed; Path=/; Secure'
    sessionStorage.setItem('open-groups', '["/calendar","/network"]')
  })
  await page.addInitScript(countShifts)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  return devtools
}

/** Which kinds of navigation can be seen and pressed, and what scrolls. */
function measure(page: Page): Promise<Measures> {
  return page.evaluate(async () => {
    // A new height of the window reaches `dvh` a frame later than it reaches the window.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    const isSeen = (element: Element | null) =>
      element?.checkVisibility({ visibilityProperty: true }) === true && element.getClientRects().length > 0
    const main = document.querySelector('main') ?? document.body
    const isScroller = (element: Element) => element.scrollHeight > element.clientHeight + 1
    const mainScrolls = getComputedStyle(main).overflowY === 'auto' && isScroller(main)
    return {
      sidebar: isSeen(document.querySelector('#navigation')),
      opener: isSeen(document.querySelector('header [commandfor=navigation]')),
      sideways: document.documentElement.scrollWidth - innerWidth,
      scrollers: Number(isScroller(document.documentElement)) + Number(mainScrolls),
    }
  })
}

interface Measures {
  sidebar: boolean
  opener: boolean
  sideways: number
  scrollers: number
}

/** Runs in the page before anything else. */
function countShifts(): void {
  const shifts: unknown[] = []
  Object.assign(globalThis, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      const moved = entry.sources.map(({ node }) =>
        node instanceof Element ? node.outerHTML : node?.textContent,
      )
      shifts.push({ value: entry.value, moved: moved.map((text) => text?.slice(0, 120)) })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

interface Shift extends PerformanceEntry {
  value: number
  sources: { node: Node | null }[]
}

type Shifts = { value: number; moved: string[] }[]

function shiftsAfter(page: Page, ms: number): Promise<Shifts> {
  return page.evaluate(
    (wait) =>
      new Promise<Shifts>((resolve) => {
        setTimeout(() => resolve((globalThis as unknown as { shifts: Shifts }).shifts), wait)
      }),
    ms,
  )
}

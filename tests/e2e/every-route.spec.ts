import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { membersRoutes, sampleRoutes } from '../support/members-routes.ts'
import { approvedMember, expect, test } from './portal.ts'

/** One walk over every page is one test: signing a member up takes longer than looking at ten pages. */
const WALK_MS = 300_000
const routes = membersRoutes()

/** A page and what it frames are two documents, so each is looked at by itself. */
const samples = sampleRoutes()

/** Of a desktop's speed: a telephone of some years ago, somewhere with one bar. */
const CPU_SLOWDOWN = 4
const NETWORK = { offline: false, latency: 40, downloadThroughput: 1_000_000, uploadThroughput: 200_000 }

/** A shift that comes later than this after everything loaded is not one of first paint. */
const SETTLE_MS = 250

// A calendar's bar has most to show far from the programme. The tools that look at a page reach into its frames too, and a
// sample's runs no script.
test.use({
  timezoneId: 'Europe/Berlin',
  allowConsoleErrors: [/Blocked script execution in '[^']*\/samples\//],
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    // Half-faded text is measured as it stands, so nothing may move while it is looked at.
    test.use({
      colorScheme,
      contextOptions: { reducedMotion: 'reduce' },
      viewport: { width: 1440, height: 900 },
    })

    test('nothing on any members’ page hinders assistive technology', async ({ page }) => {
      test.setTimeout(WALK_MS)
      await approvedMember(page)
      for (const path of routes) {
        await page.goto(path)
        await expectNoHindrance(page)
      }
    })

    test('nor in the shell’s menus', async ({ page }) => {
      test.setTimeout(WALK_MS)
      await approvedMember(page)
      await page.setViewportSize({ width: 390, height: 780 })
      await page.goto('/lead-mentors')
      await page.getByRole('button', { name: 'Open menu' }).click()
      await expectNoHindrance(page)
      await page.keyboard.press('Escape')
      await page.locator('[data-quick-menu]').click()
      await expect(page.getByRole('dialog', { name: 'Quick menu' })).toBeVisible()
      await expectNoHindrance(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Your account' }).click()
      await expectNoHindrance(page)
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.evaluate(() => (document.cookie = '__Host-sidebar=collapsed; Path=/; Secure'))
      await page.goto('/lead-mentors')
      await expectNoHindrance(page)
    })
  })
}

test('nor in any document that stands in a frame', async ({ page }) => {
  test.setTimeout(WALK_MS)
  await approvedMember(page)
  for (const path of samples) {
    await page.goto(path)
    await expectNoHindrance(page)
  }
})

for (const [name, viewport] of [
  ['beside a collapsed sidebar', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 780 }],
] as const) {
  test(`nothing shifts on any page ${name}, however slow machine and network are (CLS 0)`, async ({
    page,
  }) => {
    test.setTimeout(WALK_MS)
    await approvedMember(page, 'Kuʻualoha Keawemauhili-Kalanianaʻole von Hohenzollern-Sigmaringen 張偉')
    await page.setViewportSize(viewport)
    await page.evaluate(() => (document.cookie = '__Host-sidebar=collapsed; Path=/; Secure'))
    await page.evaluate(() => {
      // No notice of the sign-in comes along.
      sessionStorage.clear()
      sessionStorage.setItem('open-groups', '["/calendar","/network"]')
    })
    await page.addInitScript(countShifts)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', NETWORK)
    const shifts: Record<string, unknown[]> = {}
    for (const path of routes) {
      await page.goto(path)
      shifts[path] = await shiftsAfter(page, SETTLE_MS)
    }
    expect(shifts).toEqual(Object.fromEntries(routes.map((path) => [path, []])))
  })
}

test('at every width each page has one kind of navigation, nothing to scroll sideways and one scroller', async ({
  page,
}) => {
  test.setTimeout(WALK_MS)
  await approvedMember(page, 'Kuʻualoha Keawemauhili-Kalanianaʻole von Hohenzollern-Sigmaringen 張偉')
  for (const path of routes) {
    await page.goto(path)
    for (const width of [320, 390, 820, 1023, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const place = `${path} at ${width} px`
      const isBeside = width >= 1024
      expect(await page.locator('#navigation').isVisible(), place).toBe(isBeside)
      expect(await page.getByRole('button', { name: 'Open menu' }).isVisible(), place).toBe(!isBeside)
      const { sideways, scrollers } = await measure(page)
      expect(sideways, place).toBeLessThanOrEqual(0)
      expect(scrollers, place).toBeLessThanOrEqual(1)
    }
  }
})

/** All of axe's rules. Frames are left to the walk over their own documents, which needs no page beside this one. */
async function expectNoHindrance(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').setLegacyMode().analyze()
  expect(violations, page.url()).toEqual([])
}

function measure(page: Page): Promise<{ sideways: number; scrollers: number }> {
  return page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body
    const isScroller = (element: Element) => element.scrollHeight > element.clientHeight + 1
    const mainScrolls = getComputedStyle(main).overflowY === 'auto' && isScroller(main)
    return {
      sideways: document.documentElement.scrollWidth - innerWidth,
      scrollers: Number(isScroller(document.documentElement)) + Number(mainScrolls),
    }
  })
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

function shiftsAfter(page: Page, ms: number): Promise<unknown[]> {
  return page.evaluate(
    (wait) =>
      new Promise<unknown[]>((resolve) => {
        setTimeout(() => resolve((globalThis as unknown as { shifts: unknown[] }).shifts), wait)
      }),
    ms,
  )
}

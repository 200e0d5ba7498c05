/**
 * How long a member waits for the answer to the first press on a page, and how long loading keeps the page from
 * answering: `npm run bench -- press`. Slow 4G and a quarter of this processor.
 */
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Locator, type Page } from 'playwright'
import { browserOptions } from '../support/find-browser.ts'
import { forkPortal, type ForkedPortal } from './forked-portal.ts'

const { values: options } = parseArgs({
  options: {
    tries: { type: 'string', default: '9' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const NETWORK = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 }
const CPU_RATE = 4
/** Once the page is at rest and before it fetches ahead. */
const PRESS_AFTER_MS = 1500
const ANSWER_LIMIT_MS = 10_000
const PATHS = ['/', '/leaderboard', '/network', '/video-playlist']

const presses: readonly Press[] = [
  { name: 'Toggle sidebar', path: '/', answered: 'html[data-sidebar=collapsed]' },
  { name: 'Calendar', path: '/', on: '#navigation summary >> nth=2', answered: '#navigation details[open]' },
  { name: 'Your account', path: '/', answered: '#member-menu:popover-open' },
  { name: 'Account settings', path: '/', after: 'Your account', answered: '[role=dialog] form' },
  {
    name: 'Play',
    path: '/video-playlist',
    on: 'article a[data-hold] >> visible=true >> nth=0',
    answered: '.animate-spin',
  },
]

if (options.help) {
  console.log(
    `Usage: npm run bench -- press [--tries N] [--only PRESS] [--json]\nN tries of each press.\nPresses: ${presses.map(({ name }) => name).join(', ')}.`,
  )
} else {
  const portal = await forkPortal()
  const browser = await chromium.launch(browserOptions())
  try {
    const waits = await timePresses(portal, browser, Number(options.tries))
    const blocks = await timeBlocks(portal, browser, Number(options.tries))
    if (options.json) console.log(JSON.stringify({ waits, blocks }, null, 2))
    else {
      console.log(`Medians of ${options.tries}, milliseconds: from the press to what it shows`)
      console.table(waits)
      console.log('Blocked while loading: what each task takes beyond 50 ms, from the first paint on')
      console.table(blocks)
    }
  } finally {
    await browser.close()
    await portal.stop()
  }
}

async function timePresses(portal: ForkedPortal, browser: Browser, tries: number) {
  const waits: Record<string, { cold: number; warm: number }> = {}
  for (const press of presses.filter(({ name }) => !options.only || name === options.only)) {
    const cold: number[] = []
    const warm: number[] = []
    for (let n = 0; n < tries; n++) {
      const page = await openPage(portal, browser)
      cold.push(await timeOf(page, portal.siteUrl, press))
      // Everything it needs is in this browser's cache by now.
      await page.context().clearCookies({ name: /sidebar/ })
      await page.evaluate(() => sessionStorage.clear())
      warm.push(await timeOf(page, portal.siteUrl, press))
      await page.context().close()
    }
    console.error(`${press.name}: done`)
    waits[press.name] = { cold: median(cold), warm: median(warm) }
  }
  return waits
}

async function timeOf(page: Page, siteUrl: string, press: Press): Promise<number> {
  await page.goto('about:blank')
  await page.goto(siteUrl + press.path)
  await page.waitForTimeout(PRESS_AFTER_MS)
  if (press.after) {
    await buttonOf(page, press.after).click()
    await page.waitForTimeout(PRESS_AFTER_MS)
  }
  await page.evaluate(
    ([selector, limit]) => {
      const { promise, resolve } = Promise.withResolvers<number>()
      Object.assign(window, { answerTime: promise })
      const alreadyThere = new Set(document.querySelectorAll(selector))
      addEventListener(
        'click',
        ({ timeStamp }) => {
          const look = () => {
            const waited = performance.now() - timeStamp
            const isAnswered = [...document.querySelectorAll(selector)].some(
              (found) => !alreadyThere.has(found),
            )
            if (isAnswered) resolve(waited)
            else if (waited > limit) resolve(NaN)
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        },
        { capture: true, once: true },
      )
    },
    [press.answered, ANSWER_LIMIT_MS] as const,
  )
  await (press.on ? page.locator(press.on) : buttonOf(page, press.name)).click()
  return await page.evaluate(() => (window as unknown as { answerTime: Promise<number> }).answerTime)
}

function buttonOf(page: Page, name: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^${name}`) }).first()
}

async function timeBlocks(portal: ForkedPortal, browser: Browser, tries: number) {
  const blocks: Record<string, { median: number; worst: number }> = {}
  for (const path of options.only ? [] : PATHS) {
    const blocked: number[] = []
    for (let n = 0; n < tries; n++) {
      const page = await openPage(portal, browser)
      await page.goto(portal.siteUrl + path)
      await page.waitForTimeout(PRESS_AFTER_MS)
      blocked.push(await page.evaluate(blockedSincePaint))
      await page.context().close()
    }
    console.error(`${path}: done`)
    blocks[path] = { median: median(blocked), worst: Math.round(Math.max(...blocked)) }
  }
  return blocks
}

async function blockedSincePaint(): Promise<number> {
  const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  const tasks = await new Promise<PerformanceEntryList>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({
      type: 'longtask',
      buffered: true,
    })
    setTimeout(() => resolve([]), 500)
  })
  return tasks
    .filter(({ startTime }) => startTime >= paint)
    .reduce((total, { duration }) => total + duration - 50, 0)
}

async function openPage({ siteUrl, cookie }: ForkedPortal, browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([
    { name, value, domain: new URL(siteUrl).hostname, path: '/', secure: true, httpOnly: true },
  ])
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
  return page
}

function median(values: number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN)
}

interface Press {
  /** What its name begins with. */
  name: string
  path: string
  /** Where it is no button. */
  on?: string
  /** Pressed first, to reach it. */
  after?: string
  /** What matches once it is answered. */
  answered: string
}

/**
 * From one page to the next, as a member goes: `npm run bench -- visit`. A desktop as it is, and a phone on slow
 * 4G with a quarter of this processor.
 */
import { parseArgs } from 'node:util'
import { chromium, type Locator, type Page } from 'playwright'
import { memberKey } from '#src/islands/session.ts'
import bringBuiltProjectUpToDate from '../support/built-project.ts'
import { browserOptions } from '../support/find-browser.ts'
import { forkPortal } from './forked-portal.ts'
import { query } from '../support/query.ts'

const { values: options } = parseArgs({
  options: {
    tries: { type: 'string', default: '9' },
    denials: { type: 'string', default: '100' },
  },
})

const RTT_MS = 150
const NO_LIMIT = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
const desktop: Device = { viewport: { width: 1440, height: 900 } }
const phone: Device = {
  viewport: { width: 412, height: 823 },
  network: { offline: false, latency: RTT_MS, downloadThroughput: 204_800, uploadThroughput: 93_750 },
  cpu: 4,
}
const HOVER_MS = 100
const AT_REST_MS = 2000
const WATCHED = { video: 'cohort-17/week-0/onboarding', seconds: 340 }

await bringBuiltProjectUpToDate()
const portal = await forkPortal()
const browser = await chromium.launch(browserOptions())
try {
  console.table(await measure())
} finally {
  await browser.close()
  await portal.stop()
}

async function measure() {
  const figures: Record<string, Figures> = {}
  for (const [name, device] of Object.entries({ desktop, phone })) {
    figures[`${name}: press after ${HOVER_MS} ms of hovering`] = spread(await times(HOVER_MS, device))
    figures[`${name}: press at once`] = spread(await times(0, device))
  }
  figures['phone: to the second of a video, 2 presses'] = spread(await repeat(timeToVideo))
  figures[`a denied member’s page replaced, round trip ${RTT_MS} ms`] = await denials()
  return figures

  function times(hoverMs: number, device: Device) {
    return repeat(async () => {
      const page = await openPage(device)
      await page.goto(portal.siteUrl)
      await page.waitForTimeout(AT_REST_MS)
      const link = page.locator('main a[href="/leaderboard"]').first()
      // Its files are kept by then, as on every page but a visit's first.
      await press(page, link, 0)
      await page.goto(portal.siteUrl)
      await page.waitForTimeout(AT_REST_MS)
      const waited = await press(page, link, hoverMs)
      await page.context().close()
      return waited
    })
  }
}

async function repeat(once: () => Promise<number>): Promise<number[]> {
  const found: number[] = []
  for (let n = 0; n < Number(options.tries); n++) found.push(await once())
  return found
}

/** @returns the milliseconds from the press to the first paint of the page it leads to. */
async function press(page: Page, link: Locator, hoverMs: number): Promise<number> {
  if (hoverMs > 0) {
    await link.hover({ position: { x: 20, y: 20 } })
    await page.waitForTimeout(hoverMs)
  }
  const from = page.url()
  await link.click({ position: { x: 20, y: 20 } })
  await page.waitForURL((url) => url.href !== from)
  return page.evaluate(async () => {
    const painted = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime
    while (painted() === undefined) await new Promise((resolve) => setTimeout(resolve, 10))
    return performance.timeOrigin + (painted() ?? 0) - Number(sessionStorage.getItem('pressed-at'))
  })
}

/** 'Continue' on home, then play: until the player is asked for at the second where the member stopped. */
async function timeToVideo(): Promise<number> {
  const page = await openPage(phone)
  await page.context().addInitScript(
    ([key, seconds]) => {
      const stopped = { positionSeconds: seconds, durationSeconds: 900, playedAt: 1_750_000_000_000 }
      localStorage.setItem(key, JSON.stringify({ ...stopped, watched: false, markedAt: null, unsent: true }))
    },
    [`progress/${memberKey(portal.email)}/${WATCHED.video}`, WATCHED.seconds] as const,
  )
  await page.context().route(/youtube/, (route) => route.fulfill({ body: '' }))
  await page.goto(`${portal.siteUrl}/video-playlist`)
  await page.waitForTimeout(AT_REST_MS * 3)
  await page.goto(portal.siteUrl)
  await page.waitForTimeout(AT_REST_MS)
  const first = await press(page, page.locator('[data-cell=continue] a'), 0)
  await page.waitForTimeout(AT_REST_MS)
  const asked = page.waitForRequest((request) => request.url().includes(`start=${WATCHED.seconds}`))
  const pressed = performance.now()
  await page.locator('article a[data-hold]').first().click()
  await asked
  const second = performance.now() - pressed
  await page.context().close()
  return first + second
}

/**
 * The member is denied between the hovering, which fetches the page, and the press: from the page's first paint until nothing
 * of it is there.
 */
async function denials(): Promise<Figures> {
  const page = await openPage({ ...desktop, network: { ...NO_LIMIT, latency: RTT_MS } })
  const decide = (status: string) =>
    query(
      portal,
      'update profiles set approval_status = $1 where id = (select id from users where email = $2)',
      [status, portal.email],
    )
  await page.addInitScript(() => {
    const { timeOrigin } = performance
    const painted = (list: PerformanceObserverEntryList) => {
      sessionStorage['shown-at'] ??= timeOrigin + (list.getEntries()[0]?.startTime ?? 0)
    }
    new PerformanceObserver(painted).observe({ type: 'paint', buffered: true })
    const note = () => {
      if (document.documentElement.style.opacity === '0')
        sessionStorage['gone-at'] ??= timeOrigin + performance.now()
    }
    new MutationObserver(note).observe(document, { attributeFilter: ['style'], subtree: true })
  })
  const waits: number[] = []
  for (let n = 0; n < Number(options.denials); n++) {
    await page.goto(portal.siteUrl)
    const link = page.locator('main a[href="/leaderboard"]').first()
    const fetched = page
      .context()
      .waitForEvent('requestfinished', (request) => request.url().endsWith('/leaderboard'))
    await link.hover()
    await fetched
    await decide('denied')
    await page.evaluate(() => sessionStorage.clear())
    await link.click()
    await page.getByRole('heading', { name: 'Account Access Denied' }).waitFor()
    const { goneAt, shownAt } = await page.evaluate(() => ({
      goneAt: Number(sessionStorage['gone-at']),
      shownAt: Number(sessionStorage['shown-at']),
    }))
    waits.push(Math.max(0, goneAt - shownAt))
    await decide('approved')
  }
  await page.context().close()
  const inTime = waits.filter((wait) => wait <= RTT_MS + 100).length
  return { ...spread(waits), 'within round trip + 100 ms': `${inTime} of ${waits.length}` }
}

async function openPage(device: Device): Promise<Page> {
  const { viewport, network, cpu = 1 } = device
  const context = await browser.newContext({ viewport })
  const [name = '', value = ''] = portal.cookie.split('=')
  await context.addCookies([
    { name, value, domain: new URL(portal.siteUrl).hostname, path: '/', httpOnly: true },
  ])
  await context.addInitScript(() => {
    const note = ({ timeStamp }: Event) =>
      sessionStorage.setItem('pressed-at', String(performance.timeOrigin + timeStamp))
    addEventListener('click', note, true)
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network ?? NO_LIMIT)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  return page
}

function spread(values: readonly number[]): Figures {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN)
  return { median: at(0.5), p75: at(0.75), worst: at(1) }
}

type Figures = Record<string, number | string>

interface Device {
  viewport: { width: number; height: number }
  network?: typeof NO_LIMIT
  /** How many times slower. */
  cpu?: number
}

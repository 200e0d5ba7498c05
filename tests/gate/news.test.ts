import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { expect as shownIn } from 'playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { DAY_MS, HOUR_MS } from '#src/shared/units.ts'
import { hindrancesInBothThemes } from '../e2e/axe.ts'
import { browserOptions } from '../support/find-browser.ts'
import { copyProject, type ProjectCopy } from '../support/project-copy.ts'
import { PASSWORD, signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'

/** A portal in the middle of a programme, in a browser: what came yesterday, what was there, and what is to come. */
let copy: ProjectCopy
let stack: Stack
let browser: Browser
let member: { email: string; cookie: string }
const contexts: BrowserContext[] = []

beforeAll(async () => {
  copy = copyProject()
  for (const [path, text] of Object.entries(content())) copy.write(`src/content/${path}`, text)
  const { ok, output } = copy.build()
  if (!ok) throw new Error(output)
  stack = await startTestStack({ root: copy.root })
  browser = await chromium.launch(browserOptions())
}, 300_000)

beforeEach(async () => {
  const email = `member-${contexts.length}-${Date.now()}@example.com`
  member = { email, cookie: await signedInMember(stack, { email, status: 'approved' }) }
})

afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

afterAll(async () => {
  await browser.close()
  await stack.close()
  copy.remove()
})

describe('what is new', () => {
  test('is nothing on a first visit', async () => {
    const page = await open('/')
    await shownIn(page.locator('.new-dot:visible')).toHaveCount(0)
    await shownIn(page.getByRole('heading', { name: /^New since/ })).toBeHidden()
  })

  test('stands on home from the first picture on, and moves nothing by more than 0.02', async () => {
    const page = await openAfterDays(3)
    const news = page.locator('[data-news]')
    await shownIn(news.getByRole('heading')).toHaveText(/^New since [A-Z][a-z]+day$/)
    await shownIn(news.getByRole('link')).toHaveText([
      /Perks\s*Page/,
      /Shaping a First Product\s*Video, Week 3/,
    ])
    expect(await shifts(page)).toBeLessThanOrEqual(0.02)
  })

  test('hinders nobody on home, by day and in the evening', async () => {
    const page = await openAfterDays(3)
    await shownIn(page.locator('[data-news]')).toBeVisible()
    expect(await hindrancesInBothThemes(page)).toEqual([])
  })

  test('carries a dot in the sidebar, with words, and once: on its group as long as that is folded', async () => {
    const page = await openAfterDays(3)
    const sidebar = page.getByRole('navigation', { name: 'Main' })
    await shownIn(sidebar.locator('.new-dot:visible')).toHaveCount(1)
    await shownIn(sidebar.getByRole('link', { name: 'Resources with new pages' })).toBeVisible()
    await sidebar.getByLabel('Pages under Resources').click()
    await shownIn(sidebar.getByRole('link', { name: 'Perks new', exact: true })).toBeVisible()
    await shownIn(sidebar.locator('.new-dot:visible')).toHaveCount(1)
    await page.getByRole('button', { name: 'Toggle sidebar' }).click()
    await shownIn(sidebar.getByRole('link', { name: 'Resources with new pages' })).toBeVisible()
  })

  test('carries a dot in the playlist: on its week as long as that is folded, until it was watched', async () => {
    const page = await openAfterDays(3, '/video-playlist')
    const list = page.getByRole('navigation', { name: 'Videos by week' })
    await shownIn(list.locator('.new-dot:visible')).toHaveCount(1)
    await list.getByText('Week 3', { exact: true }).click()
    const video = list.getByRole('link', { name: /^Shaping a First Product new/ })
    await shownIn(list.locator('.new-dot:visible')).toHaveCount(1)
    await video.click()
    await page.getByRole('button', { name: 'Mark watched' }).click()
    await shownIn(list.locator('.new-dot:visible')).toHaveCount(0)
  })

  test('is seen where the system chooses the colours', async () => {
    const page = await openAfterDays(3)
    await page.emulateMedia({ forcedColors: 'active' })
    const colours = await page
      .locator('.new-dot:visible')
      .first()
      .evaluate((dot) => [
        getComputedStyle(dot).backgroundColor,
        getComputedStyle(document.body).backgroundColor,
      ])
    expect(new Set(colours).size).toBe(2)
  })

  test('stays so during the visit, and ends with the next', async () => {
    const page = await openAfterDays(3)
    const heading = page.getByRole('heading', { name: /^New since/ })
    await page.reload()
    await shownIn(heading).toBeVisible()
    await page.clock.setFixedTime(Date.now() + 7 * HOUR_MS)
    await page.reload()
    await shownIn(heading).toBeHidden()
    await shownIn(page.locator('.new-dot:visible')).toHaveCount(0)
  })

  test('is known to this browser after its member signed out', async () => {
    const page = await openAfterDays(3)
    await page
      .getByRole('button', { name: /Your account/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await shownIn(page).toHaveURL(/\/auth/)
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await shownIn(page.getByRole('heading', { name: /^New since/ })).toBeVisible()
  })
})

describe('an announcement', () => {
  test('stands on home in its time alone, the latest first, and on no other page', async () => {
    const page = await open('/')
    await shownIn(page.locator('[data-announcement]:visible h2')).toHaveText([
      /^Rehearsal on Friday/,
      /^Wear a name tag/,
    ])
    await page.goto('/perks')
    await shownIn(page.locator('[data-announcement]')).toHaveCount(0)
  })

  test('is new to a member who was not here since', async () => {
    const page = await openAfterDays(3)
    await shownIn(page.getByRole('heading', { name: 'Rehearsal on Friday new' })).toBeVisible()
    await shownIn(page.getByRole('heading', { name: 'Wear a name tag', exact: true })).toBeVisible()
  })

  test('goes when it is dismissed, by keyboard too, and stays away', async () => {
    const page = await open('/')
    await page.getByRole('button', { name: 'Dismiss: Rehearsal on Friday' }).focus()
    await page.keyboard.press('Enter')
    await shownIn(page.getByRole('heading', { name: 'Rehearsal on Friday' })).toBeHidden()
    await shownIn(page.getByRole('button', { name: 'Dismiss: Wear a name tag' })).toBeFocused()
    await page.reload()
    await shownIn(page.locator('[data-announcement]:visible')).toHaveCount(1)
    expect(await shifts(page)).toBeLessThanOrEqual(0.02)
  })

  test('is a document with its days where no script runs', async () => {
    const page = await open('/', { javaScriptEnabled: false })
    const rehearsal = page.getByRole('article', { name: 'Rehearsal on Friday' })
    await shownIn(rehearsal.getByText(/^to [A-Z][a-z]+ \d+$/)).toBeVisible()
    await shownIn(rehearsal.getByRole('link', { name: 'calendar' })).toBeVisible()
    await shownIn(page.getByRole('button', { name: /^Dismiss/ })).toHaveCount(0)
  })
})

/** In a browser that opened its last page some days ago. */
async function openAfterDays(days: number, path = '/'): Promise<Page> {
  const seen = Date.now() - days * DAY_MS
  const value = JSON.stringify({ since: null, seen, dismissed: [] })
  const storage = { origin: stack.siteUrl, localStorage: [{ name: 'visit', value }] }
  return open(path, { storageState: { cookies: [], origins: [storage] } })
}

async function open(path: string, options: ContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: stack.siteUrl,
    viewport: { width: 1280, height: 900 },
    ...options,
  })
  contexts.push(context)
  const [name = '', value = ''] = member.cookie.split('=')
  await context.addCookies([
    { name, value, domain: 'localhost', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' },
  ])
  const page = await context.newPage()
  await watchShifts(page)
  await page.goto(path)
  return page
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

function shifts(page: Page): Promise<number> {
  return page.evaluate(() => window.shifts)
}

declare global {
  interface Window {
    shifts: number
  }
}

/** What `src/content` of the project has is older than its history, for a copy has none. */
function content(): Record<string, string> {
  const page = (title: string, days: number) =>
    `title: ${title}\ndescription: Of the programme.\npublished: ${onTheWall(days)}\nadds: them\n`
  const announcement = (title: string, from: number, until: number) =>
    `---\ntitle: ${title}\nfrom: ${onTheWall(from)}\nuntil: ${onTheWall(until)}\n---\n\nSee the [calendar](/calendar).\n`
  const video = 'title: Shaping a First Product\nvideoId: SAMPLE-0301'
  return {
    'pages/perks.yaml': page('Perks', -1),
    'pages/tools.yaml': page('Tools', 1),
    'pages/talent.yaml': page('Talent', -10),
    'playlist/cohort-17/03-week-3/01-shaping-a-first-product.md': `---\n${video}\npublished: ${onTheWall(-2)}\n---\n`,
    'announcements/rehearsal.md': announcement('Rehearsal on Friday', -1, 1),
    'announcements/name-tag.md': announcement('Wear a name tag', -5, 5),
    'announcements/over.md': announcement('Lunch is served', -9, -8),
    'announcements/coming.md': announcement('Next week', 6, 9),
  }
}

/** A day and a time on the programme's clock, so many days from now. Honolulu knows no summer time. */
function onTheWall(days: number): string {
  return new Date(Date.now() + days * DAY_MS - 10 * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ')
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { expect as shownIn } from 'playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#src/shared/units.ts'
import type { Stack } from '../../netlify/local/stack.ts'
import { walkFolder } from '../../tools/walk-folder.ts'
import { hindrancesInBothThemes } from '../e2e/axe.ts'
import { readBuiltSite, type BuiltSite } from '../support/built-site.ts'
import { browserOptions } from '../support/find-browser.ts'
import { copyProject, type ProjectCopy } from '../support/project-copy.ts'
import { PASSWORD, signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'
import { framesAllowed } from './built-pages.ts'
import { anotherYear, embeds, REFUSING, SIGN } from './another-year.ts'

let copy: ProjectCopy
let site: BuiltSite
let stack: Stack
let browser: Browser
let member: { email: string; cookie: string }
let context: BrowserContext | null = null

beforeAll(async () => {
  copy = copyProject()
  for (const [path, text] of Object.entries(anotherYear())) copy.write(`src/content/${path}`, text)
  const { ok, output } = copy.build()
  if (!ok) throw new Error(output)
  site = readBuiltSite(copy.root)
  stack = await startTestStack({ root: copy.root })
  browser = await chromium.launch(browserOptions())
}, 300_000)
beforeEach(async () => {
  const email = `member-${Date.now()}@example.com`
  member = { email, cookie: await signedInMember(stack, { email, status: 'approved' }) }
})
afterEach(async () => {
  await context?.close()
  context = null
})
afterAll(async () => {
  await browser.close()
  await stack.close()
  copy.remove()
})

describe('a programme’s addresses', () => {
  test('are framed in a sandbox and with a title, by pages that may frame their hosts alone', () => {
    expect(framesAllowed(site, '/leaderboard')).toEqual(['https://airtable.com'])
    expect(framesAllowed(site, '/resources')).toEqual([
      ...['https://drive.google.com', 'https://kanari-perks.notion.site', 'https://miro.com'],
    ])
    for (const [name, address] of Object.entries(embeds)) {
      if (address === REFUSING) continue
      expect(site.readProtected(`${name}.html`), name).toMatch(
        /<iframe(?=[^>]*\ssandbox="[^"]+")(?=[^>]*\ssrc="https:)[^>]*\stitle="[^"]+"/,
      )
    }
  })

  test('lie in the vault alone: not in a public file, the middleware or a function', () => {
    const functions = join(copy.root, '.netlify/v1')
    const code = walkFolder(functions).filter((file) => !file.startsWith('blobs/'))
    const texts = [
      ...site.publicFiles.map((file) => [file, site.read(file)] as const),
      ...code.map((file) => [file, readFileSync(join(functions, file), 'utf8')] as const),
    ]
    expect(texts.filter(([, text]) => text.toLowerCase().includes(SIGN)).map(([file]) => file)).toEqual([])
  })

  test('are links where a site refuses frames; a card says what the last check found', () => {
    const html = site.readProtected('founders.html')
    expect(html).not.toContain('<iframe')
    expect(html).toContain(`href="${REFUSING}"`)
    expect(site.readProtected('companies.html')).toContain(
      'Our check on 2025-06-02 found that it doesn’t exist (404).',
    )
    for (const page of ['lead-mentors', 'mentors'])
      expect(site.readProtected(`${page}.html`)).toContain('add the lead mentors soon.')
  })
})

describe('the playlist of four cohorts', () => {
  const list = (page: Page) => page.getByRole('navigation', { name: 'Videos by week' })
  const heading = (page: Page) => page.locator('article:visible').getByRole('heading', { level: 2 })
  const openGroups = (page: Page) =>
    list(page).locator('details[open] > summary').locator('h2, h3').allTextContents()

  test('opens the newest cohort that has a video, and fetches each other one once', async () => {
    const page = await open('/video-playlist')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await shownIn(heading(page)).toHaveText('Session 1.1')
    await shownIn(list(page).getByText('SEO That Lasts', { exact: true })).toHaveCount(0)
    await shownIn.poll(() => openGroups(page)).toEqual(['Cohort 18', 'Week 1'])
    for (const empty of ['Week 6', 'Cohort 19'])
      await shownIn(list(page).getByText(empty, { exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Open all', exact: true }).click()
    await shownIn(list(page).getByText('Goodbyes')).toBeVisible()
    await shownIn(list(page).locator('details:not([open])')).toHaveCount(0)
    expect(asked.filter((path) => /cohort-1\d\.json$/.test(path))).toHaveLength(2)
  })

  test.each([
    ['#Building-in-Hawaiʻi&t=30', 'Building in Hawaiʻi', ['Cohort 17', 'Week 9']],
    ['#Welcome-to-the-Cohort', 'Onboarding', ['Cohort 17', 'Week 0']],
    ['#talk-story-at-dusk', 'Talk Story at Dusk', ['Cohort 16', 'Week 1']],
  ])('selects a video of another cohort by its link %s', async (hash, title, groups) => {
    const page = await open(`/video-playlist${hash}`)
    await shownIn(heading(page)).toHaveText(title)
    await shownIn.poll(() => openGroups(page)).toEqual(['Cohort 18', 'Week 1', ...groups])
  })
})

describe('a member who comes back', () => {
  test('reads on home what is new, and no more of it at the next visit', async () => {
    const first = await open('/')
    await shownIn(first.locator('[data-announcement]:visible')).toHaveCount(2)
    await shownIn(first.locator('.new-dot:visible')).toHaveCount(0)

    const page = await openAfterDays(3)
    const heading = page.getByRole('heading', { name: /^New since [A-Z][a-z]+day$/ })
    await shownIn(heading).toBeVisible()
    await shownIn(page.locator('[data-news]').getByRole('link')).toHaveText([
      /Perks\s*Page/,
      /Setting Sail\s*Video, Week 3/,
    ])
    await shownIn(page.getByRole('heading', { name: 'Rehearsal on Friday new' })).toBeVisible()
    await shownIn(page.getByRole('heading', { name: 'Wear a name tag', exact: true })).toBeVisible()
    expect(await page.evaluate(() => window.shifts)).toBeLessThanOrEqual(0.02)
    expect(await hindrancesInBothThemes(page)).toEqual([])
    await page
      .getByRole('button', { name: /Your account/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await shownIn(heading).toBeVisible()
    await page.clock.setFixedTime(Date.now() + 7 * HOUR_MS)
    await page.reload()
    await shownIn(heading).toBeHidden()
    await shownIn(page.locator('.new-dot:visible')).toHaveCount(0)
  })

  test('sees one dot in the sidebar, on the group as long as it is folded', async () => {
    const page = await openAfterDays(3)
    const sidebar = page.getByRole('navigation', { name: 'Main' })
    await shownIn(sidebar.locator('.new-dot:visible')).toHaveCount(1)
    await shownIn(sidebar.getByRole('link', { name: 'Resources with new pages' })).toBeVisible()
    await sidebar.getByLabel('Pages under Resources').click()
    await shownIn(sidebar.getByRole('link', { name: 'Perks new', exact: true })).toBeVisible()
    await shownIn(sidebar.locator('.new-dot:visible')).toHaveCount(1)
  })

  test('sees one dot in the playlist until the video was watched', async () => {
    const page = await openAfterDays(3, '/video-playlist')
    const list = page.getByRole('navigation', { name: 'Videos by week' })
    await shownIn(list.locator('.new-dot:visible')).toHaveCount(1)
    await list.getByText('Week 3', { exact: true }).click()
    await list.getByRole('link', { name: /^Setting Sail new/ }).click()
    await shownIn(list.locator('.new-dot:visible')).toHaveCount(1)
    await page.getByRole('button', { name: 'Mark watched' }).click()
    await shownIn(list.locator('.new-dot:visible')).toHaveCount(0)
  })

  test('dismisses an announcement by the keyboard, for good; without JavaScript all are there', async () => {
    const page = await open('/')
    await page.getByRole('button', { name: 'Dismiss: Rehearsal on Friday' }).focus()
    await page.keyboard.press('Enter')
    await shownIn(page.getByRole('heading', { name: 'Rehearsal on Friday' })).toBeHidden()
    await shownIn(page.getByRole('button', { name: 'Dismiss: Wear a name tag' })).toBeFocused()
    await page.reload()
    await shownIn(page.locator('[data-announcement]:visible')).toHaveCount(1)

    const plain = await open('/', { javaScriptEnabled: false })
    const rehearsal = plain.getByRole('article', { name: 'Rehearsal on Friday' })
    await shownIn(rehearsal.getByText(/\bto [A-Z][a-z]+ \d+$/)).toBeVisible()
    await shownIn(plain.getByRole('button', { name: /^Dismiss/ })).toHaveCount(0)
  })
})

/** Opens a page in a browser that was last here some days ago. */
async function openAfterDays(days: number, path = '/'): Promise<Page> {
  const value = JSON.stringify({ since: null, seen: Date.now() - days * DAY_MS, dismissed: [] })
  const storage = { origin: stack.siteUrl, localStorage: [{ name: 'visit', value }] }
  return open(path, { storageState: { cookies: [], origins: [storage] } })
}

async function open(path: string, options: ContextOptions = {}): Promise<Page> {
  await context?.close()
  context = await browser.newContext({
    baseURL: stack.siteUrl,
    viewport: { width: 1280, height: 900 },
    ...options,
  })
  const [name = '', value = ''] = member.cookie.split('=')
  await context.addCookies([{ name, value, domain: 'localhost', path: '/', secure: true, httpOnly: true }])
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(path)
  if (options.javaScriptEnabled !== false)
    await shownIn(page.locator('astro-island[ssr] article')).toHaveCount(0)
  return page
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>

declare global {
  interface Window {
    shifts: number
  }
}

import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { expect as shownIn } from 'playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { browserOptions } from '../support/find-browser.ts'
import { copyProject, type ProjectCopy } from '../support/project-copy.ts'
import { rawRequest } from '../support/raw-http.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'

/**
 * The playlist some years on, in a browser behind the gate: the newest cohort in the page, and two older ones that are
 * fetched.
 */
let copy: ProjectCopy
let stack: Stack
let browser: Browser
let cookie: string
const contexts: BrowserContext[] = []

beforeAll(async () => {
  copy = copyProject()
  for (const [path, text] of Object.entries(years())) copy.write(path, text)
  const { ok, output } = copy.build()
  if (!ok) throw new Error(output)
  stack = await startTestStack({ root: copy.root })
  cookie = await signedInMember(stack, { email: 'member@example.com', status: 'approved' })
  browser = await chromium.launch(browserOptions())
}, 300_000)

afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

afterAll(async () => {
  await browser.close()
  await stack.close()
  copy.remove()
})

test('the newest cohort that has a video is open; the others are named with what they hold', async () => {
  const page = await open('/video-playlist')
  await shownIn(heading(page)).toHaveText('Session 1.1')
  await shownIn(list(page).getByRole('link', { name: /^Session/, includeHidden: true })).toHaveCount(30)
  await shownIn(list(page).getByText('SEO That Lasts', { exact: true })).toHaveCount(0)
  expect(await openGroups(page)).toEqual(['Cohort 18', 'Week 1'])
  await shownIn(list(page).getByText('Week 5', { exact: true })).toHaveCount(1)
  for (const empty of ['Week 6', 'Cohort 19'])
    await shownIn(list(page).getByText(empty, { exact: true })).toHaveCount(0)
})

test('Open all fetches every cohort once, and opens it', async () => {
  const page = await open('/video-playlist')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Open all', exact: true }).click()
  await shownIn(list(page).getByText('Goodbyes')).toBeVisible()
  await shownIn(list(page).locator('details:not([open])')).toHaveCount(0)
  expect(asked.filter((path) => /cohort-1\d\.json$/.test(path))).toHaveLength(2)
})

describe('a link to a video of another cohort', () => {
  test.each([
    ['by its name', '#SEO-That-Lasts', 'SEO That Lasts', ['Cohort 17', 'Week 5']],
    ['at a moment', '#Building-in-Hawaiʻi&t=30', 'Building in Hawaiʻi', ['Cohort 17', 'Week 9']],
    ['by a former name', '#Welcome-to-the-Cohort', 'Onboarding', ['Cohort 17', 'Week 0']],
    ['in small letters', '#talk-story-at-dusk', 'Talk Story at Dusk', ['Cohort 16', 'Week 1']],
  ])('%s selects it, and opens its cohort and week', async (_, hash, title, groups) => {
    const page = await open(`/video-playlist${hash}`)
    await shownIn(heading(page)).toHaveText(title)
    await shownIn(list(page).locator('[aria-current]')).toHaveText(new RegExp(title))
    await shownIn.poll(() => openGroups(page)).toEqual(['Cohort 18', 'Week 1', ...groups])
  })

  test('that is none leaves the first', async () => {
    const page = await open('/video-playlist#No-Such-Session')
    await shownIn(page.getByRole('alert')).toContainText("We couldn't find “No Such Session”.")
    await shownIn(heading(page)).toHaveText('Session 1.1')
  })
})

test('a cohort that cannot be fetched is a link, and is fetched when it is opened again', async () => {
  const page = await open('/video-playlist')
  const line = list(page).getByText('Cohort 16', { exact: true })
  await page.route(/cohort-16/, (route) => route.abort())
  await line.click()
  await shownIn(page.getByRole('link', { name: 'Open Cohort 16' })).toBeVisible()
  await page.unroute(/cohort-16/)
  await line.click()
  await line.click()
  await shownIn(list(page).getByText('Goodbyes')).toBeAttached()
  await list(page).getByText('Week 1', { exact: true }).last().click()
  await shownIn(list(page).getByText('Goodbyes')).toBeVisible()
})

test('without JavaScript, on a phone, the list leads to another cohort and to its videos', async () => {
  const viewport = { width: 390, height: 844 }
  const page = await open('/video-playlist', { javaScriptEnabled: false, viewport })
  await page.getByRole('button', { name: /All videos/ }).click()
  await list(page).getByText('Cohort 16', { exact: true }).first().click()
  await page.getByRole('link', { name: 'Open Cohort 16' }).click()
  await shownIn(heading(page)).toHaveText('Talk Story at Dusk')
  await page.getByRole('button', { name: /All videos/ }).click()
  await list(page).getByText('Goodbyes').click()
  await shownIn(page.getByRole('heading', { level: 1 })).toHaveText('Goodbyes')
})

test.each([
  '/video-playlist/cohort-16',
  '/video-playlist/cohort-16.json',
  '/video-playlist/cohort-16/01-week-1/01-talk-story.json',
  '/video-playlist/cohort-16/01-week-1/01-talk-story',
  '/spoken/cohort-16.json',
  '/search.json',
])('%s is nobody’s who is not signed in', async (path) => {
  const answer = await rawRequest(stack.siteUrl, path, {})
  expect([answer.status, answer.body]).toEqual([302, ''])
})

async function open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: stack.siteUrl,
    viewport: { width: 1280, height: 900 },
    ...options,
  })
  contexts.push(context)
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([
    { name, value, domain: 'localhost', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' },
  ])
  const page = await context.newPage()
  await page.goto(path)
  if (options.javaScriptEnabled !== false)
    await shownIn(page.locator('astro-island[ssr] article')).toHaveCount(0)
  return page
}

function list(page: Page) {
  return page.getByRole('navigation', { name: 'Videos by week' })
}

function heading(page: Page) {
  return page.locator('article:visible').getByRole('heading', { level: 2 })
}

function openGroups(page: Page): Promise<string[]> {
  return list(page).locator('details[open] > summary').locator('h2, h3').allTextContents()
}

function years(): Record<string, string> {
  const group = (title: string) => `---\ntitle: ${title}\n---\n`
  const video = (title: string) => `---\ntitle: '${title}'\nvideoId: SAMPLE-0101\n---\n\nA session.\n`
  const folder = 'src/content/playlist'
  const files: Record<string, string> = {
    [`${folder}/cohort-16/index.md`]: group('Cohort 16'),
    [`${folder}/cohort-16/01-week-1/index.md`]: group('Week 1'),
    [`${folder}/cohort-16/01-week-1/01-talk-story.md`]: video('Talk Story at Dusk'),
    [`${folder}/cohort-16/01-week-1/01-talk-story.vtt`]:
      'WEBVTT\n\n00:01:01.000 --> 00:01:04.000\nThe roses of Lokelani street\n',
    [`${folder}/cohort-16/01-week-1/02-goodbyes.md`]: video('Goodbyes'),
    [`${folder}/cohort-18/index.md`]: group('Cohort 18'),
    [`${folder}/cohort-18/06-week-6/index.md`]: group('Week 6'),
    [`${folder}/cohort-19/index.md`]: group('Cohort 19'),
    [`${folder}/cohort-19/01-week-1/index.md`]: group('Week 1'),
  }
  for (let week = 1; week <= 5; week++) {
    files[`${folder}/cohort-18/0${week}-week-${week}/index.md`] = group(`Week ${week}`)
    for (let number = 1; number <= 6; number++) {
      const name = `${String(number).padStart(2, '0')}-session-${week}-${number}.md`
      files[`${folder}/cohort-18/0${week}-week-${week}/${name}`] = video(`Session ${week}.${number}`)
    }
  }
  return files
}

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
 * The playlist some years on, in a browser behind the gate: a newest cohort too large for one page, whose weeks come
 * when they are asked for, the cohort of today, and one before it.
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

describe('the newest cohort', () => {
  test('opens with its first week; its other weeks and other cohorts are not in the page', async () => {
    const page = await open('/video-playlist')
    await shownIn(heading(page)).toHaveText('Session 1.1')
    await shownIn(list(page).getByRole('link', { name: /^Session/ })).toHaveCount(26)
    await shownIn(list(page).getByText('Session 2.1', { exact: true })).toHaveCount(0)
    expect(await openGroups(page)).toEqual(['Cohort 18', 'Week 1'])
  })

  test('is the newest that has a video; what has none yet is not shown', async () => {
    const page = await open('/video-playlist')
    await shownIn(list(page).getByText('Week 5', { exact: true })).toHaveCount(1)
    for (const empty of ['Week 6', 'Cohort 19'])
      await shownIn(list(page).getByText(empty, { exact: true })).toHaveCount(0)
  })

  test('brings a week when it is opened, once', async () => {
    const page = await open('/video-playlist')
    const asked = requestsOf(page)
    await list(page).getByText('Week 3', { exact: true }).click()
    await list(page).getByText('Session 3.7', { exact: true }).click()
    await shownIn(heading(page)).toHaveText('Session 3.7')
    await shownIn(page).toHaveURL(/\/video-playlist#Session-37$/)
    await list(page).getByText('Week 3', { exact: true }).click()
    await list(page).getByText('Week 3', { exact: true }).click()
    expect(asked.filter((path) => path.endsWith('/03-week-3.json'))).toHaveLength(1)
    await page.goBack()
    await shownIn(heading(page)).toHaveText('Session 1.1')
  })

  test('brings all of its weeks at Open all', async () => {
    const page = await open('/video-playlist')
    await page.getByRole('button', { name: 'Open all', exact: true }).click()
    await shownIn(list(page).locator('li').getByRole('link', { includeHidden: true })).toHaveCount(
      5 * 26 + 35 + 2,
      {
        timeout: 15_000,
      },
    )
  })
})

describe('a link to a video that the page does not hold', () => {
  test.each([
    ['in another week', '#Session-526', 'Session 5.26', ['Cohort 18', 'Week 1', 'Week 5']],
    [
      'in another cohort',
      '#SEO-That-Lasts',
      'SEO That Lasts',
      ['Cohort 18', 'Week 1', 'Cohort 17', 'Week 5'],
    ],
    [
      'in another cohort, at a moment',
      '#Building-in-Hawaiʻi&t=30',
      'Building in Hawaiʻi',
      ['Cohort 18', 'Week 1', 'Cohort 17', 'Week 9'],
    ],
    [
      'by a former name in another cohort',
      '#Welcome-to-the-Cohort',
      'Onboarding',
      ['Cohort 18', 'Week 1', 'Cohort 17', 'Week 0'],
    ],
    [
      'typed without capitals, in the oldest cohort',
      '#talk-story-at-dusk',
      'Talk Story at Dusk',
      ['Cohort 18', 'Week 1', 'Cohort 16', 'Week 1'],
    ],
  ])('%s selects it, and opens its cohort and week', async (_, hash, title, groups) => {
    const page = await open(`/video-playlist${hash}`)
    await shownIn(heading(page)).toHaveText(title)
    await shownIn(list(page).locator('[aria-current]')).toHaveText(new RegExp(title.replace('.', '\\.')))
    await shownIn.poll(() => openGroups(page)).toEqual(groups)
    expect(new URL(page.url()).pathname).toBe('/video-playlist')
  })

  test('that is none leaves the first', async () => {
    const page = await open('/video-playlist#No-Such-Session')
    await shownIn(heading(page)).toHaveText('Session 1.1')
  })

  test('is left out, and can be tried again, while the portal cannot be reached', async () => {
    const page = await open('/video-playlist')
    await page.route(/week-4/, (route) => route.abort())
    await list(page).getByText('Week 4', { exact: true }).click()
    await shownIn(page.getByRole('link', { name: 'Open Week 4' })).toBeVisible()
    await page.unroute(/week-4/)
    await list(page).getByText('Week 4', { exact: true }).click()
    await list(page).getByText('Week 4', { exact: true }).click()
    await shownIn(list(page).getByText('Session 4.1', { exact: true })).toBeVisible()
  })
})

describe('without JavaScript', () => {
  test('other weeks and cohorts are links to pages that show their videos', async () => {
    const page = await open('/video-playlist', { javaScriptEnabled: false })
    await list(page).getByText('Week 2', { exact: true }).click()
    await page.getByRole('link', { name: 'Open Week 2' }).click()
    await shownIn(heading(page)).toHaveText('Session 2.1')
    await list(page).getByText('Session 2.9', { exact: true }).click()
    await shownIn(heading(page)).toHaveText('Session 2.9')
    await list(page).getByText('Cohort 17', { exact: true }).first().click()
    await page.getByRole('link', { name: 'Open Cohort 17' }).click()
    await shownIn(heading(page)).toHaveText('Onboarding')
    await list(page).getByText('Week 5', { exact: true }).click()
    await list(page).getByText('SEO That Lasts', { exact: true }).click()
    await shownIn(heading(page)).toHaveText('SEO That Lasts')
  })

  test('on a phone the list opens, and leads to another cohort', async () => {
    const page = await open('/video-playlist', {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    })
    await page.getByRole('button', { name: /All videos/ }).click()
    await list(page).getByText('Cohort 16', { exact: true }).first().click()
    await page.getByRole('link', { name: 'Open Cohort 16' }).click()
    await shownIn(heading(page)).toHaveText('Talk Story at Dusk')
  })
})

test.each([
  '/video-playlist/cohort-16',
  '/video-playlist/cohort-16.json',
  '/video-playlist/cohort-18/03-week-3.json',
  '/video-playlist/cohort-16/01-week-1/01-talk-story.json',
  '/video-playlist/cohort-18/03-week-3',
  '/video-playlist/cohort-16/01-week-1/01-talk-story',
  '/video-playlist/find-0.json',
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

function requestsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  return asked
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
    for (let number = 1; number <= 26; number++) {
      const name = `${String(number).padStart(2, '0')}-session-${week}-${number}.md`
      files[`${folder}/cohort-18/0${week}-week-${week}/${name}`] = video(`Session ${week}.${number}`)
    }
  }
  return files
}

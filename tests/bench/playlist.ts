/** The search with 500 videos in ten cohorts, all transcribed: from a key to its first hit, and what is fetched before. */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import { browserOptions } from '../support/find-browser.ts'
import { copyProject } from '../support/project-copy.ts'
import { forkPortal, type ForkedPortal } from './forked-portal.ts'
import { COHORTS, lineOf, titleOf, VIDEOS_A_COHORT, writePlaylist } from './playlist-content.ts'

const TRIES = 5
const ANSWER_LIMIT_MS = 60_000
const NEWEST = COHORTS * 1000
const OLDEST = 1000 + VIDEOS_A_COHORT - 1

const questions: Record<string, [query: string, hit: string]> = {
  'a page': ['leaderb', 'Leaderboard'],
  'a page, misspelt': ['leaderbord', 'Leaderboard'],
  'a video of the newest cohort': [titleOf(NEWEST), titleOf(NEWEST)],
  'a video of the oldest': [titleOf(OLDEST), titleOf(OLDEST)],
  'a word that is said everywhere': ['kakaka', 'kakaka'],
  'a line of the newest cohort': [lastWord(lineOf(NEWEST, 7)), lineOf(NEWEST, 7)],
  'a line of the oldest': [lastWord(lineOf(OLDEST, 7)), lineOf(OLDEST, 7)],
}

const project = copyProject()
const playlist = 'src/content/playlist'
await rm(join(project.root, playlist), { recursive: true })
writePlaylist((path, text) => project.write(`${playlist}/${path}`, text))
// Home waits for a video of the playlist that was there.
const home = await readFile(join(project.root, 'src/content/home.yaml'), 'utf8')
project.write('src/content/home.yaml', home.replace(/^ *until: .*\n/m, ''))
try {
  const { ok, output } = project.build()
  if (!ok) throw new Error(output)
  const portal = await forkPortal(project.root)
  const browser = await chromium.launch(browserOptions())
  console.table(await measure(browser, portal))
  await browser.close()
  await portal.stop()
} finally {
  project.remove()
}

async function measure(browser: Browser, portal: ForkedPortal) {
  const rows: Record<string, Record<string, number>> = {}
  for (const [name, [query, hit]] of Object.entries(questions)) {
    const answers: Answer[] = []
    for (let n = 0; n < TRIES; n++) answers.push(await answer(browser, portal, query, hit))
    const medians = Object.keys(answers[0] ?? {}).map((figure) => [
      figure,
      median(answers.map((one) => one[figure as keyof Answer])),
    ])
    rows[name] = {
      ...(Object.fromEntries(medians) as Answer),
      'worst key ms': Math.max(...answers.map((one) => one['key to hit ms'])),
    }
  }
  return rows
}

/** The first search of a visit, with nothing in the browser's cache, and then its last key once more. */
async function answer(
  browser: Browser,
  { siteUrl, cookie }: ForkedPortal,
  query: string,
  hit: string,
): Promise<Answer> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = cookie.split('=')
  const domain = new URL(siteUrl).hostname
  await context.addCookies([{ name, value, domain, path: '/', httpOnly: true }])
  const page = await context.newPage()
  // Away from what wakes at the pointer.
  await page.mouse.move(1000, 700)
  await page.goto(siteUrl, { waitUntil: 'networkidle' })
  const fetched = await countFetched(page)
  await watch(page, hit)
  await page.keyboard.press('Control+k')
  await page.keyboard.insertText(query.slice(0, -1))
  await page.keyboard.press(query.slice(-1))
  const first = await answered(page)
  const { files, bytes } = { ...fetched }
  const field = page.locator('#palette input')
  await field.fill(query.slice(0, -1))
  await page.waitForFunction(() => !document.querySelector('#palette [aria-busy=true]'))
  await page.waitForTimeout(300)
  await watch(page, hit)
  await page.keyboard.press(query.slice(-1))
  const key = await answered(page)
  await context.close()
  return {
    'key to hit ms': key,
    'first search ms': first,
    'files before it': files,
    'kB before it': Math.round(bytes / 1000),
  }
}

/** What comes over the line from now on. */
async function countFetched(page: Page): Promise<{ files: number; bytes: number }> {
  const fetched = { files: 0, bytes: 0 }
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    fetched.files++
    fetched.bytes += encodedDataLength
  })
  await devtools.send('Network.enable')
  return fetched
}

/** Times the next key until a hit that says this is painted. */
function watch(page: Page, hit: string): Promise<void> {
  return page.evaluate(
    ([text, limit]) => {
      const { promise, resolve } = Promise.withResolvers<number>()
      Object.assign(window, { answered: promise })
      const time = ({ timeStamp, key }: KeyboardEvent) => {
        if (key === 'k' || key === 'Control') return
        removeEventListener('keydown', time, true)
        const look = () => {
          const isThere = [...document.querySelectorAll('#palette [role=option]')].some((option) =>
            option.textContent.includes(text),
          )
          const ms = performance.now() - timeStamp
          if (isThere || ms > limit) setTimeout(() => resolve(performance.now() - timeStamp))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }
      addEventListener('keydown', time, true)
    },
    [hit, ANSWER_LIMIT_MS] as const,
  )
}

async function answered(page: Page): Promise<number> {
  const ms = await page.evaluate(() => (window as unknown as { answered: Promise<number> }).answered)
  if (ms > ANSWER_LIMIT_MS) throw new Error('Nothing answered.')
  return Math.round(ms)
}

function lastWord(text: string): string {
  return text.slice(text.lastIndexOf(' ') + 1)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}

interface Answer {
  'key to hit ms': number
  'first search ms': number
  'files before it': number
  'kB before it': number
}

/**
 * How soon the box answers at a quarter of this processor, and what is fetched before that: with the real playlist and
 * with a large one. `npm run bench -- box`.
 */
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright'
import { browserOptions } from '../support/find-browser.ts'
import { forkPortal } from './forked-portal.ts'
import { coldAnswer, openBox, warmAnswer, type Answer } from './box-page.ts'
import { readQuestions, type Question } from './box-questions.ts'
import { buildPlaylistProject } from './playlist-project.ts'

const ROOT = new URL('../..', import.meta.url).pathname

const { values: options } = parseArgs({
  options: {
    tries: { type: 'string', default: '9' },
    videos: { type: 'string', default: '10000' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (options.help) {
  console.log(
    'Usage: npm run bench -- box [--tries N] [--videos N] [--json]\nN tries of each question; so many videos besides the real ones, 0 for none.',
  )
} else await bench()

async function bench(): Promise<void> {
  const browser = await chromium.launch(browserOptions())
  const report: Record<string, Awaited<ReturnType<typeof measure>>> = {}
  try {
    report['the real playlist'] = await measure(browser, ROOT)
    if (Number(options.videos) > 0) {
      const { root } = await buildPlaylistProject(Number(options.videos), 'some')
      try {
        report[`${options.videos} videos`] = await measure(browser, root)
      } finally {
        await rm(root, { recursive: true })
      }
    }
  } finally {
    await browser.close()
  }
  if (options.json) {
    console.log(JSON.stringify(report, null, 2))
    return
  }
  console.log(`Medians of ${options.tries} at a quarter of the processor.`)
  console.log('Key: milliseconds from a key to its first hit on the screen, the box being open.')
  console.log(
    'Cold: the same from Ctrl+K and all letters at once, nothing in the cache, and kB fetched before it.',
  )
  for (const [content, rows] of Object.entries(report)) {
    console.log(`\nWith ${content}`)
    console.table(rows)
  }
}

async function measure(browser: Browser, root: string) {
  const portal = await forkPortal({ root })
  const rows: Record<string, Record<string, number | string>> = {}
  try {
    for (const question of await readQuestions(root)) {
      const cold: Answer[] = []
      const keys: number[] = []
      for (let n = 0; n < Number(options.tries); n++) {
        const box = await openBox(browser, portal)
        cold.push(await coldAnswer(box, question))
        keys.push(await warmAnswer(box, question))
        await box.page.context().close()
      }
      rows[question.name] = rowOf(question, cold, keys)
      console.error(`${question.name}: done`)
    }
  } finally {
    await portal.stop()
  }
  return rows
}

function rowOf({ query }: Question, cold: readonly Answer[], keys: readonly number[]) {
  const kilobytes = (kind: 'code' | 'data') =>
    Math.round(median(cold.map(({ bytes }) => bytes[kind])) / 100) / 10
  return {
    asked: query,
    'key ms': median(keys),
    'worst key ms': Math.round(Math.max(...keys)),
    'cold ms': median(cold.map(({ ms }) => ms)),
    'scripts and styles kB': kilobytes('code'),
    'index kB': kilobytes('data'),
  }
}

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN)
}

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { writeViewer } from '#src/server/gate/page.ts'
import { VAULT_KEYS } from '#src/shared/paths.ts'
import { plainMember } from '../fakes/member.ts'
import { fileInDeployStore } from '../../tools/deploy-store.ts'
import { browserOptions } from '../support/find-browser.ts'

const TIMES = 15
const QUERIES = [
  'ka',
  'kalo',
  'kalomi',
  'nape hu',
  'grmfi',
  'quazen',
  // Found in four entries of five, alone and with a word that is just begun.
  'session',
  'session kalo',
  'ber',
  'torvandus',
  'kalomi lomina',
]

/** Milliseconds in a real browser, on the page as it was built, served without the gate. */
export async function measureInBrowser(project: string): Promise<Record<string, number>> {
  const server = await serve(project)
  const browser = await chromium.launch(browserOptions())
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.goto(`${server.url}/video-playlist`)
    // Until then the page shows its videos by itself.
    await page.waitForFunction(() => document.querySelectorAll('article').length === 1)
    const select = await timesToSelect(page)
    const open = await timesToOpen(page)
    const { loading, searching } = await timesToSearch(page)
    return {
      'select ms': median(select),
      'select worst ms': Math.max(...select),
      'open another week ms': median(open),
      'load search ms': loading,
      'search ms': median(searching),
      'search worst ms': Math.max(...searching),
    }
  } finally {
    await browser.close()
    server.close()
  }
}

/** From the press on a row to the video's being shown, laid out. */
function timesToSelect(page: Page): Promise<number[]> {
  return page.evaluate(async (times) => {
    const rows = [...document.querySelectorAll<HTMLElement>('nav[aria-label="Videos by week"] li > a')]
    const article = document.querySelector('article')
    if (!article) return []
    const taken: number[] = []
    for (let round = 1; round <= times; round++) {
      const row = rows[round % rows.length]
      if (!row) continue
      const began = performance.now()
      await new Promise((resolve) => {
        new MutationObserver(resolve).observe(article, { attributeFilter: ['id'] })
        row.click()
      })
      document.body.getBoundingClientRect()
      taken.push(Math.round((performance.now() - began) * 10) / 10)
      // What follows a change is no part of the next one.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    }
    return taken
  }, TIMES)
}

/** From opening a week or cohort that is elsewhere to its rows being there. */
function timesToOpen(page: Page): Promise<number[]> {
  return page.evaluate(async (times) => {
    const taken: number[] = []
    for (let round = 0; round < times; round++) {
      const link = document.querySelector('nav[aria-label="Videos by week"] details > p > a')
      const group = link?.closest('details')
      if (!group) break
      const began = performance.now()
      group.open = true
      while (link?.isConnected) await new Promise((resolve) => setTimeout(resolve))
      document.body.getBoundingClientRect()
      taken.push(Math.round((performance.now() - began) * 10) / 10)
    }
    return taken
  }, TIMES)
}

/** The whole of an answer: asking every index, sorting, and making the list. */
async function timesToSearch(page: Page): Promise<{ loading: number; searching: number[] }> {
  const began = performance.now()
  const box = page.getByRole('combobox', { name: /Search/ })
  // Spoken lines come when a word is searched.
  await box.fill(QUERIES[5] ?? '')
  await page
    .locator('[aria-busy=false] [role=listbox], [aria-busy=false] button')
    .first()
    .waitFor({ timeout: 60_000 })
  const loading = Math.round(performance.now() - began)
  const searching = await box.evaluate(async (element, queries) => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.bind(element)
    const taken: number[] = []
    for (const query of queries) {
      const start = performance.now()
      // As typing does: React hears of no other change.
      setValue?.(query)
      element.dispatchEvent(new Event('input', { bubbles: true }))
      await Promise.resolve()
      document.body.getBoundingClientRect()
      taken.push(Math.round((performance.now() - start) * 10) / 10)
    }
    return taken
  }, QUERIES)
  return { loading, searching }
}

async function serve(project: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const file = extname(path) ? path : `${path}.html`
    const isPublic = path.startsWith('/_astro/')
    readFile(
      isPublic ? join(project, 'dist', file) : fileInDeployStore(project, VAULT_KEYS + file.slice(1)),
    ).then(
      (bytes) =>
        response
          .writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' })
          .end(
            file.endsWith('.html')
              ? writeViewer({ type: 'text/html', etag: null, bytes: new Uint8Array(bytes) }, viewer)
              : bytes,
          ),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const viewer = { ...plainMember, fullName: 'Leilani' }

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
}

import type { Browser, Page } from 'playwright'
import type { Question } from './box-questions.ts'
import type { ForkedPortal } from './forked-portal.ts'

const CPU_RATE = 4
/** Once the page is at rest and before it fetches ahead. */
const OPEN_AFTER_MS = 1500
const ANSWER_LIMIT_MS = 20_000

/** A page with nothing in its cache, and what it fetches from now on. */
export async function openBox(browser: Browser, { siteUrl, cookie }: ForkedPortal): Promise<Box> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([
    { name, value, domain: new URL(siteUrl).hostname, path: '/', secure: true, httpOnly: true },
  ])
  const page = await context.newPage()
  // Away from the sidebar, which it would wake.
  await page.mouse.move(1000, 700)
  await page.goto(siteUrl)
  await page.waitForTimeout(OPEN_AFTER_MS)
  const bytes = { code: 0, data: 0 }
  const devtools = await context.newCDPSession(page)
  const data = new Set<string>()
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('.json')) data.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes[data.has(requestId) ? 'data' : 'code'] += encodedDataLength
  })
  await devtools.send('Network.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
  return { page, bytes }
}

/** From Ctrl+K, with all letters right behind it. */
export async function coldAnswer({ page, bytes }: Box, { query, expected }: Question): Promise<Answer> {
  await watch(page, expected)
  await page.keyboard.press('Control+k')
  await page.keyboard.type(query)
  const ms = await page.evaluate(() => (window as unknown as Watched).answered)
  if (ms > ANSWER_LIMIT_MS) throw new Error(`Nothing answered “${query}”.`)
  return { ms, bytes: { ...bytes } }
}

/** From the last key of a question whose other letters were typed before. */
export async function warmAnswer({ page }: Box, { query, expected }: Question): Promise<number> {
  const field = page.locator('#palette input')
  await field.fill(query.slice(0, -1))
  await page.waitForFunction(() => !document.querySelector('#palette [aria-busy=true]'))
  await page.waitForTimeout(300)
  await watch(page, expected)
  await page.keyboard.press(query.slice(-1))
  return page.evaluate(() => (window as unknown as Watched).answered)
}

/** Times the next key until a hit that says what is expected has been laid out and painted for the whole question. */
function watch(page: Page, expected: string): Promise<void> {
  return page.evaluate(
    ([text, limit]) => {
      const { promise, resolve } = Promise.withResolvers<number>()
      Object.assign(window, { answered: promise })
      addEventListener(
        'keydown',
        ({ timeStamp }) => {
          const look = () => {
            const isThere = [...document.querySelectorAll('#palette [role=option]')].some((option) =>
              option.textContent.includes(text),
            )
            // After the frame, once it is drawn.
            if (isThere || performance.now() - timeStamp > limit)
              setTimeout(() => resolve(performance.now() - timeStamp))
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        },
        { capture: true, once: true },
      )
    },
    [expected, ANSWER_LIMIT_MS] as const,
  )
}

export interface Box {
  page: Page
  /** Fetched since the page was at rest, as it came over the line. */
  bytes: Bytes
}

export interface Answer {
  ms: number
  bytes: Bytes
}

interface Bytes {
  code: number
  data: number
}

interface Watched {
  answered: Promise<number>
}

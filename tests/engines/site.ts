import { expect } from 'playwright/test'
import type { WebDriver } from './webdriver.ts'

/** A window of an engine, used as a member does, by pointer and keys. Each wait is for a state, and ends after 10 s. */
export async function openSite({ send }: WebDriver, siteUrl: string) {
  async function run<Args extends unknown[], Result>(
    look: Look<Args, Result>,
    ...args: Args
  ): Promise<Result> {
    const script = `return (${look.toString()})(...arguments)`
    return (await send('ExecuteScript', { script, args })) as Result
  }

  /** Waits until a function of the page returns true. It can't run while one page replaces another. */
  const until = <Args extends unknown[]>(look: Look<Args, boolean>, ...args: Args) =>
    expect(async () =>
      expect(await run(look, ...args), `${look.toString()} ${args.join()}`).toBe(true),
    ).toPass(WAIT)

  const shows = (selector: string, text = '') => until(isSeen, selector, text, true)
  const hides = (selector: string, text = '') => until(isSeen, selector, text, false)

  /** Waits until the first such element that is seen rests, with nothing above it. @returns its middle. */
  async function find(selector: string, text: string): Promise<Point> {
    await shows(selector, text)
    let [point, before]: Point[] = []
    await expect(async () => {
      before = point
      point = await run(middleOf, selector, text)
      expect(point).toEqual(before)
    }, `${selector} ‘${text}’ can be pressed`).toPass(WAIT)
    return point ?? { x: 0, y: 0 }
  }

  const act = (type: 'pointer' | 'key', actions: object[]) =>
    send('PerformActions', { actions: [{ type, id: type, actions }] })

  const moveTo = (point: Point) => act('pointer', [{ type: 'pointerMove', ...point, duration: 0 }])

  async function pressAt(point: Point) {
    await moveTo(point)
    await act('pointer', [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])
  }
  const press = async (selector: string, text = '') => pressAt(await find(selector, text))

  async function type(text: string) {
    const strokes = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await act('key', strokes)
  }

  // Only a window without a toolbar can be as narrow as a phone, and only a press opens one.
  const handles = async () => (await send('GetWindowHandles')) as string[]
  const [first] = await handles()
  await send('Navigate', { url: siteUrl })
  await run(() => {
    const open = () => void window.open(location.href, '', 'popup, width=390, height=844')
    document.addEventListener('click', open, { once: true })
  })
  await pressAt({ x: 9, y: 9 })
  await expect(async () => {
    await send('SwitchToWindow', { handle: (await handles()).find((each) => each !== first) })
  }).toPass(WAIT)

  return {
    run,
    until,
    shows,
    hides,
    moveTo,
    press,
    pressAt,
    type,
    hover: async (selector: string, text = '') => moveTo(await find(selector, text)),
    open: (path: string) => send('Navigate', { url: new URL(path, siteUrl).href }),
    resize: (size: { width: number; height: number }) => send('SetWindowRect', size),
    /** The element's box, as it is now. */
    boxOf: (selector: string) =>
      run((one) => document.querySelector(one)?.getBoundingClientRect().toJSON() as DOMRect, selector),
    async fill(selector: string, value: string) {
      await press(selector)
      await run((field) => document.querySelector<HTMLInputElement>(field)?.select(), selector)
      await type(value)
    },
    /** Chooses a file of this machine. */
    async choose(selector: string, file: string) {
      const element = await run((input) => document.querySelector(input) as unknown, selector)
      const [id] = Object.values(element as Record<string, string>)
      await send('ElementSendKeys', { id, text: file })
    },
  }
}

export const ESCAPE = '\uE00C'
export const ENTER = '\uE007'

const WAIT = { timeout: 10_000, intervals: [50] }

/** Runs in the page. */
function isSeen(selector: string, text: string, isWanted: boolean): boolean {
  return (
    isWanted ===
    [...document.querySelectorAll(selector)].some(
      (each) =>
        each.checkVisibility({ visibilityProperty: true }) &&
        each.getBoundingClientRect().height > 0 &&
        `${each.ariaLabel ?? ''} ${each.textContent}`.includes(text),
    )
  )
}

/** Runs in the page. @throws when something is above the element's middle, or it is disabled. */
function middleOf(selector: string, text: string): Point {
  const element = [...document.querySelectorAll(selector)].find(
    (each) =>
      each.checkVisibility({ visibilityProperty: true }) &&
      each.getBoundingClientRect().height > 0 &&
      `${each.ariaLabel ?? ''} ${each.textContent}`.includes(text),
  )
  if (!element) throw new Error('It is gone.')
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  const middle = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  const above = document.elementFromPoint(middle.x, middle.y)
  if (!element.contains(above)) throw new Error(`It is under ${above?.outerHTML.slice(0, 200)}`)
  if (element.matches(':disabled, [aria-disabled=true]')) throw new Error('It is disabled.')
  return middle
}

interface Point {
  x: number
  y: number
}

type Look<Args extends unknown[], Result> = (...args: Args) => Result

export type EngineSite = Awaited<ReturnType<typeof openSite>>

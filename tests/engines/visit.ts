import { expect, test } from 'playwright/test'
import type { Browser } from './webdriver.ts'

/**
 * What a person does in a browser, by pointer and keys. An element is named by a selector and a part of its text; of several,
 * the first that can be seen counts.
 */
export function visitBy({ send }: Browser, siteUrl: string) {
  /** What a function returns in the page. It sees nothing but the page and its arguments. */
  async function ask<Value>(look: (...texts: string[]) => Value, ...texts: string[]): Promise<Value> {
    const script = `return (${look.toString()})(...arguments)`
    return (await send('ExecuteScript', { script, args: texts })) as Value
  }

  /** Waits until the check passes. None can while one page replaces another. */
  const until = (title: string, check: () => Promise<void>) =>
    test.step(title, () => expect(check, title).toPass({ timeout: 30_000, intervals: [50] }), { box: true })

  const sees = (selector: string, text = '') =>
    until(`sees ${selector} ${text}`, async () => expect(await ask(lookFor, selector, text)).toBeTruthy())

  const misses = (selector: string, text = '') =>
    until(`misses ${selector} ${text}`, async () => expect(await ask(lookFor, selector, text)).toBeNull())

  /** @returns the middle of an element that rests, is enabled, and has nothing above it. */
  async function find(selector: string, text: string): Promise<Point> {
    const found: (Seen | null)[] = [null]
    await until(`can press ${selector} ${text}`, async () => {
      found.unshift(await ask(lookFor, selector, text))
      expect(found[0]).toEqual({ ...found[1], hindrance: '' })
    })
    const { x = 0, y = 0 } = found[0] ?? {}
    return { x, y }
  }

  const act = (type: 'pointer' | 'key', actions: object[]) =>
    send('PerformActions', { actions: [{ type, id: type, actions }] })
  const moveTo = (point: Point) => act('pointer', [{ type: 'pointerMove', duration: 0, ...point }])

  async function pressAt(point: Point): Promise<void> {
    await moveTo(point)
    const strokes = DOWN_AND_UP.map((way) => ({ type: `pointer${way}`, button: 0 }))
    await act('pointer', strokes)
  }

  async function type(text: string): Promise<void> {
    const strokes = text
      .split('')
      .flatMap((value) => DOWN_AND_UP.map((way) => ({ type: `key${way}`, value })))
    await act('key', strokes)
  }

  return {
    ask,
    sees,
    misses,
    moveTo,
    pressAt,
    type,
    async open(path: string, size = DESKTOP) {
      await send('SetWindowRect', size)
      await send('Navigate', { url: new URL(path, siteUrl).href })
    },
    hover: async (selector: string) => moveTo(await find(selector, '')),
    press: async (selector: string, text = '') => pressAt(await find(selector, text)),
    async fill(selector: string, text: string) {
      await pressAt(await find(selector, ''))
      await ask((field = '') => document.querySelector<HTMLInputElement>(field)?.select(), selector)
      await type(text)
    },
    /** Chooses a file of this machine. */
    async choose(selector: string, file: string) {
      const input = await ask((one = '') => document.querySelector(one) as object | null, selector)
      const [id] = Object.values(input ?? {}) as string[]
      await send('ElementSendKeys', { id, text: file })
    },
    /** In pixels. */
    heightOf: (selector: string) =>
      ask((one = '') => document.querySelector(one)?.getBoundingClientRect().height, selector),
  }
}

const DOWN_AND_UP = ['Down', 'Up']

const DESKTOP = { width: 1280, height: 900 }
/** Windows of both engines are no narrower than 450 pixels. */
export const PHONE = { width: 400, height: 844 }

export const ESCAPE = '\uE00C'
export const ENTER = '\uE007'

/** Runs in the page, and brings the element into view. */
function lookFor(selector = '', text = ''): Seen | null {
  const element = [...document.querySelectorAll(selector)].find(
    (each) =>
      each.checkVisibility({ visibilityProperty: true }) &&
      each.getBoundingClientRect().height > 0 &&
      `${each.ariaLabel ?? ''} ${each.textContent}`.includes(text),
  )
  if (!element) return null
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const box = element.getBoundingClientRect()
  const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]
  const above = document.elementFromPoint(x, y)
  if (!element.contains(above)) return { x, y, hindrance: `under ${above?.outerHTML.slice(0, 200)}` }
  return { x, y, hindrance: element.matches(':disabled, [aria-disabled=true]') ? 'disabled' : '' }
}

interface Point {
  x: number
  y: number
}

interface Seen extends Point {
  /** Why it can't be pressed; '' if it can. */
  hindrance: string
}

export type Visit = ReturnType<typeof visitBy>

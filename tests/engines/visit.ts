import { expect, test } from 'playwright/test'
import type { Send } from './webdriver.ts'

/**
 * What a person does in a browser, by pointer and keys. Elements are named by a selector and a part of their text; of several
 * the first that can be seen counts.
 */
export function visitBy(send: Send, siteUrl: string) {
  /** The page's value of a function, which sees nothing but the page and its arguments. */
  async function ask<Args extends unknown[], Value>(
    look: (...args: Args) => Value,
    ...args: Args
  ): Promise<Value> {
    return (await send('ExecuteScript', {
      script: `return (${look.toString()})(...arguments)`,
      args,
    })) as Value
  }

  /** Waits until the check passes. None can while one page replaces another. */
  const until = (title: string, check: () => Promise<void>) =>
    test.step(title, () => expect(check, title).toPass({ timeout: 10_000, intervals: [50] }), { box: true })

  const sees = (selector: string, text = '') =>
    until(`sees ${selector} ‘${text}’`, async () => expect(await ask(lookFor, selector, text)).not.toBeNull())

  const misses = (selector: string, text = '') =>
    until(`no longer sees ${selector} ‘${text}’`, async () =>
      expect(await ask(lookFor, selector, text)).toBeNull(),
    )

  /** @returns the middle of an element that rests, is enabled, and has nothing above it. */
  async function find(selector: string, text: string): Promise<Point> {
    let last: Seen | null = null
    await until(`can press ${selector} ‘${text}’`, async () => {
      const before = last
      last = await ask(lookFor, selector, text)
      expect(last).toEqual({ ...before, hindrance: '' })
    })
    const { x, y } = last ?? { x: 0, y: 0 }
    return { x, y }
  }

  const act = (type: 'pointer' | 'key', actions: object[]) =>
    send('PerformActions', { actions: [{ type, id: type, actions }] })
  const moveTo = (point: Point) => act('pointer', [{ type: 'pointerMove', duration: 0, ...point }])
  const type = (text: string) =>
    act(
      'key',
      [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    )

  async function pressAt(point: Point) {
    await moveTo(point)
    await act('pointer', [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ])
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
      await ask((field) => document.querySelector<HTMLInputElement>(field)?.select(), selector)
      await type(text)
    },
    /** Chooses a file of this machine. */
    async choose(selector: string, file: string) {
      const element = await ask((input) => document.querySelector(input) as object | null, selector)
      const [id] = Object.values(element ?? {}) as string[]
      await send('ElementSendKeys', { id, text: file })
    },
    sizeOf: (selector: string) =>
      ask((one) => {
        const { width = 0, height = 0 } = document.querySelector(one)?.getBoundingClientRect() ?? {}
        return { width, height }
      }, selector),
  }
}

const DESKTOP = { width: 1280, height: 900 }
/** Windows of both engines are no narrower than 450 pixels. */
export const PHONE = { width: 400, height: 844 }

export const ESCAPE = '\uE00C'
export const ENTER = '\uE007'

/** Runs in the page, and brings the element into view. */
function lookFor(selector: string, text: string): Seen | null {
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

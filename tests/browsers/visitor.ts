import type { ActionSource, Driven } from './driven.ts'

/** What a person does in a page: everything is found as it is seen, pressed where it is drawn, and waited for. */
export function visitorOf(browser: Driven, siteUrl: string): Visitor {
  const visitor: Visitor = {
    browser,
    open: (path) => browser.open(siteUrl + path),
    until,
    sees: (text, css = 'body') =>
      until(
        `${text} in ${css}`,
        `${find(css)}.some((one) => one.innerText.includes(${JSON.stringify(text)}))`,
      ),
    async click(css, text = '') {
      await press(await placeOf(css, text))
    },
    clickAt: press,
    async type(css, text) {
      await visitor.click(css)
      await until(`${css} has the focus`, `document.activeElement === ${find(css)}[0]`)
      await visitor.keys(...lettersOf(text))
    },
    async focus(css, text = '') {
      await until(`${css} “${text}”`, `${find(css, text)}.length > 0`)
      await browser.read(`${find(css, text)}[0].focus()`)
    },
    async keys(...keys) {
      for (const key of keys) await browser.act(keyPresses(key))
    },
    path: async () => String(await browser.read('location.pathname + location.search + location.hash')),
  }
  return visitor

  async function until(what: string, expression: string): Promise<void> {
    const giveUpAt = Date.now() + PATIENCE_MS
    for (;;) {
      const seen = await browser.read(expression).catch(() => false)
      if (seen === true) return
      if (Date.now() > giveUpAt) throw new Error(`did not come: ${what}, at ${await visitor.path()}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  /** The middle of what stands still, is in sight and lies under nothing else. */
  async function placeOf(css: string, text: string): Promise<Point> {
    const found = `${find(css, text)}[0]`
    await until(`${css} “${text}”`, `${found} !== undefined`)
    await browser.read(`void ${found}.scrollIntoView({ block: 'center', behavior: 'instant' })`)
    const middle = `(({ x, y, width, height }) => [Math.round(x + width / 2), Math.round(y + height / 2)])(${found}.getBoundingClientRect())`
    await until(
      `${css} “${text}” can be pressed`,
      `(() => {
        const here = JSON.stringify(${middle})
        const still = here === window.lastPlace
        window.lastPlace = here
        const hit = document.elementFromPoint(...JSON.parse(here))
        return still && hit !== null && (${found}.contains(hit) || hit.closest('label, a, button')?.contains(${found}) === true)
      })()`,
    )
    const [x = 0, y = 0] = (await browser.read(middle)) as number[]
    return { x, y }
  }

  async function press({ x, y }: Point): Promise<void> {
    const actions = [
      { type: 'pointerMove' as const, x, y },
      { type: 'pointerDown' as const, button: 0 },
      { type: 'pointerUp' as const, button: 0 },
    ]
    await browser.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
  }
}

export const KEYS = {
  enter: '\uE007',
  escape: '\uE00C',
  tab: '\uE004',
  right: '\uE014',
  control: '\uE009',
} as const

/** Longer than a page takes on a busy machine. */
const PATIENCE_MS = 20_000

/** Those of a selector that are seen, and whose text or name holds `text`. */
function find(css: string, text = ''): string {
  return `[...document.querySelectorAll(${JSON.stringify(css)})].filter((one) => one.getClientRects().length > 0 && one.checkVisibility({ visibilityProperty: true }) && (one.innerText + ' ' + (one.ariaLabel ?? '')).includes(${JSON.stringify(text)}))`
}

/** `Control+k` holds the first while the second is pressed. */
function keyPresses(key: string): ActionSource[] {
  const [held, value] = key.startsWith(`${KEYS.control}+`) ? [KEYS.control, key.slice(2)] : [null, key]
  const hold = (type: 'keyDown' | 'keyUp') => (held ? [{ type, value: held }] : [])
  const actions = [
    ...hold('keyDown'),
    { type: 'keyDown' as const, value },
    { type: 'keyUp' as const, value },
    ...hold('keyUp'),
  ]
  return [{ type: 'key', id: 'keyboard', actions }]
}

/** A press each. */
export function lettersOf(text: string): string[] {
  return Array.from(text)
}

interface Point {
  x: number
  y: number
}

export interface Visitor {
  browser: Driven
  open: (path: string) => Promise<void>
  /** Waits until an expression is true in the page; throws with `what` when it does not come. */
  until: (what: string, expression: string) => Promise<void>
  sees: (text: string, css?: string) => Promise<void>
  click: (css: string, text?: string) => Promise<void>
  clickAt: (place: Point) => Promise<void>
  type: (css: string, text: string) => Promise<void>
  focus: (css: string, text?: string) => Promise<void>
  keys: (...keys: string[]) => Promise<void>
  /** With query and fragment. */
  path: () => Promise<string>
}

import { expect, test as base } from 'playwright/test'
import { By, type WebDriver } from 'selenium-webdriver'
import { knownPerson, type Person } from '../e2e/portal.ts'
import type { Engine } from '../support/find-browser.ts'
import { startBrowser } from './webdriver.ts'

/** All tests of an engine share a window. After a failure Playwright opens a new one. */
export const test = base.extend<object, { visitor: Visit; member: Visit & Person }>({
  visitor: [
    async ({}, use, { project }) => {
      const { driver, close } = await startBrowser[project.name as Engine]()
      await use(visitBy(driver))
      await close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  /** Signed in over https. */
  member: [
    async ({ visitor }, use) => {
      const person = await knownPerson()
      await visitor.open('/auth')
      await visitor.signIn(person)
      await use({ ...visitor, ...person })
    },
    { scope: 'worker' },
  ],
})

/**
 * What a person does in a browser, by pointer and keys. An element is named by a selector and a part of its text; of several,
 * the first that can be seen counts.
 */
function visitBy(driver: WebDriver) {
  /** What a function returns in the page. It sees nothing but the page and its arguments. */
  const ask = <Value>(look: (...texts: string[]) => Value, ...texts: string[]) =>
    driver.executeScript<Value>(look, ...texts)

  /** Waits until a look at the element finds this. While one page replaces another, it finds nothing. */
  async function until(wanted: unknown, selector: string, text: string): Promise<Seen> {
    let seen = null as Seen | null
    const look = async () => {
      seen = await ask(lookFor, selector, text)
      expect(seen).toEqual(wanted)
    }
    await expect(look, `${selector} ${text}`).toPass({ timeout: 30_000, intervals: [50] })
    return seen ?? { x: 0, y: 0, height: 0, hindrance: '' }
  }

  const moveTo = ({ x, y }: Point) => driver.actions().move({ x, y, duration: 0 }).perform()

  const pressAt = ({ x, y }: Point) => driver.actions().move({ x, y, duration: 0 }).click().perform()

  const reach = (selector: string, text = '') =>
    until(expect.objectContaining({ hindrance: '' }), selector, text)

  const visit = {
    ask,
    moveTo,
    pressAt,
    sees: (selector: string, text = '') => until(expect.anything(), selector, text),
    misses: (selector: string, text = '') => until(null, selector, text),
    hover: async (selector: string) => moveTo(await reach(selector)),
    press: async (selector: string, text = '') => pressAt(await reach(selector, text)),
    async open(path: string, size = DESKTOP) {
      await driver.manage().window().setRect(size)
      await driver.get(new URL(path, process.env.LANAI_TEST_URL).href)
    },
    type: (text: string) => driver.actions().sendKeys(text).perform(),
    /** Types behind what is in the field, or chooses a file of this machine. */
    async fill(selector: string, text: string) {
      await reach(selector)
      await driver.findElement(By.css(selector)).sendKeys(text)
    },
    async signIn({ email, password }: Person) {
      await visit.fill('[name=email]', email)
      await visit.fill('[name=password]', password)
      await visit.press('[type=submit]')
      await visit.sees('h1', 'Leilani')
    },
  }
  return visit
}

const DESKTOP = { width: 1280, height: 900 }
/** Windows of both engines are no narrower than 450 pixels. */
export const PHONE = { width: 400, height: 844 }

/** Runs in the page, and brings the element into view. null if none can be seen. */
function lookFor(selector = '', text = ''): Seen | null {
  const element = [...document.querySelectorAll(selector)].find(
    (each) =>
      each.checkVisibility({ visibilityProperty: true }) &&
      each.getBoundingClientRect().height > 0 &&
      `${each.ariaLabel ?? ''} ${each.textContent}`.includes(text),
  )
  if (!element) return null
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const at = { x: Math.round(left + width / 2), y: Math.round(top + height / 2), height }
  const isMoving = document
    .getAnimations()
    .some(({ effect }) => effect instanceof KeyframeEffect && effect.target?.contains(element))
  if (isMoving) return { ...at, hindrance: 'moves' }
  const above = document.elementFromPoint(at.x, at.y)
  if (!element.contains(above)) return { ...at, hindrance: `under ${above?.outerHTML.slice(0, 200)}` }
  return { ...at, hindrance: element.matches(':disabled, [aria-disabled=true]') ? 'disabled' : '' }
}

/** An element's middle, in the window. */
interface Seen extends Point {
  height: number
  /** Why it can't be pressed; '' if it can. */
  hindrance: string
}

type Point = Record<'x' | 'y', number>

export type Visit = ReturnType<typeof visitBy>

import { expect, test as base } from 'playwright/test'
import { By, type WebDriver } from 'selenium-webdriver'
import { createPerson, type Person } from '../e2e/portal.ts'
import type { Engine } from '../support/find-browser.ts'
import { startBrowser } from './webdriver.ts'

/** All tests of an engine share a window. After a failure Playwright opens a new one. */
export const test = base.extend<object, { visitor: BrowserWindow; member: BrowserWindow & Person }>({
  visitor: [
    async ({}, use, { project }) => {
      const { driver, close } = await startBrowser[project.name as Engine]()
      await use(drive(driver))
      await close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  /** Signed in over https. */
  member: [
    async ({ visitor }, use) => {
      const person = await createPerson()
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
function drive(driver: WebDriver) {
  /** What a function returns in the page. It sees nothing but the page and its arguments. */
  const evaluate = <Value>(look: (...texts: string[]) => Value, ...texts: string[]) =>
    driver.executeScript<Value>(look, ...texts)

  /** Waits until a look at the element finds this. While one page replaces another, it finds nothing. */
  async function until(wanted: unknown, selector: string, text: string): Promise<Inspected> {
    let seen = null as Inspected | null
    const look = async () => {
      seen = await evaluate(inspect, selector, text)
      expect(seen).toEqual(wanted)
    }
    await expect(look, `${selector} ${text}`).toPass({ timeout: 30_000, intervals: [50] })
    return seen ?? { x: 0, y: 0, height: 0, obstacle: '' }
  }

  const moveTo = ({ x, y }: Point) => driver.actions().move({ x, y, duration: 0 }).perform()

  const pressAt = ({ x, y }: Point) => driver.actions().move({ x, y, duration: 0 }).click().perform()

  const waitForPressable = (selector: string, text = '') =>
    until(expect.objectContaining({ obstacle: '' }), selector, text)

  const visit = {
    evaluate,
    moveTo,
    pressAt,
    waitForVisible: (selector: string, text = '') => until(expect.anything(), selector, text),
    waitForHidden: (selector: string, text = '') => until(null, selector, text),
    hover: async (selector: string) => moveTo(await waitForPressable(selector)),
    press: async (selector: string, text = '') => pressAt(await waitForPressable(selector, text)),
    async open(path: string, size = DESKTOP) {
      await driver.manage().window().setRect(size)
      await driver.get(new URL(path, process.env.LANAI_TEST_URL).href)
    },
    type: (text: string) => driver.actions().sendKeys(text).perform(),
    /** Types behind what is in the field, or chooses a file of this machine. */
    async fill(selector: string, text: string) {
      await waitForPressable(selector)
      await driver.findElement(By.css(selector)).sendKeys(text)
    },
    async signIn({ email, password }: Person) {
      await visit.fill('[name=email]', email)
      await visit.fill('[name=password]', password)
      await visit.press('[type=submit]')
      await visit.waitForVisible('h1', 'Leilani')
    },
  }
  return visit
}

const DESKTOP = { width: 1280, height: 900 }
/** Windows of both engines are no narrower than 450 pixels. */
export const PHONE = { width: 400, height: 844 }

/** Runs in the page, and brings the element into view. null if none can be seen. */
function inspect(selector = '', text = ''): Inspected | null {
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
  if (isMoving) return { ...at, obstacle: 'moves' }
  const above = document.elementFromPoint(at.x, at.y)
  if (!element.contains(above)) return { ...at, obstacle: `under ${above?.outerHTML.slice(0, 200)}` }
  return { ...at, obstacle: element.matches(':disabled, [aria-disabled=true]') ? 'disabled' : '' }
}

/** An element's middle, in the window. */
interface Inspected extends Point {
  height: number
  /** Why it can't be pressed; '' if it can. */
  obstacle: string
}

type Point = Record<'x' | 'y', number>

export type BrowserWindow = ReturnType<typeof drive>

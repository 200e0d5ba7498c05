import type { Page } from 'playwright/test'
import { anyMember, expect, test } from './portal.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 780 }

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('the sheet holds the keyboard, closes in every way and gives the focus back', async ({ page }) => {
    await anyMember(page)
    await page.goto('/calendar')
    const menu = page.getByRole('button', { name: 'Open menu' })
    const sheet = page.locator('#navigation')

    await menu.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Sidebar' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Close menu' })).toBeFocused()
    expect((await sheet.boundingBox())?.width).toBeCloseTo(288, 1)
    await expectTrap(page, '#navigation')
    await expectPageHeld(page)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(menu).toBeFocused()

    await page.keyboard.press('Control+b')
    await expect(sheet).toBeVisible()
    await page.getByRole('button', { name: 'Close menu' }).click()
    await expect(sheet).toBeHidden()
    await expect(menu).toBeFocused()

    // At once: a frame behind it must not take the press that closes the sheet.
    expect(await menu.evaluate(pressAndSeeWhatIsHeld)).toBe(true)
    await page.mouse.click(PHONE.width - 20, 400)
    await expect(sheet).toBeHidden()
    await expect(menu).toBeFocused()

    await menu.click()
    await settled(page, '#navigation')
    await swipe(page, { x: 250, y: 500 }, { x: 60, y: 510 })
    await expect(sheet).toBeHidden()
    await expect(menu).toBeFocused()

    await menu.click()
    await page.setViewportSize(DESKTOP)
    await expect(page.getByRole('main')).not.toHaveAttribute('inert')
    await expect(sheet).not.toHaveAttribute('role', 'dialog')
    await page.getByRole('main').click({ position: { x: 5, y: 5 } })
  })

  test('the drawer holds the keyboard, closes in every way and gives the focus back', async ({ page }) => {
    await anyMember(page)
    await page.goto('/lead-mentors')
    const title = page.getByRole('button', { name: /quick menu/ })
    const drawer = page.getByRole('dialog', { name: 'Quick menu' })

    await title.focus()
    await page.keyboard.press('Enter')
    await expect(drawer).toBeVisible()
    await expect(drawer.getByRole('link', { name: 'Lead Mentors' })).toHaveAttribute('aria-current', 'page')
    await expect(drawer.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
    await expect(drawer.getByRole('link', { name: /Whiteboard \(opens in a new tab\)/ })).toBeVisible()
    await expectTrap(page, '[role=dialog]')
    await expectPageHeld(page)
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await expect(title).toBeFocused()

    await title.click()
    await expect(drawer).toBeVisible()
    await page.mouse.click(100, 30)
    await expect(drawer).toHaveCount(0)
    await expect(title).toBeFocused()

    await title.click()
    await expect(drawer).toBeVisible()
    await settled(page, '[role=dialog][data-open]')
    const box = await drawer.boundingBox()
    const top = { x: PHONE.width / 2, y: (box?.y ?? 0) + 12 }
    // It takes no finger for meant that was there while it came up.
    await expect(async () => {
      await swipe(page, top, { x: top.x, y: PHONE.height - 20 })
      await expect(drawer).toHaveCount(0, { timeout: 700 })
    }).toPass({ timeout: 8000 })

    await title.click()
    await drawer.getByRole('link', { name: 'All Mentors' }).click()
    await page.waitForURL('/all-mentors')
  })

  test.describe('without its script', () => {
    test.use({ allowConsoleErrors: [/ERR_FAILED|Error hydrating/] })

    test('the drawer’s button opens the sheet', async ({ page }) => {
      await anyMember(page)
      await page.route('**/_astro/Sidebar*', (route) => route.abort())
      await page.goto('/calendar')
      await page.getByRole('button', { name: /quick menu/ }).click()
      await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible()
    })
  })
})

/** The keyboard goes round inside and never out, in both directions. */
async function expectTrap(page: Page, selector: string): Promise<void> {
  const stops = await page.locator(selector).locator('a:visible, button:visible, summary:visible').count()
  for (const key of ['Tab', 'Shift+Tab']) {
    const places = new Set<string>()
    for (let press = 0; press <= stops; press++) {
      await page.keyboard.press(key)
      const place = await page.evaluate(async (within) => {
        // What keeps the focus inside sends it back with the next picture.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        const focused = document.activeElement
        return focused?.closest(within) ? focused.outerHTML : null
      }, selector)
      expect(place, `${key}, press ${press + 1}`).not.toBeNull()
      places.add(place ?? '')
    }
    expect(places.size).toBe(stops)
  }
}

/** Nothing behind can be scrolled, or reached. */
function pressAndSeeWhatIsHeld(button: HTMLElement | SVGElement): boolean {
  if (button instanceof HTMLElement) button.click()
  return [...document.querySelectorAll<HTMLElement>('[data-behind]')].every(({ inert }) => inert)
}

async function expectPageHeld(page: Page): Promise<void> {
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden')
  expect(
    await page.getByRole('main', { includeHidden: true }).evaluate((main) => !!main.closest('[inert]')),
  ).toBe(true)
}

/** A finger's way over the screen. */
async function swipe(page: Page, from: Point, to: Point): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: Point) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
  await touch('touchStart', from)
  for (let step = 1; step <= 8; step++) {
    await touch('touchMove', {
      x: from.x + ((to.x - from.x) * step) / 8,
      y: from.y + ((to.y - from.y) * step) / 8,
    })
  }
  await touch('touchEnd')
}

async function settled(page: Page, selector: string): Promise<void> {
  await page
    .locator(selector)
    .evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)))
}

interface Point {
  x: number
  y: number
}

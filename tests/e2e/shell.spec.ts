import type { Page } from 'playwright/test'
import { anyMember, expect, test } from './portal.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 780 }

test.describe('beside the page the sidebar', () => {
  test.use({ viewport: DESKTOP })

  test('collapses to its icons by button and by Ctrl+B, for seven days and every page', async ({ page }) => {
    await anyMember(page)
    await page.goto('/')
    const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
    expect(await sidebarWidth(page)).toBe(256)
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')

    await toggle.click()
    await expect.poll(() => sidebarWidth(page)).toBe(48)
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    const cookie = (await page.context().cookies()).find(({ name }) => name === '__Host-sidebar')
    expect(cookie).toMatchObject({ value: 'collapsed', secure: true, sameSite: 'Lax', path: '/' })
    const secondsLeft = (cookie?.expires ?? 0) - Date.now() / 1000
    expect(secondsLeft).toBeGreaterThan(604_800 - 60)
    expect(secondsLeft).toBeLessThanOrEqual(604_801)

    await page.goto('/weekly-calendar')
    expect(await sidebarWidth(page)).toBe(48)
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('link', { name: 'Mentors', exact: true })).toBeVisible()

    await page.keyboard.press('Control+b')
    await expect.poll(() => sidebarWidth(page)).toBe(256)
    await page.keyboard.press('Meta+b')
    await expect.poll(() => sidebarWidth(page)).toBe(48)
  })

  test('stands as it was left before any script file arrives', async ({ page }) => {
    await anyMember(page)
    await page.goto('/')
    await leaveSidebar(page, 'collapsed')
    await page.route('**/_astro/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    await page.goto('/calendar')
    expect(await sidebarWidth(page)).toBe(48)
  })

  test('stands as it was left when a small screen becomes a large one', async ({ page }) => {
    await anyMember(page)
    await page.goto('/')
    await leaveSidebar(page, 'collapsed')
    await page.setViewportSize(PHONE)
    await page.goto('/calendar')
    await page.setViewportSize(DESKTOP)
    await expect.poll(() => sidebarWidth(page)).toBe(48)
  })

  test('is expanded whatever else somebody wrote into the cookie', async ({ page }) => {
    await anyMember(page)
    await page.goto('/')
    for (const value of ['<script>alert(1)</script>', 'COLLAPSED', 'collapsed2', '"collapsed"', '']) {
      await leaveSidebar(page, value)
      await page.goto('/calendar')
      expect(await sidebarWidth(page), value).toBe(256)
    }
  })

  test('opens the current group by itself, others one by one for the visit, and all at once', async ({
    page,
  }) => {
    await anyMember(page)
    await page.goto('/')
    const opened = () =>
      page
        .locator('#navigation details[open]')
        .evaluateAll((groups) => groups.map((group) => (group as HTMLElement).dataset.group))
    expect(await opened()).toEqual([])

    await page.getByLabel('Pages under Network').click()
    await page.goto('/lead-mentors')
    expect(await opened()).toEqual(['/mentors', '/network'])
    const current = page.locator('#navigation [aria-current]')
    await expect(current).toHaveCount(1)
    await expect(current).toHaveText('Lead Mentors')

    await page.getByRole('button', { name: 'Open All' }).click()
    await expect.poll(opened).toHaveLength(7)
    await page.goto('/tools')
    expect(await opened()).toHaveLength(7)
    await page.getByRole('button', { name: 'Close All' }).click()
    await expect.poll(opened).toEqual([])
    await expect(page.getByRole('button', { name: 'Open All' })).toBeVisible()
    await page.goto('/')
    expect(await opened()).toEqual([])
  })

  test('is a place the keyboard can skip', async ({ page }) => {
    await anyMember(page)
    await page.goto('/calendar')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('shows over a framed page what its icons stand for, to the pointer and to the keyboard', async ({
    page,
  }) => {
    await anyMember(page)
    await page.goto('/')
    await leaveSidebar(page, 'collapsed')
    await page.goto('/leaderboard')

    const link = (name: string) => page.locator('#navigation').getByRole('link', { name, exact: true })
    await movePointerTo(page, 'Mentors')
    await expect(link('Lead Mentors')).toBeVisible()
    await movePointerTo(page, 'Network')
    await expect(link('Companies')).toBeVisible()
    expect(await link('Companies').evaluate(isOnTop)).toBe(true)
    await expect(link('Lead Mentors')).toBeHidden()
    await page.mouse.move(900, 500, { steps: 10 })
    await expect(link('Companies')).toBeHidden()

    await page.getByRole('link', { name: 'Social (opens in a new tab)' }).hover()
    await expect(page.getByText('Social, in a new tab')).toBeVisible()

    const isFocused = () => link('Resources').evaluate((element) => element === document.activeElement)
    for (let presses = 0; presses < 40 && !(await isFocused()); presses++) await page.keyboard.press('Tab')
    await expect(link('Library')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(link('Library')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(link('Library')).toBeHidden()
  })
})

test.describe('with JavaScript off', () => {
  test('the navigation is plain links and groups that open, on any screen', async ({ page }) => {
    await anyMember(page)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setScriptExecutionDisabled', { value: true })

    await page.setViewportSize(DESKTOP)
    await page.goto('/calendar')
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await expect(navigation.getByRole('link', { name: 'Weekly Calendar' })).toBeVisible()
    await navigation.getByLabel('Pages under Resources').click()
    await navigation.getByRole('link', { name: 'Perks' }).click()
    await page.waitForURL('/perks')
    await expect(navigation.locator('[aria-current=page]')).toHaveText('Perks')

    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Perks : quick menu' }).click()
    await page.getByRole('button', { name: 'Close quick menu' }).click()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await navigation.getByRole('link', { name: 'Leaderboard' }).click()
    await page.waitForURL('/leaderboard')
  })

  test('a page of each kind has its heading, one kind of navigation and nothing to scroll sideways', async ({
    page,
  }) => {
    await anyMember(page)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setScriptExecutionDisabled', { value: true })
    await page.route('**/samples/**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    const kinds = ['/calendar', '/network', '/', '/pre-cohort-intake-forms', '/video-playlist', '/feedback']
    // A resize takes longer than a page: two kinds have their turn at each width.
    for (const [turn, width] of [320, 1024, 390, 1440, 820, 1023].entries()) {
      await page.setViewportSize({ width, height: 800 })
      for (const path of [kinds.at(turn), kinds.at(turn - 1)]) {
        await page.goto(path ?? '/')
        const isBeside = width >= 1024
        expect(await seen(page), `${path} at ${width} px`).toEqual({
          heading: true,
          sidebar: isBeside,
          menu: !isBeside,
          sideways: false,
        })
      }
    }
  })
})

/** By the browser itself: the page runs no script. */
function seen(page: Page) {
  return page.evaluate(() => {
    const isSeen = (selector: string) => document.querySelector(selector)?.checkVisibility()
    return {
      heading: isSeen('h1'),
      sidebar: isSeen('#navigation'),
      menu: isSeen('header [commandfor=navigation]'),
      sideways: document.documentElement.scrollWidth > innerWidth,
    }
  })
}

function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

async function sidebarWidth(page: Page): Promise<number | undefined> {
  return (await page.locator('#navigation').boundingBox())?.width
}

async function leaveSidebar(page: Page, value: string): Promise<void> {
  await page.evaluate((state) => {
    document.cookie = `__Host-sidebar=${state}; Path=/; Secure`
  }, value)
}

/** On a way that a hand could take. */
async function movePointerTo(page: Page, link: string): Promise<void> {
  const box = await page.locator('#navigation').getByRole('link', { name: link, exact: true }).boundingBox()
  await page.mouse.move((box?.x ?? 0) + 18, (box?.y ?? 0) + 18, { steps: 12 })
}

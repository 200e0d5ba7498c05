import type { Locator, Page } from 'playwright/test'
import { coveredTargets } from './looks.ts'
import { list, shown } from './playlist-page.ts'
import { anyMember, expect, hydrated, test } from './portal.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 780 }

/** What closes is seen for a moment. */
const MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const

test.describe('beside the page the sidebar', () => {
  test.use({ viewport: DESKTOP })

  test('collapses to its icons by button and Ctrl+B, for seven days and every page', async ({ page }) => {
    await anyMember(page, '/')
    const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
    expect(await sidebarWidth(page)).toBe(256)
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')

    await toggle.click()
    await expect.poll(() => sidebarWidth(page)).toBe(48)
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar')
    expect(cookie).toMatchObject({ value: 'collapsed', secure: false, sameSite: 'Lax', path: '/' })
    const secondsLeft = (cookie?.expires ?? 0) - Date.now() / 1000
    expect(secondsLeft).toBeGreaterThan(604_800 - 60)
    expect(secondsLeft).toBeLessThanOrEqual(604_801)

    await page.goto('/weekly-calendar')
    expect(await sidebarWidth(page)).toBe(48)
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('link', { name: 'Mentors', exact: true })).toBeVisible()
    await hydrated(page)

    await page.keyboard.press('Control+b')
    await expect.poll(() => sidebarWidth(page)).toBe(256)
    await page.keyboard.press('Meta+b')
    await expect.poll(() => sidebarWidth(page)).toBe(48)

    await page.route('**/_astro/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    await page.goto('/calendar')
    expect(await sidebarWidth(page)).toBe(48)
  })

  test('opens the current group, others one by one for the visit, and all at once', async ({ page }) => {
    await anyMember(page, '/')
    const opened = () =>
      page
        .locator('#navigation li:has(> details[open]) > a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(await opened()).toEqual([])

    await page.getByLabel('Pages under Network').click()
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('open-groups'))).toContain('/network')
    await page.goto('/lead-mentors')
    await expect.poll(opened).toEqual(['/mentors', '/network'])
    const current = page.locator('#navigation [aria-current]')
    await expect(current).toHaveCount(1)
    await expect(current).toHaveText('Lead Mentors')

    await page.getByRole('button', { name: 'Open All' }).click()
    await expect.poll(opened).toHaveLength(7)
    await page.goto('/tools')
    await expect.poll(opened).toHaveLength(7)
    await page.getByRole('button', { name: 'Close All' }).click()
    await expect.poll(opened).toEqual([])
    await expect(page.getByRole('button', { name: 'Open All' })).toBeVisible()
    await page.goto('/')
    expect(await opened()).toEqual([])
  })

  test('comes after the page for the keyboard, and a first link leads to it', async ({ page }) => {
    await anyMember(page, '/leaderboard')
    const skip = page.getByRole('link', { name: 'Skip to navigation' })
    const home = page.locator('#navigation').getByRole('link', { name: 'Lanai, home' })
    await page.keyboard.press('Tab')
    await expect(skip).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.locator('main :focus')).toHaveCount(1)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.locator('#navigation')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(home).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(page.locator('footer :focus')).toHaveCount(1)
  })
})

test.describe('in motion', () => {
  test.use({ viewport: DESKTOP, ...MOTION })

  test('the folded sidebar shows names and flyouts, by pointer and by keyboard', async ({ page }) => {
    await anyMember(page, '/')
    await page.evaluate(() => (document.cookie = 'sidebar=collapsed; Path=/'))
    await page.goto('/leaderboard')
    const groups = page.locator('#navigation li:has(details) > a')
    for (const n of [0, -1]) {
      const pages = page.locator('#navigation li:has(> details)').nth(n).locator('.group-pages a')
      await groups.nth(n).hover()
      await expect(pages.first()).toBeVisible()
      expect(await coveredTargets(page, '#navigation .group-pages a')).toEqual([])
      // On a way that a hand could take.
      await page.mouse.move(900, 10, { steps: 10 })
      await expect(pages.first()).toBeHidden()
    }
    const social = page.getByRole('link', { name: 'Social (opens in a new tab)' })
    expect(await tooltipOf(social)).toEqual({ content: '"Social (new tab)" / ""', visibility: 'hidden' })
    await social.hover()
    await expect.poll(() => tooltipOf(social)).toMatchObject({ visibility: 'visible' })
    await page.keyboard.press('Escape')
    await expect.poll(() => tooltipOf(social)).toMatchObject({ visibility: 'hidden' })

    const first = page.locator('#navigation .group-pages a').first()
    await groups.first().focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(first).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(first).toBeFocused()
    expect(await coveredTargets(page, '#navigation .group-pages a')).toEqual([])
    await page.keyboard.press('Escape')
    await expect(first).toBeHidden()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the sign-in screen says what is missing, and pages do what HTML can', async ({ page }) => {
    await page.goto('/auth')
    await expect(page.getByText(/JavaScript/)).toBeVisible()
    await page.getByLabel('Email').fill('kai@example.com')
    await page.locator('input[name=password]').fill('correct horse')
    await page.locator('input[name=password]').press('Enter')
    await page.waitForLoadState()
    await expect(page, 'without the password').toHaveURL('/auth')

    await page.setViewportSize(DESKTOP)
    await anyMember(page)
    await page.goto('/calendar')
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await expect(navigation.getByRole('link', { name: 'Weekly Calendar' })).toBeVisible()
    await navigation.getByLabel('Pages under Resources').click()
    await navigation.getByRole('link', { name: 'Perks' }).click()
    await page.waitForURL('/perks')
    await expect(navigation.locator('[aria-current=page]')).toHaveText('Perks')
    await page.goto('/investors')
    await expect(page.frameLocator('main iframe').getByText('Keola Brandt')).toBeVisible()
    const tabs = page.getByRole('navigation', { name: 'Investors', exact: true })
    await tabs.getByRole('link', { name: 'VC Firms' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('VC Firms')

    await page.setViewportSize(PHONE)
    await page.goto('/perks')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await navigation.getByRole('link', { name: 'Leaderboard' }).click()
    await page.waitForURL('/leaderboard')
    await expect(page.frameLocator('iframe').getByText('Nalu Power')).toBeVisible()
    expect(await coveredTargets(page, 'main iframe')).toEqual([])

    await page.goto('/video-playlist')
    await expect(shown(page)).toHaveText('Onboarding')
    await expect(page.getByRole('combobox')).toHaveCount(0)
    await page.getByRole('button', { name: /All videos/ }).click()
    await list(page).getByText('Week 5').click()
    const video = list(page).getByRole('link', { name: /^SEO That Lasts/ })
    await expect(video).toHaveAttribute('href', /youtube\.com\/watch\?v=/)
    await page.getByRole('button', { name: 'Close list' }).click()
    await expect(page.getByText('How the thirteen weeks work')).toBeVisible()
    const facade = page.getByRole('link', { name: 'Play Onboarding' })
    await expect(facade).toHaveAttribute('href', /youtube\.com\/watch\?v=/)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, ...MOTION })
  // As in a browser without commands.
  test.beforeEach(({ page }) =>
    page.addInitScript(() => addEventListener('command', (event) => event.preventDefault(), true)),
  )

  test('the menus are modal, close in every way, return the focus and lead on', async ({ page }) => {
    await anyMember(page, '/lead-mentors')
    await page.evaluate(() =>
      addEventListener('click', ({ target }) => Object.assign(globalThis, { target })),
    )
    for (const { opener, name, close } of [
      { opener: 'Open menu', name: 'Sidebar', close: 'Close menu' },
      { opener: /quick menu$/, name: 'Quick menu', close: 'Close quick menu' },
    ]) {
      const button = page.getByRole('button', { name: opener })
      const menu = page.getByRole('dialog', { name })
      const current = menu.locator('[aria-current=page]')

      await button.focus()
      await page.keyboard.press('Enter')
      await expect(current).toHaveText('Lead Mentors')
      await expect(menu.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Shift+Tab')
      await expect(page.locator('main :focus, header :focus')).toHaveCount(0)
      await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden')
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(button).toBeFocused()

      await button.click()
      await menu.getByRole('button', { name: close }).click()
      await expect(menu).toBeHidden()
      await expect(button).toBeFocused()

      await button.click()
      await page.touchscreen.tap(PHONE.width - 20, 100)
      await expect(menu).toBeHidden()
      await expect(button).toBeFocused()
      expect(await page.evaluate(isOnContent), 'presses nothing below').toBe(false)

      await button.click()
      await page.setViewportSize(DESKTOP)
      await page.getByRole('main').click({ position: { x: 5, y: 5 } })
      await page.setViewportSize(PHONE)
    }
    const sidebar = page.getByRole('dialog', { name: 'Sidebar' })
    // Before the page knows its new width, the key folds the sidebar.
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
    await page.keyboard.press('Control+b')
    await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(288)
    await page.keyboard.press('Control+b')
    await expect(sidebar).toBeHidden()
    await page.getByRole('button', { name: /quick menu$/ }).click()
    const menu = page.getByRole('dialog', { name: 'Quick menu' })
    await expect(menu.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
    await expect(menu.getByRole('link', { name: /Whiteboard \(opens in a new tab\)/ })).toBeVisible()
    await menu.getByRole('link', { name: 'All Mentors' }).click()
    await page.waitForURL('/all-mentors')
  })
})

/** The last click was on the page's content. */
function isOnContent(): boolean {
  const { target } = globalThis as unknown as { target: Element }
  return document.querySelector('main')?.contains(target) === true
}

function tooltipOf(link: Locator) {
  return link.evaluate((element) => {
    const { content, visibility } = getComputedStyle(element, '::after')
    return { content, visibility }
  })
}

async function sidebarWidth(page: Page): Promise<number | undefined> {
  return (await page.locator('#navigation').boundingBox())?.width
}

import type { Locator, Page } from 'playwright/test'
import { coveredTargets } from './layout.ts'
import { list, videoHeading } from './playlist-page.ts'
import { expect, signInAsSharedMember, test, waitForHydration } from './portal.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 780 }

/** What closes is seen for a moment. */
const MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const

test.describe('beside the page the sidebar', () => {
  test.use({ viewport: DESKTOP })

  test('stays collapsed for seven days', async ({ page }) => {
    await signInAsSharedMember(page, '/')
    expect(await sidebarWidth(page)).toBe(256)
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true')
    await toggle(page).click()
    await expect.poll(() => sidebarWidth(page)).toBe(48)
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false')
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar')
    expect(cookie).toMatchObject({ value: 'collapsed', secure: false, sameSite: 'Lax', path: '/' })
    const secondsLeft = (cookie?.expires ?? 0) - Date.now() / 1000
    expect(secondsLeft).toBeGreaterThan(604_800 - 60)
    expect(secondsLeft).toBeLessThanOrEqual(604_801)
    await page.goto('/weekly-calendar')
    expect(await sidebarWidth(page)).toBe(48)
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('link', { name: 'Mentors', exact: true })).toBeVisible()
    await waitForHydration(page)
    await page.keyboard.press('Control+b')
    await expect.poll(() => sidebarWidth(page)).toBe(256)
    await page.keyboard.press('Meta+b')
    await expect.poll(() => sidebarWidth(page)).toBe(48)
    await page.route('**/_astro/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    await page.goto('/calendar')
    expect(await sidebarWidth(page), 'before any script').toBe(48)
  })

  test('keeps its open groups for the visit', async ({ page }) => {
    await signInAsSharedMember(page, '/')
    await expect(openGroups(page)).toHaveCount(0)
    await page.getByLabel('Pages under Network').click()
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('open-groups'))).toContain('/network')
    await page.goto('/lead-mentors')
    await expect
      .poll(() => hrefsOf(openGroups(page)), 'beside one that was opened')
      .toEqual(['/mentors', '/network'])
    const current = page.locator('#navigation [aria-current]')
    await expect(current).toHaveCount(1)
    await expect(current).toHaveText('Lead Mentors')
    await page.getByRole('button', { name: 'Open All' }).click()
    await expect(openGroups(page)).toHaveCount(7)
    await page.goto('/tools')
    await expect(openGroups(page)).toHaveCount(7)
    await page.getByRole('button', { name: 'Close All' }).click()
    await expect(openGroups(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Open All' })).toBeVisible()
    await page.goto('/')
    await expect(openGroups(page)).toHaveCount(0)
  })

  test('comes after the page for the keyboard', async ({ page }) => {
    await signInAsSharedMember(page, '/leaderboard')
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

test.describe('in motion the folded sidebar', () => {
  test.use({ viewport: DESKTOP, ...MOTION })
  test.beforeEach(async ({ page, baseURL }) => {
    await signInAsSharedMember(page)
    await page.context().addCookies([{ name: 'sidebar', value: 'collapsed', url: baseURL }])
    await page.goto('/leaderboard')
  })

  test('shows a group’s pages', async ({ page }) => {
    for (const n of [0, -1]) {
      const pages = page.locator('#navigation li:has(> details)').nth(n).locator('.group-pages a')
      await groups(page).nth(n).hover()
      await expect(pages.first()).toBeVisible()
      expect(await coveredTargets(page, '#navigation .group-pages a')).toEqual([])
      // On a way that a hand could take.
      await page.mouse.move(900, 10, { steps: 10 })
      await expect(pages.first()).toBeHidden()
    }
    await test.step('to the keyboard', async () => {
      const first = page.locator('#navigation .group-pages a').first()
      await groups(page).first().focus()
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

  test('names a link until Escape', async ({ page }) => {
    await waitForHydration(page)
    const social = page.getByRole('link', { name: 'Social (opens in a new tab)' })
    expect(await tooltipOf(social)).toEqual({ content: '"Social (new tab)" / ""', visibility: 'hidden' })
    await social.hover()
    await expect.poll(() => tooltipOf(social)).toMatchObject({ visibility: 'visible' })
    await page.keyboard.press('Escape')
    await expect.poll(() => tooltipOf(social)).toMatchObject({ visibility: 'hidden' })
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('sign-in sends no password', async ({ page }) => {
    await page.goto('/auth')
    await expect(page.getByText(/JavaScript/)).toBeVisible()
    await page.getByLabel('Email').fill('kai@example.com')
    await page.locator('input[name=password]').fill('correct horse')
    await page.locator('input[name=password]').press('Enter')
    await page.waitForLoadState()
    await expect(page).toHaveURL('/auth')
  })

  test('navigation leads on', async ({ page }) => {
    await signInAsSharedMember(page)
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await test.step('on home', async () => {
      await page.goto('/')
      const week = page.getByRole('region', { name: 'This week' })
      const sentence = 'Your week needs JavaScript. All dates are in the calendar.'
      await expect(week.getByText(sentence)).toBeVisible()
      await expect(week.getByText('Loading')).toBeHidden()
      await expect(page.getByRole('link', { name: /^Leaderboard Where/ })).toBeVisible()
    })
    await test.step('in the sidebar', async () => {
      await page.setViewportSize(DESKTOP)
      await page.goto('/calendar')
      await expect(navigation.getByRole('link', { name: 'Weekly Calendar' })).toBeVisible()
      await navigation.getByLabel('Pages under Resources').click()
      await navigation.getByRole('link', { name: 'Perks' }).click()
      await page.waitForURL('/perks')
      await expect(navigation.locator('[aria-current=page]')).toHaveText('Perks')
    })
    await test.step('in tabs', async () => {
      await page.goto('/investors')
      await expect(page.frameLocator('main iframe').getByText('Keola Brandt')).toBeVisible()
      const tabs = page.getByRole('navigation', { name: 'Investors', exact: true })
      await tabs.getByRole('link', { name: 'VC Firms' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('VC Firms')
    })
    await test.step('in a phone’s menu', async () => {
      await page.setViewportSize(PHONE)
      await page.goto('/perks')
      await page.getByRole('button', { name: 'Open menu' }).click()
      await navigation.getByRole('link', { name: 'Leaderboard' }).click()
      await page.waitForURL('/leaderboard')
      await expect(page.frameLocator('iframe').getByText('Nalu Power')).toBeVisible()
      expect(await coveredTargets(page, 'main iframe')).toEqual([])
    })
  })

  test('videos are links to YouTube', async ({ page }) => {
    await page.setViewportSize(PHONE)
    await signInAsSharedMember(page)
    await page.goto('/video-playlist')
    await expect(videoHeading(page)).toHaveText('Onboarding')
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
  test.beforeEach(async ({ page }) => {
    await signInAsSharedMember(page, '/lead-mentors')
  })

  for (const { opener, name, close } of [
    { opener: 'Open menu', name: 'Sidebar', close: 'Close menu' },
    { opener: /quick menu$/, name: 'Quick menu', close: 'Close quick menu' },
  ]) {
    test(`the ${name.toLowerCase()} is modal`, async ({ page }) => {
      const button = page.getByRole('button', { name: opener })
      const menu = page.getByRole('dialog', { name })
      await page.evaluate(() =>
        addEventListener('click', ({ target }) => Object.assign(globalThis, { target })),
      )
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(menu.locator('[aria-current=page]')).toHaveText('Lead Mentors')
      await expect(menu.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Shift+Tab')
      await expect(page.locator('main :focus, header :focus')).toHaveCount(0)
      await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden')
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(button).toBeFocused()
      for (const press of [
        () => menu.getByRole('button', { name: close }).click(),
        () => page.touchscreen.tap(PHONE.width - 20, 100),
      ]) {
        await button.click()
        await press()
        await expect(menu).toBeHidden()
        await expect(button).toBeFocused()
      }
      expect(await page.evaluate(isOnContent), 'a tap beside it presses nothing below').toBe(false)
      await test.step('not on a desktop', async () => {
        await button.click()
        await page.setViewportSize(DESKTOP)
        await page.getByRole('main').click({ position: { x: 5, y: 5 } })
      })
    })
  }

  test('Ctrl+B opens the sidebar', async ({ page }) => {
    const sidebar = page.getByRole('dialog', { name: 'Sidebar' })
    await page.keyboard.press('Control+b')
    await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(288)
    await page.keyboard.press('Control+b')
    await expect(sidebar).toBeHidden()
    await test.step('at its top, and the quick menu leads on', async () => {
      await page.getByRole('button', { name: /quick menu$/ }).click()
      const quick = page.getByRole('dialog', { name: 'Quick menu' })
      await expect(quick.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
      await expect(quick.getByRole('link', { name: /Whiteboard \(opens in a new tab\)/ })).toBeVisible()
      await quick.getByRole('link', { name: 'All Mentors' }).click()
      await page.waitForURL('/all-mentors')
      await page.getByRole('button', { name: 'Open menu' }).click()
      const menu = page.getByRole('navigation', { name: 'Main' })
      await expect(menu.getByRole('link', { name: 'All Mentors', exact: true })).toBeInViewport()
      expect(await menu.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
    })
  })
})

const toggle = (page: Page) => page.getByRole('button', { name: 'Toggle sidebar' })
const groups = (page: Page) => page.locator('#navigation li:has(details) > a')
const openGroups = (page: Page) => page.locator('#navigation li:has(> details[open]) > a')
const hrefsOf = (links: Locator) => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))

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

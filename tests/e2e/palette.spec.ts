import type { Page } from 'playwright/test'
import { axeViolations } from './axe.ts'
import { expect, holdRequests, signInAsSharedMember, test, waitForHydration } from './portal.ts'

const field = (page: Page) => page.getByRole('combobox', { name: /^Search pages/ })
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const hits = (page: Page) => palette(page).getByRole('option')

const PRESS_L_OF_RUSSIAN =
  "dispatchEvent(new KeyboardEvent('keydown', { key: 'л', code: 'KeyK', ctrlKey: true, cancelable: true })) ? '' : 'prevented'"

const searchButton = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })

test('the search answers the keyboard', async ({ page }) => {
  await signInAsSharedMember(page, '/')
  const button = searchButton(page)
  await button.focus()
  for (const open of [
    () => page.keyboard.press('Control+k'),
    // On a Russian keyboard, where nothing of a browser's own may open as well.
    async () => expect(await page.evaluate(PRESS_L_OF_RUSSIAN)).toBe('prevented'),
    () => button.click(),
  ]) {
    await open()
    await expect(field(page)).toBeFocused()
    await expect(hits(page).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(field(page)).toBeHidden()
    await expect(button).toBeFocused()
  }
  await page.keyboard.press('Control+Shift+k')
  await expect(field(page)).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(hits(page).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(hits(page).last()).toHaveAttribute('aria-selected', 'true')
  const id = (await hits(page).last().getAttribute('id')) ?? ''
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id)
  await page.keyboard.press('ArrowDown')
  await expect(hits(page).first()).toHaveAttribute('aria-selected', 'true')
})

test('the search opens once its script has loaded', async ({ page }) => {
  await signInAsSharedMember(page)
  const release = await holdRequests(page, '**/_astro/Shell.*.js')
  await page.goto('/video-playlist')
  await page.getByRole('button', { name: 'Search videos' }).click()
  release()
  await expect(field(page)).toBeFocused()
})

test('the search finds each kind of result', async ({ page }) => {
  await signInAsSharedMember(page)
  await test.step('by what is typed while its script loads', async () => {
    const release = await holdRequests(page, '**/_astro/search.*.js')
    await page.goto('/')
    await waitForHydration(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('leaderb')
    await expect(palette(page).getByRole('status')).toHaveText('Searching…')
    release()
    await expect(hits(page).first()).toContainText('Leaderboard')
    await expect(field(page)).toHaveValue('leaderb')
  })
  for (const [query, group, hit] of [
    ['founders lunch', 'Events', /Every Wednesday/],
    ['whiteboard', 'Channels', /Whiteboard.*\(opens in a new tab\)/],
    ['building in hawaii', 'Videos', /Building in Hawaiʻi/],
    ['devices', 'Account', /See where you’re signed in/],
  ] as const) {
    await field(page).fill(query)
    const found = palette(page).getByRole('group', { name: group }).getByRole('option')
    await expect(found.filter({ hasText: hit }).first()).toBeVisible()
  }
  await expect(page.getByRole('status').filter({ hasText: /^\d+ results?$/ })).toBeAttached()
  await field(page).fill('approve deny')
  await expect(page.getByText('No results for “approve deny”'), 'which administrators have').toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'No results' })).toBeAttached()
  // It has hits of each kind.
  await field(page).fill('customer')
  await expect(hits(page).first()).toBeVisible()
  expect(await axeViolations(page, 'dialog:modal', true)).toEqual([])
})

test.describe('the search leads', () => {
  const choose = async (page: Page, query: string, hit: string) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(query)
    await expect(hits(page).first()).toContainText(hit)
    await page.keyboard.press('Enter')
  }

  test('to what it finds', async ({ page }) => {
    await signInAsSharedMember(page, '/')
    await searchButton(page).focus()
    await choose(page, 'night', 'Theme: Dark')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(searchButton(page)).toBeFocused()
    await choose(page, 'password', 'Change your password')
    await expect(page.getByRole('tab', { name: 'Security', selected: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(searchButton(page)).toBeFocused()
    await choose(page, 'outreach', 'Investor Outreach')
    await expect(page).toHaveURL('/investors#outreach')
    await expect(page.getByRole('tab', { name: 'Investor Outreach', selected: true })).toBeVisible()
  })
})

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true })

  test('the search opens from each menu', async ({ page }) => {
    await signInAsSharedMember(page, '/')
    await page.getByRole('button', { name: 'Your account' }).click()
    await expect(page.getByRole('dialog', { name: 'Your account' })).toBeVisible()
    expect(await axeViolations(page, '#member-menu')).toEqual([])
    await page.keyboard.press('Escape')
    for (const [opener, name] of [
      ['Open menu', 'Sidebar'],
      [/quick menu$/, 'Quick menu'],
    ] as const) {
      const menu = page.getByRole('dialog', { name })
      await page.getByRole('button', { name: opener }).click()
      await expect(menu).toBeVisible()
      expect(await axeViolations(page, ':modal, section:popover-open')).toEqual([])
      await menu.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(field(page)).toBeFocused()
      await expect(menu).toBeHidden()
      await page.keyboard.type('customer')
      await expect(hits(page).first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await page.getByRole('button', { name: 'Close search' }).click()
      await expect(page.getByRole('button', { name: opener })).toBeFocused()
    }
  })
})

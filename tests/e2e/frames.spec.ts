import type { Page } from 'playwright/test'
import { expect, holdRequests, signInAsMember, signInAsSharedMember, test } from './portal.ts'

const SCRIPTS = '**/_astro/*.js'

test('hydration leaves a frame that has loaded', async ({ page }) => {
  await signInAsSharedMember(page)
  const loads = countRequests(page, '/samples/leaderboard')
  const release = await holdRequests(page, SCRIPTS)
  await page.goto('/leaderboard', { waitUntil: 'commit' })
  await expect(page.frameLocator('iframe').getByText('Nalu Power')).toBeAttached()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leaderboard')
  await expect(page.getByRole('button', { name: 'Reload' })).toBeDisabled()
  release()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeEnabled()
  await expect(page.frameLocator('iframe').getByText('Nalu Power')).toBeVisible()
  expect(loads()).toBe(1)
})

test('the keyboard changes tabs without a history entry', async ({ page }) => {
  await signInAsSharedMember(page, '/network')
  const before = await page.evaluate(() => history.length)
  await tab(page, 'Companies').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Founders')).toBeFocused()
  await expect(tab(page, 'Founders')).toHaveAttribute('aria-selected', 'true')
  await expect(frameIn(page, 'Founders').getByText('Noelani Akana')).toBeVisible()
  await expect(page).toHaveURL('/network#founders')
  await page.keyboard.press('End')
  await expect(tab(page, 'Investors')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Companies')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await expect(tab(page, 'Companies')).toBeFocused()
  expect(await page.evaluate(() => history.length)).toBe(before)
})

test('a tab’s frame loads once, when the tab first opens', async ({ page }) => {
  await signInAsSharedMember(page)
  const companies = countRequests(page, '/samples/companies')
  const founders = countRequests(page, '/samples/founders')
  await page.goto('/network')
  await expect(frameIn(page, 'Companies').getByText('Nalu Power')).toBeVisible()
  expect(founders()).toBe(0)
  await tab(page, 'Founders').click()
  await expect(frameIn(page, 'Founders').getByText('Noelani Akana')).toBeVisible()
  await tab(page, 'Companies').click()
  await expect(frameIn(page, 'Companies').getByText('Nalu Power')).toBeVisible()
  expect([companies(), founders()]).toEqual([1, 1])
})

test('Back returns to the tab that the address named', async ({ page }) => {
  await signInAsSharedMember(page, '/network#vc-firms')
  const isOpen = (name: string) => expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
  await isOpen('Investors')
  await isOpen('VC Firms')
  await expect(frameIn(page, 'VC Firms').getByText('Blue Acre')).toBeVisible()
  await tab(page, 'Investor Outreach').click()
  await expect(page).toHaveURL('/network#outreach')
  await tab(page, 'Founders').click()
  await isOpen('Founders')
  await page.goBack()
  await isOpen('Investor Outreach')
  await page.goBack()
  await isOpen('VC Firms')
})

test('a form is prefilled with its member’s own data', async ({ page }) => {
  const member = await signInAsMember(page, 'Kalākaua & "Söhne" #1 =?+%20')
  await page.goto('/founder-intake-form')
  const form = page.frameLocator('iframe')
  await expect(form.getByLabel('Name')).toHaveValue('Kalākaua & "Söhne" #1 =?+%20')
  await expect(form.getByLabel('Email')).toHaveValue(member.email)
})

test.describe('a calendar', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('shows the programme’s time or the member’s, without a history entry', async ({ page }) => {
    await signInAsSharedMember(page, '/weekly-calendar')
    const calendar = page.locator('main iframe')
    const shown = page.frameLocator('main iframe').getByText('Office hours').first()
    await expect(calendar).toHaveAttribute('src', /ctz=Pacific%2FHonolulu/)
    await expect(shown).toBeVisible()
    const before = await page.evaluate(() => history.length)
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('switch', { name: 'My time' }).click()
    await expect(calendar).toHaveAttribute('src', /ctz=Europe%2FBerlin/)
    await expect(shown).toBeVisible()
    expect(await page.evaluate(() => history.length), 'so Back leaves the page').toBe(before)
    await test.step('as the account’s choice of time says', async () => {
      await page.getByRole('button', { name: 'Subscribe' }).click()
      await expect(page.getByRole('heading', { name: 'Calendar subscription' })).toBeVisible()
      await page.getByRole('checkbox', { name: 'My time' }).uncheck()
      await expect(calendar).toHaveAttribute('src', /ctz=Pacific%2FHonolulu/)
    })
  })
})

function tab(page: Page, name: string) {
  return page.getByRole('tab', { name, exact: true })
}

/** The frame of an open tab. */
function frameIn(page: Page, name: string) {
  return page.getByRole('tabpanel', { name, exact: true }).frameLocator('iframe')
}

/** Counts from now on. */
function countRequests(page: Page, path: string): () => number {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  return () => requested.filter((each) => each === path).length
}

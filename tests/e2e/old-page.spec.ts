import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { jpeg } from '../support/pictures.ts'
import { choosePicture, dialogOf, openAccount } from './account.ts'
import { approvedMember, expect, memberAtHome, test } from './portal.ts'

/** After a deploy a page that is still open asks for files that are gone; on a bad line they never come. */
test.use({
  allowConsoleErrors: [/status of 40[04]|net::ERR_FAILED|Error hydrating/],
})

test.describe('a page that begins and whose files are gone', () => {
  for (const [path, files, works] of [
    ['/calendar', '*.js', (page: Page) => openAccount(page)],
    [
      '/auth',
      'AuthCard.*.js*',
      (page: Page) => page.getByRole('button', { name: 'Create an account' }).click(),
    ],
  ] as const) {
    test(`${path} without ${files}: is loaded anew by itself, and works`, async ({ page }) => {
      if (path !== '/auth') await approvedMember(page)
      const visits = countVisits(page, path)
      await lose(page, files, () => visits.count < 2)
      await page.goto(path)
      await expect.poll(() => visits.count).toBe(2)
      await works(page)
      await expect(missing(page)).toBeHidden()
      expect(visits.count).toBe(2)
    })
  }

  for (const [path, files] of [
    ['/calendar', '*.js'],
    ['/auth', '*.js'],
    ['/auth', 'AuthCard.*.js*'],
  ] as const) {
    test(`${path} without ${files} for good: is loaded anew once, and says so then`, async ({ page }) => {
      if (path !== '/auth') await approvedMember(page)
      const visits = countVisits(page, path)
      await lose(page, files)
      await page.goto(path)
      await expect(missing(page)).toBeVisible()
      expect(visits.count).toBe(2)
    })
  }

  test('is not given up for the browser’s own error page where the portal cannot be reached', async ({
    page,
  }) => {
    await approvedMember(page)
    const visits = countVisits(page, '/calendar')
    await lose(page, '*.js')
    await page.route('**/calendar', (route) =>
      route.request().method() === 'HEAD' ? route.abort() : route.continue(),
    )
    await page.goto('/calendar')
    await expect(missing(page)).toBeVisible()
    expect(visits.count).toBe(1)
  })
})

test.describe('a press whose file is gone says so, and the page stays as it is', () => {
  test('account settings; after a reload they open', async ({ page }) => {
    await memberAtHome(page)
    let isGone = true
    await lose(page, 'AccountDialog.*.js*', () => isGone)
    await pressAccount(page)
    await expect(missing(page)).toBeVisible()
    isGone = false
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(missing(page)).toBeHidden()
    await openAccount(page)
  })

  test('but an island whose whole style sheet is gone wakes with what the page carries', async ({ page }) => {
    await approvedMember(page)
    await lose(page, '*.css')
    await page.addInitScript(() => sessionStorage.setItem('reloaded-at', String(Date.now())))
    await page.goto('/')
    await page.mouse.move(700, 400, { steps: 3 })
    await expect(page.locator('link[data-whole]')).toHaveCount(0)
    const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
    await toggle.press('Enter')
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await expect(page.locator('html')).toHaveAttribute('data-sidebar', 'collapsed')
  })

  test('choosing a picture; the dialog stays, and what was typed in it', async ({ page }) => {
    await memberAtHome(page)
    await openAccount(page)
    await page.getByLabel('Full name').fill('Half a na')
    await lose(page, 'CropStep.*.js*')
    await choosePicture(page, await jpeg())
    await expect(dialogOf(page).getByText(errorText.page_incomplete)).toBeVisible()
    await expect(page.getByLabel('Full name')).toHaveValue('Half a na')
  })

  test('a form is judged by the server alone where its rules cannot be fetched', async ({ page }) => {
    await page.goto('/auth')
    const email = page.getByLabel('Email')
    await expect(page.locator('astro-island[ssr]', { has: email })).toHaveCount(0)
    await lose(page, 'forms.*.js*')
    await email.fill('kai')
    await page.getByLabel('Password', { exact: true }).fill('a password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(email).toHaveAccessibleDescription(errorText.email_invalid)
    await expect(email).toBeFocused()
  })

  test('a notice is plain text where the toasts cannot be fetched', async ({ page }) => {
    await memberAtHome(page)
    await lose(page, 'Toaster.*.js*')
    await pressSignOut(page)
    await expect(page).toHaveURL('/auth')
    await expect(page.getByRole('alert').getByText(noticeText.signed_out)).toBeVisible()
  })

  test('signing out leaves nothing of what was watched in this browser', async ({ page }) => {
    await memberAtHome(page)
    await lose(page, 'leave.*.js')
    await page.evaluate(() => localStorage.setItem('progress/somebody/video', '{"positionSeconds":60}'))
    await pressSignOut(page)
    await expect(page).toHaveURL('/auth')
    expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('progress')
  })
})

test('without JavaScript the member’s menu says so and has no button that does nothing', async ({
  page,
  browser,
}) => {
  await memberAtHome(page)
  const context = await browser.newContext({
    baseURL: new URL('/', page.url()).href,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const still = await context.newPage()
  await still.goto('/')
  await still
    .getByRole('button', { name: /your account/i })
    .first()
    .click()
  const menu = still.getByRole('dialog', { name: 'Your account' })
  await expect(menu.getByText(/needs JavaScript/)).toBeVisible()
  await expect(menu.getByRole('button')).toHaveCount(0)
  await context.close()
})

const missing = (page: Page) => page.getByText(errorText.page_incomplete)

async function lose(page: Page, files: string, areGone: () => boolean = () => true): Promise<void> {
  await page.route(`**/_astro/${files}`, (route) =>
    areGone() ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
  )
}

function countVisits(page: Page, path: string): { count: number } {
  const visits = { count: 0 }
  page.on('request', (request) => {
    if (request.isNavigationRequest() && new URL(request.url()).pathname === path) visits.count += 1
  })
  return visits
}

async function pressAccount(page: Page): Promise<void> {
  await openMenu(page)
  await page.getByRole('button', { name: 'Account settings' }).click()
}

async function pressSignOut(page: Page): Promise<void> {
  await openMenu(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
}

async function openMenu(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /your account/i })
    .first()
    .click()
}

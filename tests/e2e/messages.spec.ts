import type { Page } from 'playwright/test'
import { type ErrorCode, errorText } from '#src/shared/errors.ts'
import { type NoticeCode, noticeText } from '#src/shared/notices.ts'
import { expect, newPerson, signUp, test } from './portal.ts'
import { waysInside } from './ways-inside.ts'
import { waysOutside } from './ways-outside.ts'

type Code = ErrorCode | NoticeCode

/**
 * Every sentence of the catalogue, seen by a person in a browser: one way to it for each code. A new code does not
 * compile until it has one.
 */
const ways: Record<Code, (page: Page) => Promise<unknown>> = { ...waysOutside, ...waysInside }
const sentences = { ...errorText, ...noticeText }

test.describe('a person can come to read', () => {
  test.use({ allowConsoleErrors: [/status of (4\d\d|50[023])|net::ERR_FAILED|Error hydrating/] })

  for (const [way, codes] of Map.groupBy(Object.keys(ways) as Code[], (code) => ways[code])) {
    test(codes.map((code) => `${code}: ${sentences[code]}`).join('; '), async ({ page }) => {
      await way(page)
      for (const code of codes) await expect(page.getByText(sentences[code]).first()).toBeVisible()
    })
  }
})

test('no sentence of the catalogue is without its test', () => {
  expect(Object.keys(ways).sort()).toEqual(Object.keys(sentences).sort())
})

test('at most three notices are seen at once, and none for longer than it takes to read', async ({
  page,
}) => {
  await signUp(page, newPerson())
  await expect(page.getByText(noticeText.signed_up)).toBeVisible()
  await page.route('**/_actions/**', (route) => route.fulfill({ body: '[{}]' }))
  const again = page.getByRole('button', { name: 'Resend email' })
  for (let n = 0; n < 4; n++) {
    await expect(again).toBeEnabled()
    await again.click()
  }
  const notices = page.getByRole('region', { name: 'Notifications' }).locator('> [data-type]')
  await expect(notices).toHaveCount(5)
  await expect(notices.filter({ visible: true })).toHaveCount(3)
  await expect(notices).toHaveCount(0, { timeout: 7000 })
})

test('a notice is shown where the portal led to, and not on a page that is opened meanwhile', async ({
  page,
}) => {
  await page.goto('/reset-password')
  await expect(page).toHaveURL('/auth')
  const notice = page.getByText(errorText.reset_link_invalid).first()
  await expect(notice).toBeVisible()
  await page.goto('/start')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText(errorText.email_invalid)).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test.describe('an island that breaks', () => {
  test.use({ allowConsoleErrors: [/SELECT/] })

  test('leaves a safe sentence and a way on', async ({ page }) => {
    await page.goto('/auth')
    await page.getByLabel('Email').fill('break@it')
    await page.evaluate(() => {
      String.prototype.trim = function () {
        if (this.startsWith('break@it')) throw new Error('SELECT password_hash FROM users')
        return this.replaceAll(/^\s+|\s+$/g, '')
      }
    })
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
    await expect(page.getByText(errorText.unexpected)).toBeVisible()
    await expect(page.getByText('SELECT')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back')
  })
})

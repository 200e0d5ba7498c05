import type { Page } from 'playwright/test'
import { linkSentTo, noticeText } from '#src/shared/notices.ts'
import { axeViolations } from './axe.ts'
import { BRAND_FONTS, measureLayout, renderedFonts } from './layout.ts'
import {
  CLIENT_ERROR,
  expect,
  newPerson,
  query,
  setApprovalStatus,
  signInAsMember,
  signInAsSharedMember,
  test,
} from './portal.ts'

const RESET_LINK = `/reset-password?token=${'a'.repeat(64)}`
const INVITATION = RESET_LINK.replace('reset-password', 'invitation')

test.describe('axe finds nothing', () => {
  // axe measures half-faded text as it is.
  test.use({ allowConsoleErrors: [CLIENT_ERROR] })
  const look = async (page: Page, hasColours = true) =>
    expect(await axeViolations(page, 'html', hasColours)).toEqual([])

  test('on signed-out screens', async ({ page }) => {
    for (const path of ['/start', '/confirm-email', RESET_LINK, INVITATION, '/no-such-page', '/auth']) {
      if (path === '/no-such-page') await openMissing(page)
      else await page.goto(path)
      if (path === '/start') expect(await renderedFonts(page), 'in a new browser').toEqual(BRAND_FONTS)
      // The other screens are of the parts of these.
      await look(page, ['/start', '/auth'].includes(path))
      for (const width of [320, 390, 820]) {
        await page.setViewportSize({ width, height: 900 })
        expect((await measureLayout(page)).sideways, `${path} at ${width} px`).toBeLessThanOrEqual(0)
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    await test.step('on the forgot-password form', async () => {
      await page.getByRole('button', { name: 'Forgot password?' }).click()
      await look(page)
      await page.getByLabel('Email').fill(newPerson().email)
      await page.getByLabel('Email').press('Enter')
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
      await look(page)
    })
    await test.step('the 404 screen has a menu for members', async () => {
      await signInAsSharedMember(page)
      await openMissing(page)
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    })
  })

  test('on the state screens that follow each decision', async ({ page }) => {
    const person = await signInAsMember(page)
    await setApprovalStatus(person, 'denied')
    await page.goto('/leaderboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account Access Denied')
    await expect(page.getByText(noticeText.application_denied, { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/leaderboard')
    await look(page)
    await setApprovalStatus(person, 'pending')
    await page.getByRole('link', { name: 'Check again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account Pending Approval')
    await expect(page.getByText(noticeText.approval_pending, { exact: true })).toBeVisible()
    await look(page)
    const resend = page.getByRole('button', { name: 'Resend email' })
    expect((await resend.boundingBox())?.width, 'as wide as its words').toBeLessThan(120)
    await resend.click()
    await expect(page.getByText(linkSentTo(person.email))).toBeVisible()
    await query('UPDATE users SET email_confirmed_at = now() WHERE email = $1', [person.email])
    await page.getByRole('link', { name: 'Check again' }).click()
    await expect(page.getByText(noticeText.approval_pending)).toBeVisible()
    await setApprovalStatus(person, 'approved')
    await page.getByRole('link', { name: 'Check again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leaderboard')
  })
})

async function openMissing(page: Page): Promise<void> {
  expect((await page.goto('/no-such-page'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
}

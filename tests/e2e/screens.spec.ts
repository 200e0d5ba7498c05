import type { Page } from 'playwright/test'
import { linkSentTo, noticeText } from '#src/shared/notices.ts'
import { hindrances } from './axe.ts'
import { BRAND_FONTS, fontsOn, measure } from './looks.ts'
import { anyMember, approvedMember, decide, expect, newPerson, query, REFUSED, test } from './portal.ts'

const RESET_LINK = `/reset-password?token=${'a'.repeat(64)}`
const INVITATION = RESET_LINK.replace('reset-password', 'invitation')

test.describe('axe finds nothing', () => {
  // axe measures half-faded text as it is.
  test.use({ allowConsoleErrors: [REFUSED] })
  const look = async (page: Page) => expect(await hindrances(page, 'html', true)).toEqual([])

  test('on signed-out screens, and on the 404 screen, which has a menu for members', async ({ page }) => {
    for (const path of ['/start', '/confirm-email', RESET_LINK, INVITATION, '/no-such-page', '/auth']) {
      if (path === '/no-such-page') await openMissing(page)
      else await page.goto(path)
      if (path === '/start') expect(await fontsOn(page), 'in a new browser').toEqual(BRAND_FONTS)
      await look(page)
      for (const width of [320, 390, 820]) {
        await page.setViewportSize({ width, height: 900 })
        expect((await measure(page)).sideways, `${path} at ${width} px`).toBeLessThanOrEqual(0)
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await look(page)
    await page.getByLabel('Email').fill(newPerson().email)
    await page.getByLabel('Email').press('Enter')
    await expect(page.getByRole('heading', { name: 'A link is on its way' })).toBeVisible()
    await look(page)
    await anyMember(page)
    await openMissing(page)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  })

  test('on state screens, which a member sees from one decision to the next', async ({ page }) => {
    const person = await approvedMember(page)
    await decide(person, 'denied')
    await page.goto('/leaderboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account Access Denied')
    await expect(page.getByText(noticeText.application_denied, { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/leaderboard')
    await look(page)
    await decide(person, 'pending')
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
    await decide(person, 'approved')
    await page.getByRole('link', { name: 'Check again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leaderboard')
  })
})

async function openMissing(page: Page): Promise<void> {
  expect((await page.goto('/no-such-page'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
}

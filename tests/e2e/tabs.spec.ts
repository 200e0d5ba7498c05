import { noticeText } from '#src/shared/notices.ts'
import type { Page } from 'playwright/test'
import {
  anyMember,
  approvedMember,
  memberAtHome,
  decide,
  expect,
  newPerson,
  query,
  REFUSED,
  signIn,
  signUp,
  test,
} from './portal.ts'

test('signing out in one tab takes the others to the sign-in screen', async ({ page, context }) => {
  await memberAtHome(page)
  const other = await context.newPage()
  await other.goto('/leaderboard')
  await page.getByRole('button', { name: /account/i }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(other).toHaveURL('/auth')
  await expect(page.getByText(noticeText.signed_out)).toBeVisible()
})

test('a tab whose member’s session ended becomes the page of whoever signs in next in another', async ({
  page,
  context,
}) => {
  await approvedMember(page, 'Kai')
  const visitor = newPerson('Malia')
  const other = await context.newPage()
  await other.goto('/leaderboard')
  await expect(other.locator('#navigation button[popovertarget=member-menu] .font-medium')).toHaveText('Kai')
  await context.clearCookies()
  await signUp(page, visitor)
  await decide(visitor, 'approved')
  await signIn(page, visitor)
  await expect(other.locator('#navigation button[popovertarget=member-menu] .font-medium')).toHaveText(
    'Malia',
  )
  await expect(other).toHaveURL('/leaderboard')
})

test.describe('a tab that comes back to the front after a while', () => {
  test.use({ allowConsoleErrors: [REFUSED] })

  test('stays as it is while its member may see it', async ({ page }) => {
    await anyMember(page)
    await page.goto('/')
    await page.evaluate(() => (document.title = 'untouched'))
    await leaveAndComeBack(page)
    await expect(page).toHaveTitle('untouched')
  })

  test('leads to the sign-in screen once the session has ended, and back to this very place', async ({
    page,
  }) => {
    const person = await approvedMember(page)
    await page.goto('/video-playlist#Sales-101')
    await query('DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = $1)', [
      person.email,
    ])
    await leaveAndComeBack(page)
    await expect(page).toHaveURL('/auth?next=%2Fvideo-playlist#Sales-101')
  })

  test('or out of the back/forward cache asks at once', async ({ page }) => {
    const person = await memberAtHome(page)
    await query('DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = $1)', [
      person.email,
    ])
    await comeBackFromCache(page)
    await expect(page).toHaveURL('/auth?next=%2F')
  })

  test('leaves without asking when somebody signed out in between, and shows nothing on its way', async ({
    page,
  }) => {
    await anyMember(page)
    await page.goto('/')
    await page.evaluate(() => localStorage.setItem('signed-out-at', String(Date.now())))
    const left = page.waitForRequest((request) => new URL(request.url()).pathname === '/auth')
    expect(await comeBackFromCache(page)).toEqual({ hasVisibility: false, hasOpacity: false })
    await left
  })

  test('shows that approval was taken back, and given again', async ({ page }) => {
    const person = await memberAtHome(page)
    await decide(person, 'pending')
    await leaveAndComeBack(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account Pending Approval')
    await decide(person, 'approved')
    await leaveAndComeBack(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
  })

  test('stays as it is while the portal is down', async ({ page }) => {
    await anyMember(page)
    await page.goto('/')
    await page.evaluate(() => (document.title = 'untouched'))
    await page.context().route('**/*', (route) => route.abort())
    await leaveAndComeBack(page)
    await expect(page).toHaveTitle('untouched')
  })
  test.use({ allowConsoleErrors: [/status of 4\d\d|net::ERR_FAILED/] })
})

test.describe('whoever waits for approval', () => {
  test.use({ allowConsoleErrors: [REFUSED] })

  test('can look again and have the confirmation mailed again', async ({ page }) => {
    const person = await approvedMember(page)
    await decide(person, 'pending')
    await page.goto('/leaderboard')
    await page.getByRole('button', { name: 'Send the confirmation email again' }).click()
    await expect(page.getByText(noticeText.confirmation_resent)).toBeVisible()
    await decide(person, 'approved')
    await page.getByRole('link', { name: 'Check again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leaderboard')
  })
})

/** @returns how the page is seen right after. */
async function comeBackFromCache(page: Page): Promise<{ hasVisibility: boolean; hasOpacity: boolean }> {
  return page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    return {
      hasVisibility: document.body.checkVisibility({ visibilityProperty: true }),
      hasOpacity: document.body.checkVisibility({ opacityProperty: true }),
    }
  })
}

/** What a browser tells a page whose tab is left for eleven seconds. */
async function leaveAndComeBack(page: Page): Promise<void> {
  await page.waitForLoadState()
  await page.evaluate(() => {
    let hidden = true
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
    const { now } = Date
    Date.now = () => now() + 11_000
    hidden = false
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

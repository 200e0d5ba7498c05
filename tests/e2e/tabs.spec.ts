import { noticeText } from '#src/shared/notices.ts'
import {
  approvedMember,
  memberAtHome,
  decide,
  expect,
  newPerson,
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
  await expect(other).toHaveURL('/auth?next=%2Fleaderboard')
  await expect(page.getByText(noticeText.signed_out)).toBeVisible()
})

test('signing in as another member reloads the tabs of the first as theirs', async ({ page, context }) => {
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

test('Back after signing out in another tab leads to the sign-in screen', async ({ page }) => {
  await memberAtHome(page)
  await page.evaluate(() => localStorage.setItem('signed-in', '""'))
  await page.context().clearCookies()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page).toHaveURL('/auth?next=%2F')
})

test.describe('a pending member', () => {
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

import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { approvedMember, expect, type Person, query, test } from './portal.ts'

/** What home knows of a member's deadlines, and what becomes of a tick. */

test.use({
  timezoneId: 'America/New_York',
  allowConsoleErrors: [/net::ERR_INTERNET_DISCONNECTED|status of 401/],
})

test('a tick that isn’t saved says why, and is saved when network or member is back', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const person = await approvedMember(page)
  await page.goto('/')
  await expect(page.locator('[data-home][data-ready]')).toBeVisible()
  await expect(due(page), 'they joined after the last one').not.toContainText('Overdue')
  const problem = due(page).getByRole('alert')
  await context.route('**/progress.save', (route) => route.abort('internetdisconnected'))
  await box(page).check()
  await expect(problem).toHaveText(errorText.progress_unsent, { useInnerText: true })
  expect(await ticksOf(person)).toEqual([])
  await context.unroute('**/progress.save')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => ticksOf(person)).toEqual([{ watched: true }])
  await expect(problem).toHaveText('', { useInnerText: true })

  const cookies = await context.cookies()
  await context.clearCookies()
  await box(page).uncheck()
  await expect(problem).toHaveText(errorText.progress_signed_out, { useInnerText: true })
  await context.addCookies(cookies)
  await page.goto('/leaderboard')
  await expect.poll(() => ticksOf(person)).toEqual([{ watched: false }])
})

const due = (page: Page) => page.getByRole('region', { name: 'Due' })
const box = (page: Page) => due(page).getByRole('checkbox').last()

function ticksOf({ email }: Person): Promise<unknown[]> {
  return query(
    'select t.is_done as watched from deadline_ticks t join users u on u.id = t.user_id where u.email = $1',
    [email],
  )
}

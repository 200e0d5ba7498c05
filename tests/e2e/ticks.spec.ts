import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { act, approvedMember, expect, type Person, query, test } from './portal.ts'

/** What home knows of a member's deadlines, and what becomes of a tick. */

test.use({
  timezoneId: 'America/New_York',
  allowConsoleErrors: [/net::ERR_(?:INTERNET_DISCONNECTED|FAILED|ABORTED)|status of (?:401|500)/],
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

test('a tick goes with the member who leaves before its answer, or is sent by the next page', async ({
  page,
  context,
}) => {
  const person = await approvedMember(page)
  await page.goto('/')
  // A slow network: what the page asked is lost with the page, and a beacon isn't.
  await context.route('**/progress.save', (route) =>
    route.request().resourceType() === 'ping' ? route.continue() : undefined,
  )
  await box(page).check()
  await page.goto('/robots.txt')
  await expect.poll(() => ticksOf(person)).toEqual([{ watched: true }])
  await context.unroute('**/progress.save')

  // No network has one, but a journey can't hold it back.
  await page.addInitScript(() => {
    navigator.sendBeacon = () => false
  })
  await page.goto('/')
  await context.route('**/progress.save', (route) => route.abort('internetdisconnected'))
  await box(page).uncheck()
  await page.goto('/robots.txt')
  await context.unroute('**/progress.save')
  expect(await ticksOf(person)).toEqual([{ watched: true }])
  await page.goto('/leaderboard')
  await expect.poll(() => ticksOf(person)).toEqual([{ watched: false }])
})

test('home fetches other devices’ ticks again when its member left before they came, and later in its tab', async ({
  page,
}) => {
  await approvedMember(page)
  await page.clock.install()
  await page.goto('/')
  await expect(box(page)).toBeEnabled()
  const tick = await box(page).inputValue()
  await act(page, 'progress.save', { changes: [{ ...TICKED, video: tick }] })
  await page.clock.fastForward('10:00')
  await page.goto('/')
  await page.goto('/leaderboard')
  await page.goto('/')
  await expect(box(page)).toBeChecked()
})

const due = (page: Page) => page.getByRole('region', { name: 'Due' })
const box = (page: Page) => due(page).getByRole('checkbox').last()

const TICKED = { positionSeconds: 0, durationSeconds: null, playedMsAgo: null, watched: true, markedMsAgo: 1 }

function ticksOf({ email }: Person): Promise<unknown[]> {
  return query('select v.watched from video_progress v join users u on u.id = v.user_id where u.email = $1', [
    email,
  ])
}

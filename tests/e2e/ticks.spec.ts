import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { DAY_MS } from '#src/shared/units.ts'
import { instantOf } from '#src/shared/zoned-instant.ts'
import { act, approvedMember, expect, holdBack, type Person, query, test } from './portal.ts'

/** What home knows of a member's deadlines, and what becomes of a tick. */

test.use({
  timezoneId: 'America/New_York',
  allowConsoleErrors: [/net::ERR_(?:INTERNET_DISCONNECTED|FAILED|ABORTED)|status of (?:401|500)/],
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('someone who joined after a deadline isn’t told that they missed it', async ({ page }) => {
      await approvedMember(page)
      await page.goto('/')
      await expect(page.locator('[data-home][data-ready]')).toBeVisible()
      await expect(due(page)).toContainText('Weekly Update')
      await expect(due(page)).not.toContainText('was due')
    })

    test('a tick says that it isn’t saved without a network, and is saved when that is back', async ({
      page,
      context,
    }) => {
      const person = await approvedMember(page)
      await page.goto('/')
      await context.route('**/progress.save', (route) => route.abort('internetdisconnected'))
      await box(page).check()
      await expect(due(page).getByRole('alert')).toHaveText(errorText.progress_unsent, {
        useInnerText: true,
      })
      expect(await ticksOf(person)).toEqual([])
      await context.unroute('**/progress.save')
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect.poll(() => ticksOf(person)).toEqual([{ watched: true }])
      await expect(due(page).getByRole('alert')).toHaveText('', { useInnerText: true })
    })

    test('a tick made after the session ended says so, and is saved once its member is back', async ({
      page,
      context,
    }) => {
      const person = await approvedMember(page)
      await page.goto('/')
      const [cookie] = await context.cookies()
      await context.clearCookies()
      await box(page).check()
      await expect(due(page).getByRole('alert')).toHaveText(errorText.progress_signed_out, {
        useInnerText: true,
      })
      await context.addCookies(cookie ? [cookie] : [])
      await page.goto('/leaderboard')
      await expect.poll(() => ticksOf(person)).toEqual([{ watched: true }])
    })
  })
}

test('nothing is said to be missed before the ticks are known', async ({ page }) => {
  await approvedMember(page)
  await page.clock.install({ time: fridayInHonolulu() })
  const letProgressCome = await holdBack(page, '**/progress.read')
  await page.goto('/')
  await expect(due(page)).toContainText('Weekly Update')
  await expect(due(page)).not.toContainText('was due')
  letProgressCome()
  await expect(due(page)).toContainText('Weekly Update, was due Thursday')
})

test('a tick goes with the member who leaves before its answer', async ({ page, context }) => {
  const person = await approvedMember(page)
  await page.goto('/')
  // A slow network: what the page asked is lost with the page, and a beacon isn't.
  await context.route('**/progress.save', (route) =>
    route.request().resourceType() === 'ping' ? route.continue() : undefined,
  )
  await box(page).check()
  await page.goto('/robots.txt')
  await expect.poll(() => ticksOf(person)).toEqual([{ watched: true }])
})

test('a tick that nothing could send is sent by the next page', async ({ page, context }) => {
  const person = await approvedMember(page)
  // No network has one, but a journey can't hold it back.
  await page.addInitScript(() => {
    navigator.sendBeacon = () => false
  })
  await page.goto('/')
  await context.route('**/progress.save', (route) => route.abort('internetdisconnected'))
  await box(page).check()
  await page.goto('/robots.txt')
  await context.unroute('**/progress.save')
  expect(await ticksOf(person)).toEqual([])
  await page.goto('/leaderboard')
  await expect.poll(() => ticksOf(person)).toEqual([{ watched: true }])
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

/** The first Friday from two days on: a day after a deadline. */
function fridayInHonolulu(): Date {
  const days = ((10 - new Date().getUTCDay()) % 7) + 2
  const day = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  return new Date(instantOf(`${day} 09:00`, 'Pacific/Honolulu'))
}

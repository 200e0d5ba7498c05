import type { Page } from 'playwright/test'
import { noticeText } from '#src/shared/notices.ts'
import type { VideoProgress } from '#src/shared/playlist/progress.ts'
import { instantOf } from '#src/shared/zoned-instant.ts'
import { hindrancesInBothThemes } from './axe.ts'
import { act, anyMember, approvedMember, expect, test } from './portal.ts'

test.use({ timezoneId: 'America/New_York' })

/** The sample programme repeats its week for ever, so that any week to come will do as a fixed one. */
test.describe('home knows the week', () => {
  test('names the next session and what is due, on both clocks', async ({ page }) => {
    await openAt(page, 'Wednesday', '11:30')
    await expect(cell(page, 'session')).toHaveText(
      /Next session\s*Founders' lunch\s*Today, 12:00\sPM in Honolulu\s*[56]:00\sPM your time\s*.*Add to my calendar/,
    )
    await expect(cell(page, 'due')).toHaveText(
      /Due\s*Weekly Update\s*Tomorrow, 5:30\sPM in Honolulu\s*(?:10|11):30\sPM your time/,
    )
    await cell(page, 'due').getByRole('link', { name: 'Weekly Update' }).click()
    await expect(page).toHaveURL('/weekly-updates')
  })

  test('follows the clock where it stands, with the member’s own first where calendars show it', async ({
    page,
  }) => {
    await page.addInitScript(() => localStorage.setItem('lanai:calendar-time', 'mine'))
    await anyMember(page)
    await page.clock.install({ time: inHonolulu('Wednesday', '11:58') })
    await page.goto('/')
    await expect(cell(page, 'session')).toContainText(/Today, [56]:00\sPM your time\s*12:00\sPM in Honolulu/)
    await page.clock.fastForward('03:00')
    await expect(cell(page, 'session')).toContainText(/Now\s*Founders' lunch/)
  })

  test('goes on with the video that was left on another device', async ({ page }) => {
    await approvedMember(page)
    await page.goto('/')
    await expect(cell(page, 'continue')).toHaveText(/Start\s*Onboarding/)
    await save(page, {
      video: 'cohort-17/week-0/mentor-orientation',
      positionSeconds: 340,
      playedMsAgo: 1000,
    })
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await expect(cell(page, 'continue')).toHaveText(/Continue\s*Mentor Orientation\s*at 5:40/)
    await cell(page, 'continue').getByRole('link').click()
    await expect(page).toHaveURL('/video-playlist#Mentor-Orientation')
  })

  test('welcomes newcomers until they have watched Onboarding', async ({ page }) => {
    await approvedMember(page)
    await page.goto('/')
    const banner = page.getByRole('heading', { name: 'New to the cohort?' })
    await expect(banner).toBeVisible()
    await save(page, { video: 'cohort-17/week-0/onboarding', watched: true, markedMsAgo: 1000 })
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await expect(cell(page, 'continue')).toContainText('Mentor Orientation')
    // Nothing goes away under a reader's eyes.
    await expect(banner).toBeVisible()
    await page.reload()
    await expect(banner).toBeHidden()
  })
})

test('a member subscribes to the calendar with a private link, and revokes it', async ({ page, request }) => {
  await approvedMember(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Subscribe to all events' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account settings' })
  await dialog.getByRole('button', { name: 'Create my link' }).click()
  const address = await dialog.getByLabel('Your link').inputValue()
  expect(address).toMatch(/^webcal:\/\/[^/]+\/feeds\/[0-9a-f]{64}\.ics$/)
  await expect(dialog.getByRole('link', { name: 'Open in calendar app' })).toHaveAttribute('href', address)
  await page.context().grantPermissions(['clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText(noticeText.feed_copied)).toBeVisible()
  expect(await hindrancesInBothThemes(page, '[role=dialog]')).toEqual([])
  const subscribe = () => request.get(new URL(address).pathname.replace(/^\/\/[^/]+/, ''))
  expect((await subscribe()).headers()['content-type']).toContain('text/calendar')
  await page.reload()
  await page.getByRole('button', { name: 'Subscribe to all events' }).click()
  await expect(dialog.getByText('We showed it only once')).toBeVisible()
  await dialog.getByRole('button', { name: 'Revoke link…' }).click()
  await dialog.getByRole('button', { name: 'Revoke link', exact: true }).click()
  await expect(page.getByText(noticeText.feed_ended)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create my link' })).toBeVisible()
  expect((await subscribe()).status()).toBe(404)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('home says when what takes place', async ({ page }) => {
    await anyMember(page)
    await page.goto('/')
    const week = page.getByRole('region', { name: 'This week' })
    await expect(week.getByText('Times in Honolulu')).toBeVisible()
    await expect(week.getByRole('listitem').filter({ hasText: 'lunch' })).toHaveText(
      /Every Wednesday, 12:00\sPM:\s+Founders' lunch, Lānai/,
    )
  })
})

function cell(page: Page, name: 'session' | 'due' | 'continue') {
  return page.locator(`[data-cell=${name}]`)
}

async function openAt(page: Page, weekday: string, time: string): Promise<void> {
  await anyMember(page)
  await page.clock.setFixedTime(inHonolulu(weekday, time))
  await page.goto('/')
}

/** The first such moment from tomorrow on. */
function inHonolulu(weekday: string, time: string): Date {
  const name = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })
  const days = Array.from({ length: 7 }, (_, index) => new Date(Date.now() + (index + 1) * 86_400_000))
  const day = days
    .find((each) => name.format(each) === weekday)
    ?.toISOString()
    .slice(0, 10)
  return new Date(instantOf(`${day} ${time}`, 'Pacific/Honolulu'))
}

/** As another device of the member does. */
async function save(page: Page, change: Partial<VideoProgress>): Promise<void> {
  const nothing = {
    positionSeconds: 0,
    durationSeconds: null,
    playedMsAgo: null,
    watched: false,
    markedMsAgo: null,
  }
  await act(page, 'progress.save', { changes: [{ ...nothing, ...change }] })
}

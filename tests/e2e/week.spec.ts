import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import type { ProgressChange } from '#src/shared/playlist/progress.ts'
import { toProgress, UNWATCHED } from '#src/shared/playlist/watch-state.ts'
import { DAY_MS } from '#src/shared/units.ts'
import { instantOf } from '#src/shared/zoned-instant.ts'
import { axeViolations } from './axe.ts'
import {
  callAction,
  createPerson,
  expect,
  holdRequests,
  type Person,
  query,
  signInAsMember,
  signInAsSharedMember,
  test,
} from './portal.ts'

test.use({ timezoneId: 'America/New_York' })

test('home’s week follows the member’s clock', async ({ page }) => {
  await signInAsSharedMember(page)
  await page.clock.install({ time: thursdayInHonolulu('10:44') })
  await page.goto('/')
  const talk = session(page, 'Mentor talk').first()
  await expect(talk).toContainText(/Today\s*[45]:00\sPM\s*your time,\s*11:00\sAM in Honolulu/)
  await expect(talk).toContainText(/Online\s*Add to calendar/)
  await expect(due(page)).toContainText(
    /Weekly Update\s*Today\s*(?:10|11):30\sPM\s*your time,\s*5:30\sPM in Honolulu/,
  )
  const series = page.getByRole('link', { name: /^Add to calendar: .*\d and its other dates$/ })
  await expect(series.first()).toBeVisible()
  await page.clock.fastForward('01:00')
  await expect(talk.getByRole('link', { name: 'Join Mentor talk' })).toBeVisible()
  await page.clock.fastForward('15:00')
  await expect(talk).toContainText(/Now, until [56]:00\sPM\s*your time,\s*12:00\sPM in Honolulu/)
  await test.step('a session leads to its day of the calendar', async () => {
    await talk.getByRole('link', { name: 'Mentor talk', exact: true }).click()
    await expect(page).toHaveURL(/\/calendar#\d{4}-\d{2}-\d{2}$/)
    const day = new URL(page.url()).hash.slice(1).replaceAll('-', '')
    await expect(page.locator('iframe').first()).toHaveAttribute('src', new RegExp(`dates=${day}`))
  })
})

test('home continues a video that was left elsewhere', async ({ page }) => {
  await signInAsMember(page)
  await page.clock.install()
  const release = await holdRequests(page, '**/progress.list')
  await page.goto('/')
  await expect(watch(page).getByRole('link'), 'before the progress is known').toHaveText('Video Playlist')
  release()
  await expect(watch(page)).toContainText(/Start\s*Onboarding\s*0 of 3 watched · 4 min/)
  await saveElsewhere(
    page,
    { video: 'mentor-orientation', positionSeconds: 340, playedMsAgo: 1000 },
    { video: 'onboarding', watched: true, markedMsAgo: 2000 },
  )
  await expect(watch(page)).toContainText(
    /Continue\s*Mentor Orientation\s*1 of 3 watched · \d+ min\s*From 5:40/,
  )
  await watch(page).getByRole('link').click()
  await expect(page).toHaveURL('/video-playlist#Mentor-Orientation')
})

test('home shows a newcomer’s steps until all are done', async ({ page }) => {
  const person = await signInAsMember(page)
  await page.clock.install()
  const release = await holdRequests(page, '**/progress.list')
  await page.goto('/')
  const banner = page.getByRole('heading', { name: 'New to the cohort?' })
  await expect(banner, 'they came in today').toBeVisible()
  release()
  await expect(watch(page)).toContainText('Start')
  await expect(banner).toBeVisible()
  await test.step('unless its member puts the banner away', async () => {
    const saved = page.waitForResponse('**/progress.save')
    await page.getByRole('button', { name: 'Dismiss: New to the cohort?' }).click()
    await expect(banner).toBeHidden()
    await saved
    await page.reload()
    await expect(watch(page)).toContainText('Start')
    await expect(banner).toBeHidden()
    await page.getByText('Dismissed (1)').click()
    await page.getByRole('button', { name: 'Show again New to the cohort?' }).click()
    await expect(banner).toBeVisible()
  })
  const steps = page.getByRole('checkbox', { name: /^Done (Watch the w|Fill|Add your)/ })
  await expect(steps.and(page.locator(':checked'))).toHaveCount(0)
  await saveElsewhere(page, { video: 'onboarding', watched: true, markedMsAgo: 2000 })
  await expect(steps.and(page.locator(':checked'))).toHaveAccessibleName('Done Watch the welcome video')
  await expect(page.getByLabel('Done Add your picture'), 'a picture makes it done').toBeDisabled()
  const saved = page.waitForResponse('**/progress.save')
  await page.getByLabel('Done Fill in both intake forms').check()
  expect((await saved).status()).toBe(200)
  await expect(banner, 'the picture is missing').toBeVisible()
  await query(
    `update profiles set avatar_url = '/favicon.svg' where id = (select id from users where email = $1)`,
    [person.email],
  )
  await page.reload()
  await expect(banner).toBeHidden()
})

test('home keeps a missed deadline until it is ticked', async ({ page }) => {
  await signInAsMember(page)
  await page.clock.install({ time: thursdayInHonolulu('17:31') })
  const release = await holdRequests(page, '**/progress.list')
  await page.goto('/')
  await expect(due(page)).toContainText('Weekly Update')
  await expect(due(page), 'nothing is missed before the ticks are known').not.toContainText('Overdue')
  release()
  const missed = due(page).getByRole('listitem').filter({ hasText: 'Overdue · Today' })
  await expect(missed).toContainText('Weekly Update')
  const saved = page.waitForResponse('**/progress.save')
  await missed.getByLabel('Done').check()
  expect((await saved).status()).toBe(200)
  await page.clock.fastForward('01:00')
  await expect(missed.getByRole('checkbox'), 'stays until the next visit').toBeChecked()
  await test.step('also on another device', async () => {
    // Elsewhere nothing stores the tick again after it was cleared.
    await page.goto('/robots.txt')
    await page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()))
    const answered = page.waitForResponse('**/progress.list')
    await page.goto('/')
    await answered
    await expect(watch(page)).toContainText('Start')
    await expect(due(page)).not.toContainText('Overdue')
  })
})

test('home says that a colleague has done a deadline', async ({ page }) => {
  const people = [await signInAsMember(page), await createPerson()]
  await page.goto('/')
  const box = due(page).getByRole('checkbox').last()
  const [, event = '', day = ''] = (await box.inputValue()).split('/')
  for (const { email } of people)
    await query(`select set_company_and_role(array[$1], 'Makani Foils', null)`, [email])
  await query(
    `insert into deadline_completions (user_id, event, day, is_done, reported_at, source, company)
     select id, $2, $3, true, now(), 'member', assigned_company(id) from users where email = $1`,
    [people[1]?.email, event, day],
  )
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(due(page)).toContainText('Done by a colleague · Today, ')
  await expect(box).toBeHidden()
  await page.setViewportSize({ width: 820, height: 1180 })
  const [row, sent] = await Promise.all(
    [due(page).getByRole('listitem'), due(page).getByText('Done by a colleague')].map((part) =>
      part.last().boundingBox(),
    ),
  )
  expect(sent && sent.x + sent.width, 'where the box was').toBe(row && row.x + row.width)
})

test.describe('without network or session', () => {
  test.use({ allowConsoleErrors: [/net::ERR_INTERNET_DISCONNECTED|status of 40[01]/] })

  test('a tick that isn’t saved is saved later', async ({ page, context }) => {
    const person = await signInAsMember(page)
    await page.goto('/')
    await expect(due(page), 'they joined after the last one').not.toContainText('Overdue')
    const problem = due(page).getByRole('alert')
    await context.route('**/progress.save', (route) => route.abort('internetdisconnected'))
    await test.step('and is reported where it was ticked', async () => {
      await page.getByRole('checkbox', { name: /^Done Fill/ }).check()
      const banner = page.getByRole('region', { name: 'New to the cohort?' })
      await expect(banner.getByRole('alert')).toHaveText(errorText.progress_unsent)
      await expect(problem).toBeEmpty()
    })
    const box = due(page).getByRole('checkbox').last()
    await box.check()
    await expect(problem).toContainText(errorText.progress_unsent)
    expect(await ticksOf(person)).toEqual([])
    await context.unroute('**/progress.save')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => ticksOf(person)).toEqual([{ watched: true }, { watched: true }])
    await expect(problem).toHaveText('', { useInnerText: true })
    await test.step('after the next sign-in', async () => {
      const cookies = await context.cookies()
      await context.clearCookies()
      await box.uncheck()
      await expect(problem).toContainText(errorText.progress_signed_out)
      const back = problem.getByRole('link', { name: 'Sign in again' })
      await expect(back).toHaveAttribute('href', '/auth?next=%2F')
      await context.addCookies(cookies)
      await page.goto('/leaderboard')
      await expect.poll(() => ticksOf(person)).toContainEqual({ watched: false })
    })
  })
})

test('home leads to the calendar until its script has come', async ({ page }) => {
  await signInAsSharedMember(page)
  const release = await holdRequests(page, '**/_astro/Home.*.js')
  await page.goto('/', { waitUntil: 'commit' })
  const week = page.getByRole('region', { name: 'This week' })
  await expect(week).toHaveText(/Loading your week….*All dates are in the calendar\./, { useInnerText: true })
  await expect(week.getByRole('link', { name: 'calendar' })).toHaveAttribute('href', '/calendar')
  release()
  await expect(week.getByRole('listitem').first()).toBeVisible()
  await expect(week).not.toContainText('Loading')
  await test.step('then the tab key follows the layout', async () => {
    for (const [width, first] of [
      [390, 'Due'],
      [1440, 'This week'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect(async () => {
        const cards = await cardsOf(page)
        expect(cards.find(({ name }) => ['Due', 'This week'].includes(name))?.name).toBe(first)
        const sorted = cards.toSorted((one, other) => one.left - other.left || one.top - other.top)
        expect(cards, `at ${width} px`).toEqual(sorted)
      }).toPass()
    }
    const parts = week.getByRole('listitem').first().locator('> p')
    const [day, time] = await parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().top))
    expect(day, 'the day is beside the time').toBe(time)
  })
})

test('a private link subscribes until it is revoked', async ({ page }) => {
  await signInAsMember(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Subscribe to all events' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account settings' })
  await dialog.getByRole('button', { name: 'Create my link' }).click()
  const address = await dialog.getByRole('status').getByLabel('Your link').inputValue()
  expect(address).toMatch(/^https?:\/\/[^/]+\/feeds\/[0-9a-f]{64}\.ics$/)
  await test.step('in calendar apps', async () => {
    const webcal = address.replace(/^https?/, 'webcal')
    const google = `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`
    const link = (name: string) => dialog.getByRole('link', { name })
    await expect(link('Open in calendar app')).toHaveAttribute('href', webcal)
    await expect(link('Add to Google Calendar')).toHaveAttribute('href', google)
  })
  await test.step('where it is pasted', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByText(noticeText.feed_copied)).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
    })
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByText(errorText.feed_not_copied)).toBeVisible()
    await expect(dialog.getByLabel('Your link')).toBeFocused()
    expect(await axeViolations(page, '[role=dialog]')).toEqual([])
  })
  await page.reload()
  await page.getByRole('button', { name: 'Subscribe to all events' }).click()
  await expect(dialog.getByText('Each is shown only once')).toBeVisible()
  await dialog.getByRole('button', { name: 'Revoke…' }).click()
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Create my link' })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Calendar subscription' })).toBeFocused()
})

const session = (page: Page, title: string) =>
  page.getByRole('region', { name: 'This week' }).getByRole('listitem').filter({ hasText: title })
const due = (page: Page) => page.getByRole('region', { name: 'Due' })
const watch = (page: Page) => page.getByRole('region', { name: /^(Watch|Start|Continue)$/ })

/** The week and what is beside it, with their places, in the order of the tab key. */
function cardsOf(page: Page) {
  return page.getByRole('region', { name: /^(Due|This week|Watch|Start|Continue)$/ }).evaluateAll((all) =>
    all.map((card) => ({
      name: card.querySelector('h2')?.innerText ?? '',
      left: card.getBoundingClientRect().left,
      top: card.getBoundingClientRect().top,
    })),
  )
}

function ticksOf({ email }: Person): Promise<unknown[]> {
  return query(
    'select t.is_done as watched from deadline_completions t join users u on u.id = t.user_id where u.email = $1',
    [email],
  )
}

/** On the first Thursday from tomorrow on, or so many days later. */
function thursdayInHonolulu(time: string, later = 0): Date {
  const days = ((10 - new Date().getUTCDay()) % 7) + 1 + later
  const day = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  return new Date(instantOf(`${day} ${time}`, 'Pacific/Honolulu'))
}

/** Another device saves progress with videos of Week 0; home asks for it on the next visit. */
async function saveElsewhere(page: Page, ...videos: (Partial<ProgressChange> & { video: string })[]) {
  const changes = videos.map(({ video, ...change }) => ({
    ...toProgress(`cohort-17/week-0/${video}`, UNWATCHED, 0),
    ...change,
  }))
  await callAction(page, 'progress.save', { changes })
  await page.clock.fastForward('10:00')
  await page.reload()
}

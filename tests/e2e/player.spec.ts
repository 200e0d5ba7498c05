import type { BrowserContext, Page } from 'playwright/test'
import {
  PLAYER_HOST,
  playerFrame,
  playerIn,
  standInForYouTube,
  type Player,
  type PlayerHost,
} from './player-host.ts'
import { approvedMember, expect, newPerson, query, signIn, test as base, type Person } from './portal.ts'

const VIDEO = 'Mentor Orientation'
const HASH = '#Mentor-Orientation'
const KEY = 'cohort-17/week-0/mentor-orientation'

let member: Person = newPerson()

const list = (page: Page) => page.getByRole('navigation', { name: 'Videos by week' })
const row = (page: Page, title = VIDEO) => list(page).getByRole('link', { name: title })
const line = (page: Page, title: string) =>
  list(page)
    .locator('summary')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true })
const continueLink = (page: Page) => page.getByRole('link', { name: /^(?:Start|Continue|All watched) / })

/** Each journey has a member of its own, and a host of YouTube's that refuses every video where it has a `refusal`. */
const test = base.extend<{ refusal: number | null; host: PlayerHost }>({
  refusal: [null, { option: true }],
  host: [
    async ({ page, refusal }, use) => {
      const host = await standInForYouTube(page.context(), refusal)
      member = await approvedMember(page)
      await use(host)
    },
    { auto: true },
  ],
})

test.use({ viewport: { width: 1280, height: 900 } })

test.describe('the player', () => {
  test('no other site hears of a visit before play; then the player’s host alone hears of ours, without a path', async ({
    page,
    baseURL,
    host,
  }) => {
    await open(page)
    expect(host.asked).toEqual([])
    await play(page)
    expect(host.asked).toHaveLength(1)
    const [{ url, referrer } = { url: '', referrer: null }] = host.asked
    expect(new URL(url).origin).toBe(PLAYER_HOST)
    expect(new URL(url).searchParams.get('origin')).toBe(baseURL)
    expect(referrer).toBe(`${baseURL}/`)
  })

  for (const [code, sentence] of [
    [2, 'YouTube cannot play this video here.'],
    [5, 'YouTube cannot play this video here.'],
    [100, 'This video was removed from YouTube, or is private.'],
    [101, 'The owner of this video lets nobody play it on other sites.'],
    [150, 'The owner of this video lets nobody play it on other sites.'],
    [153, 'YouTube could not tell which site this video is played on.'],
  ] as const) {
    test.describe(`error ${code}`, () => {
      test.use({ refusal: code })
      test('is answered with a sentence and the way to YouTube', async ({ page }) => {
        await open(page)
        await page.getByRole('link', { name: `Play ${VIDEO}` }).click()
        const alert = page.getByRole('alert').filter({ hasText: sentence })
        await expect(alert).toBeVisible()
        const way = alert.getByRole('link', { name: 'Watch on YouTube' })
        await expect(way).toHaveAttribute('href', /^https:\/\/www\.youtube\.com\/watch\?v=[\w-]{11}$/)
        await expect(playerFrame(page)).toHaveCount(0)
      })
    })
  }

  test('keys play, pause and move it, and leave typing alone', async ({ page }) => {
    await open(page)
    const player = await play(page)
    await player.watch(60)
    // The page has heard of the whole minute.
    await expect(button(page, /^Copy at 1:00/)).toBeVisible()
    await page.keyboard.press('k')
    await expect.poll(() => stateOf(player)).toBe('paused')
    await page.keyboard.press('Space')
    await expect.poll(() => stateOf(player)).toBe('playing')
    for (const [key, seconds] of [
      ['ArrowRight', 65],
      ['l', 75],
      ['j', 65],
      ['ArrowLeft', 60],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => secondsOf(player)).toBe(seconds)
    }
    await page.keyboard.press('c')
    await expect.poll(async () => (await player.state()).captions).toBe(true)
    await page.getByRole('combobox', { name: /Search/ }).fill('k j l')
    expect(await stateOf(player)).toBe('playing')
    expect(await secondsOf(player)).toBe(60)
  })

  test('the browser remembers speed and captions, whichever menu they were taken from', async ({
    page,
    host,
  }) => {
    await open(page)
    await page.getByLabel('Speed').selectOption('1.5')
    await button(page, 'Captions').click()
    const player = await play(page)
    await expect.poll(async () => (await player.state()).rate).toBe(1.5)
    expect(host.asked[0]?.url).toContain('cc_load_policy=1')
    await player.takeSpeed(2)
    await expect(page.getByLabel('Speed')).toHaveValue('2')
    await page.reload()
    await expect(page.getByLabel('Speed')).toHaveValue('2')
    await expect(button(page, 'Captions')).toHaveAttribute('aria-pressed', 'true')
    const again = await play(page)
    await expect.poll(async () => (await again.state()).rate).toBe(2)
  })

  test('messages that are not the player’s are not believed', async ({ page }) => {
    await open(page)
    const player = await play(page)
    await player.watch(10)
    await page.evaluate(() => {
      for (const info of [{ currentTime: 1500, duration: 1800 }, { currentTime: -4 }, { currentTime: 'x' }]) {
        window.postMessage(
          JSON.stringify({ event: 'infoDelivery', info, id: 'lanai', channel: 'widget' }),
          '*',
        )
      }
      window.postMessage(JSON.stringify({ event: 'onError', info: 150 }), '*')
    })
    await player.pause()
    await expect.poll(() => kept()).toMatchObject({ position_seconds: 10 })
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('going on', () => {
  test('what was watched is offered, never begun; starting over begins at the start', async ({
    page,
    host,
  }) => {
    await open(page)
    await watch(page, 760)
    await open(page)
    await expect(button(page, 'Resume at 12 minutes 40 seconds')).toHaveText('Resume at 12:40')
    await expect(playerFrame(page)).toHaveCount(0)
    await button(page, /^Resume at/).click()
    await playerIn(page)
    expect(host.asked.at(-1)?.url).toContain('start=760')
    await open(page)
    await button(page, 'Start over').click()
    await playerIn(page)
    expect(host.asked.at(-1)?.url).not.toContain('start=')
  })

  test('a shared link begins where it says, whatever is known', async ({ page, host }) => {
    await open(page)
    await watch(page, 760)
    await open(page, `${HASH}&t=1m30s`)
    await expect(button(page, /^Resume at/)).toHaveCount(0)
    await expect(playerFrame(page)).toHaveCount(0)
    await page.getByRole('link', { name: `Play ${VIDEO}` }).click()
    await playerIn(page)
    expect(host.asked.at(-1)?.url).toContain('start=90')
  })

  test('signed out on a link to a moment, signing in leads to that video at that time', async ({
    page,
    context,
    host,
  }) => {
    await context.clearCookies()
    await signIn(page, member, `/video-playlist${HASH}&t=754`)
    await expect(page).toHaveURL(`/video-playlist${HASH}&t=754`)
    await page.getByRole('link', { name: `Play ${VIDEO}` }).click()
    const player = await playerIn(page)
    expect(host.asked.at(-1)?.url).toContain('start=754')
    expect(await secondsOf(player)).toBe(754)
  })

  test('a second browser of the same member continues at the same second', async ({
    page,
    browser,
    baseURL,
  }) => {
    await open(page)
    await watch(page, 754)
    await expect.poll(() => kept()).toMatchObject({ position_seconds: 754 })

    const second = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } })
    const { asked } = await standInForYouTube(second)
    const there = await second.newPage()
    await signIn(there, member)
    await there.waitForURL('/')
    await there.goto('/video-playlist')
    await expect(continueLink(there)).toContainText(`Continue ${VIDEO} 12:34`)
    await continueLink(there).click()
    const player = await playerIn(there)
    expect(asked.at(-1)?.url).toContain('start=754')
    expect(await secondsOf(player)).toBe(754)
    await second.close()
  })

  test('without a network for a minute of watching, nothing is lost', async ({
    page,
    context,
    browser,
    baseURL,
  }) => {
    await open(page)
    const player = await play(page)
    await player.watch(300)
    await context.route('**/_actions/**', (route) => route.abort('internetdisconnected'))
    await player.watch(60)
    await expect(button(page, /^Copy at 6:00/)).toBeVisible()
    await page.close()
    await context.unroute('**/_actions/**')

    const back = await context.newPage()
    await back.goto('/video-playlist')
    await expect(continueLink(back)).toContainText('6:00')
    await expect.poll(() => kept()).toMatchObject({ position_seconds: 360 })
    await elsewhere(browser, baseURL, async (there) => {
      await expect(continueLink(there)).toContainText(`Continue ${VIDEO} 6:00`)
    })
  })

  test('leaving while it plays keeps the second', async ({ page }) => {
    await open(page)
    const player = await play(page)
    await player.watch(123)
    await expect(button(page, /^Copy at 2:03/)).toBeVisible()
    await page.goto('/')
    await expect.poll(() => kept()).toMatchObject({ position_seconds: 123 })
  })
})

test.describe('marks', () => {
  test('nearly to the end is watched; video, week and cohort show it', async ({ page }) => {
    await open(page)
    const player = await play(page)
    await player.watch(1619)
    await expect(row(page)).not.toHaveAccessibleName(/, watched/)
    await player.watch(1)
    await expect(row(page)).toHaveAccessibleName(/, watched/)
    await expect(line(page, 'Week 0')).toContainText('1 of 3 watched')
    await expect(line(page, 'Cohort 17')).toContainText('1 of 35 watched')
    await expect.poll(() => kept()).toMatchObject({ watched: true })
  })

  test('a member marks a video watched and unwatched by hand, and a reload remembers', async ({ page }) => {
    await open(page)
    await button(page, 'Mark watched').click()
    await expect(row(page)).toHaveAccessibleName(/, watched/)
    await expect.poll(() => kept()).toMatchObject({ watched: true, position_seconds: 0 })
    await page.reload()
    await button(page, 'Watched').click()
    await expect(row(page)).not.toHaveAccessibleName(/, watched/)
    await expect.poll(() => kept()).toMatchObject({ watched: false })
    await expect(line(page, 'Week 0')).toContainText('3 videos')
  })

  test('two members of one browser never mix, and signing out leaves nothing behind', async ({ page }) => {
    await open(page)
    await watch(page, 754)
    await page
      .getByRole('button', { name: /account/i })
      .first()
      .click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('/auth')
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('progress/'))),
    ).toEqual([])
    expect(await kept()).toMatchObject({ position_seconds: 754 })
    member = await approvedMember(page)
    await open(page)
    await expect(button(page, /^Resume at/)).toHaveCount(0)
    await expect(continueLink(page)).toContainText('Start Onboarding')
  })
})

test.describe('share', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('a link to the video and a link to the moment are copied', async ({ page, baseURL }) => {
    await open(page)
    await button(page, 'Copy link').first().click()
    await expect(page.getByText('Link to this video copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/video-playlist${HASH}`)
    await watch(page, 754)
    await button(page, /^Copy at 12:34/).click()
    await expect(page.getByText('Link to this moment copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${baseURL}/video-playlist${HASH}&t=754`,
    )
  })

  test('previous and next lead through the weeks', async ({ page }) => {
    await page.goto('/video-playlist')
    await expect(button(page, 'Previous video')).toBeDisabled()
    await button(page, 'Next video').click()
    await expect(page).toHaveURL(`/video-playlist${HASH}`)
    await button(page, 'Next video').click()
    await button(page, 'Next video').click()
    await expect(page).toHaveURL('/video-playlist#Customer-Discovery-Finding-Your-First-Ten')
    await button(page, 'Previous video').click()
    await expect(page).toHaveURL('/video-playlist#Mentors-Introduction')
  })
})

/** Opens the playlist anew, at a fragment. */
async function open(page: Page, hash = HASH): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`/video-playlist${hash}`)
  await expect(button(page, /Mark watched|Watched/)).toBeVisible()
}

async function play(page: Page): Promise<Player> {
  await page
    .getByRole('link', { name: /^Play / })
    .filter({ visible: true })
    .click()
  return playerIn(page)
}

/** Plays up to a second and pauses there. */
async function watch(page: Page, seconds: number): Promise<void> {
  const player = await play(page)
  await player.watch(seconds)
  await player.pause()
  await expect.poll(() => kept()).toMatchObject({ position_seconds: seconds })
}

async function elsewhere(
  browser: { newContext(options: object): Promise<BrowserContext> },
  baseURL: string,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await signIn(page, member)
  await page.waitForURL('/')
  await page.goto('/video-playlist')
  await look(page)
  await context.close()
}

async function secondsOf(player: Player): Promise<number> {
  return (await player.state()).seconds
}

async function stateOf(player: Player): Promise<string> {
  return { 1: 'playing', 2: 'paused' }[(await player.state()).state] ?? 'other'
}

/** The portal's own row about the member and the video; {} before there is one. */
async function kept(): Promise<unknown> {
  const sql = `select v.position_seconds, v.watched from video_progress v join users u on u.id = v.user_id
    where u.email = $1 and v.video = $2`
  const [row] = await query(sql, [member.email, KEY])
  return row ?? {}
}

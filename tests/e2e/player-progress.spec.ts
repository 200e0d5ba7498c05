import {
  VIDEO,
  HASH,
  row,
  line,
  button,
  continueLink,
  test,
  heard,
  member,
  open,
  play,
  watch,
  elsewhere,
  secondsOf,
  kept,
  becomeSomebodyElse,
} from './player-page.ts'
import { playerFrame, playerIn, standInForYouTube } from './player-host.ts'
import { expect, signIn } from './portal.ts'

test.use({ viewport: { width: 1280, height: 900 } })

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

  test('without a network for a minute of watching nothing is lost, and a second browser goes on there', async ({
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
    await heard(page, '6:00')
    await page.close()
    await context.unroute('**/_actions/**')

    const back = await context.newPage()
    await back.goto('/video-playlist')
    await expect(continueLink(back)).toContainText('6:00')
    await expect.poll(() => kept()).toMatchObject({ position_seconds: 360 })
    await elsewhere(browser, baseURL, async (there) => {
      const { asked } = await standInForYouTube(there.context())
      await expect(continueLink(there)).toContainText(`Continue ${VIDEO} 6:00`)
      await continueLink(there).click()
      expect(await secondsOf(await playerIn(there))).toBe(360)
      expect(asked.at(-1)?.url).toContain('start=360')
    })
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
    await becomeSomebodyElse(page)
    await open(page)
    await expect(button(page, /^Resume at/)).toHaveCount(0)
    await expect(continueLink(page)).toContainText('Start Onboarding')
  })
})

import { toProgress, UNWATCHED } from '#src/shared/playlist/watch-state.ts'
import {
  button,
  continueLink,
  groupHeader,
  openVideo,
  play,
  row,
  savedProgress,
  test,
} from './player-page.ts'
import { LENGTH_SECONDS, playerFrame, waitForPlayer } from './fake-youtube.ts'
import { callAction, expect } from './portal.ts'

test.use({ viewport: { width: 1280, height: 900 } })

test('the playlist continues the video that was left', async ({ page }) => {
  const video = 'cohort-17/demo-day/demo-day-palo-alto'
  const left = toProgress(video, { ...UNWATCHED, positionSeconds: 90, playedAt: 0 }, 1)
  await callAction(page, 'progress.save', { changes: [left] })
  await openVideo(page)
  await expect(continueLink(page)).toContainText('Continue Demo Day: Palo Alto 1:30')
  await continueLink(page).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Demo Day: Palo Alto' })).toBeVisible()
  await expect(continueLink(page)).toHaveCount(0)
  await (await waitForPlayer(page)).watch(LENGTH_SECONDS + 1)
  await expect(row(page, 'Demo Day: Palo Alto')).toHaveAccessibleName(/, watched/)
  await expect(page.getByRole('group', { name: 'Up next' }), 'it is the last').toHaveCount(0)
})

test('the player resumes at the chosen speed', async ({ page, host }) => {
  await openVideo(page)
  const player = await play(page)
  await player.setSpeed(1.5)
  await player.watch(760)
  await player.pause()
  await expect.poll(() => savedProgress()).toMatchObject({ position_seconds: 760 })
  await openVideo(page)
  await expect(button(page, 'Resume at 12 minutes 40 seconds')).toHaveText('Resume at 12:40')
  await expect(playerFrame(page), 'it starts when asked').toHaveCount(0)
  await button(page, /^Resume at/).click()
  const again = await waitForPlayer(page)
  expect(host.requests.at(-1)?.url).toContain('start=760')
  await expect.poll(again.speed).toBe(1.5)
})

test('90 % of a video marks it watched, until the member unmarks it', async ({ page }) => {
  await openVideo(page)
  const player = await play(page)
  await player.watch(1619)
  await expect(row(page)).not.toHaveAccessibleName(/, watched/)
  await player.watch(1)
  await expect(row(page)).toHaveAccessibleName(/, watched/)
  await expect(groupHeader(page, 'Week 0')).toContainText('1 of 3 watched')
  await expect(groupHeader(page, 'Cohort 17')).toContainText('1 of 35 watched')
  await expect.poll(() => savedProgress()).toMatchObject({ watched: true })
  await page.reload()
  await button(page, 'Watched').click()
  await expect(row(page)).not.toHaveAccessibleName(/, watched/)
  await expect.poll(() => savedProgress()).toMatchObject({ watched: false })
  await expect(groupHeader(page, 'Week 0')).toContainText('3 videos')
})

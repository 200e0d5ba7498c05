import { toProgress, UNWATCHED } from '#src/shared/playlist/watch-state.ts'
import { row, line, button, continueLink, test, open, play, kept } from './player-page.ts'
import { LENGTH_SECONDS, playerFrame, playerIn } from './player-host.ts'
import { act, expect } from './portal.ts'

test.use({ viewport: { width: 1280, height: 900 } })

test('the player offers to resume at the chosen speed, and never starts itself', async ({ page, host }) => {
  const video = 'cohort-17/demo-day/demo-day-palo-alto'
  const left = toProgress(video, { ...UNWATCHED, positionSeconds: 90, playedAt: 0 }, 1)
  await act(page, 'progress.save', { changes: [left] })
  await open(page)
  await expect(continueLink(page)).toContainText('Continue Demo Day: Palo Alto 1:30')
  await continueLink(page).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Demo Day: Palo Alto' })).toBeVisible()
  await expect(continueLink(page)).toHaveCount(0)
  await (await playerIn(page)).watch(LENGTH_SECONDS + 1)
  await expect(row(page, 'Demo Day: Palo Alto')).toHaveAccessibleName(/, watched/)
  await expect(page.getByRole('group', { name: 'Up next' })).toHaveCount(0)

  await row(page).click()
  const player = await play(page)
  await player.setSpeed(1.5)
  await player.watch(760)
  await player.pause()
  await expect.poll(() => kept()).toMatchObject({ position_seconds: 760 })
  await open(page)
  await expect(button(page, 'Resume at 12 minutes 40 seconds')).toHaveText('Resume at 12:40')
  await expect(playerFrame(page)).toHaveCount(0)
  await button(page, /^Resume at/).click()
  const again = await playerIn(page)
  expect(host.asked.at(-1)?.url).toContain('start=760')
  await expect.poll(again.speed).toBe(1.5)
})

test('90 % of a video marks it watched, until the member unmarks it', async ({ page }) => {
  await open(page)
  const player = await play(page)
  await player.watch(1619)
  await expect(row(page)).not.toHaveAccessibleName(/, watched/)
  await player.watch(1)
  await expect(row(page)).toHaveAccessibleName(/, watched/)
  await expect(line(page, 'Week 0')).toContainText('1 of 3 watched')
  await expect(line(page, 'Cohort 17')).toContainText('1 of 35 watched')
  await expect.poll(() => kept()).toMatchObject({ watched: true })
  await page.reload()
  await button(page, 'Watched').click()
  await expect(row(page)).not.toHaveAccessibleName(/, watched/)
  await expect.poll(() => kept()).toMatchObject({ watched: false })
  await expect(line(page, 'Week 0')).toContainText('3 videos')
})

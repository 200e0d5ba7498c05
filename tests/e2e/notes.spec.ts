import { errorText } from '#src/shared/errors.ts'
import { axeViolations } from './axe.ts'
import { note, noteField, notesSummary, removeNote, savedNotes, writeNote } from './notes-page.ts'
import { button, HASH, list, member, openVideo, play, test } from './player-page.ts'
import { playerFrame } from './fake-youtube.ts'
import { expect, query, waitForHydration } from './portal.ts'

test.use({ viewport: { width: 1280, height: 900 }, allowConsoleErrors: [/net::ERR_FAILED|status of 4\d\d/] })

test('a note has the second at which its field was opened', async ({ page }) => {
  await openVideo(page)
  const player = await play(page)
  await player.watch(754)
  await expect(page.locator('#video-share')).toContainText('Copy link at 12:34')
  await button(page, 'Write a note').click()
  await page.keyboard.type('flick, jkl')
  await expect(noteField(page)).toHaveValue('flick, jkl')
  await expect(page.getByText('Note at 12:34')).toBeVisible()
  await player.watch(60)
  await page.keyboard.press('Enter')
  await page.keyboard.type('A second line')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(note(page, 'flick, jkl A second line')).toContainText('12:34')
  await expect(playerFrame(page)).toBeFocused()
  await expect.poll(() => savedNotes()).toEqual([{ seconds: 754, text: 'flick, jkl\nA second line' }])
  await expect(notesSummary(page)).toHaveText('Notes1')
})

test('a note that is refused stays in its field', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openVideo(page)
  await page.getByRole('button', { name: 'Write a note' }).click()
  await noteField(page).fill('x'.repeat(2001))
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(noteField(page)).toHaveAccessibleDescription(new RegExp(errorText.note_too_long))
  await expect(page.getByText('2,001 of 2,000')).toBeVisible()
  await expect(noteField(page)).toHaveValue('x'.repeat(2001))
  await noteField(page).fill('x'.repeat(2000))
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(noteField(page)).toHaveCount(0)
  expect(await savedNotes()).toHaveLength(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'of a long word').toBe(320)
  await test.step('as the 501st', async () => {
    await query(
      `insert into notes (user_id, id, video, video_title, video_fragment, position_seconds, text)
       select u.id, gen_random_uuid(), 'cohort-17/week-0/onboarding', 'Onboarding', 'Onboarding', 1, 'Ask'
       from users u, generate_series(1, 499) where u.email = $1`,
      [member.email],
    )
    await page.getByRole('button', { name: 'Write a note' }).click()
    await noteField(page).fill('One more')
    await page.getByRole('button', { name: 'Save note' }).click()
    await expect(page.getByText(errorText.notes_full)).toBeVisible()
    expect(await axeViolations(page, 'article', true)).toEqual([])
  })
})

test('a note before play links to its second', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 760 })
  await openVideo(page, `${HASH}&t=90`)
  await button(page, 'Write a note').click()
  await expect(button(page, 'Save note')).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('Note at 1:30')).toBeVisible()
  await expect(noteField(page)).toBeFocused()
  await expect(button(page, 'Save note')).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(noteField(page)).toHaveCount(0)
  await writeNote(page, 'Ask why')
  const player = await play(page)
  await player.watch(300)
  await note(page, 'Ask why').getByRole('link', { name: '1 minute 30 seconds' }).click()
  await expect.poll(player.seconds).toBe(90)
})

test('a note can be edited, removed and saved again', async ({ page }) => {
  await openVideo(page, `${HASH}&t=90`)
  await writeNote(page, 'Ask why')
  await note(page, 'Ask why').getByRole('button', { name: /^Edit/ }).click()
  await expect(noteField(page)).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' twice')
  await page.getByRole('button', { name: 'Save note' }).click()
  const edited = [{ seconds: 90, text: 'Ask why twice' }]
  await expect.poll(() => savedNotes()).toEqual(edited)
  await test.step('Undo saves it again once it is removed', async () => {
    await page.route('**/_actions/notes.remove', (route) => route.abort(), { times: 1 })
    await removeNote(page, 'Ask why twice')
    await expect(page.getByText(errorText.note_not_removed)).toBeVisible()
    await expect(note(page, 'Ask why twice')).toBeVisible()
    await removeNote(page, 'Ask why twice')
    await expect.poll(() => savedNotes()).toEqual([])
    await expect(button(page, 'Undo')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(() => savedNotes()).toEqual(edited)
  })
  await test.step('Undo is gone with another video', async () => {
    await removeNote(page, 'Ask why twice')
    await expect(button(page, 'Undo')).toBeVisible()
    await button(page, 'Next video').click()
    await expect(page.getByRole('heading', { level: 2, name: 'Mentors Introduction' })).toBeVisible()
    await expect(button(page, 'Undo')).toHaveCount(0)
    await expect(page.getByText(/^Note at .* removed/)).toHaveCount(0)
  })
})

test('the list of all notes leads to their videos', async ({ page }) => {
  await openVideo(page)
  await writeNote(page, 'Bring the ʻāina along')
  await list(page).getByRole('link', { name: 'Mentors Introduction' }).click()
  await writeNote(page, 'Nothing to do with it')
  await button(page, 'All my notes (2)').click()
  await expect(page.getByRole('heading', { level: 3, name: /^Mentor/ })).toHaveText([
    'Mentor Orientation',
    'Mentors Introduction',
  ])
  await page.getByRole('link', { name: '0 seconds' }).first().click()
  await expect(page.getByRole('heading', { level: 2, name: 'Mentor Orientation' })).toBeVisible()
  await test.step('as does the search, by a note’s words', async () => {
    await page.goto('/leaderboard')
    await waitForHydration(page)
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('aina')
    const found = page.getByRole('group', { name: 'Notes' }).getByRole('option')
    await expect(found).toContainText('Bring the ʻāina along')
    await expect(found).toContainText('Mentor Orientation')
    await found.click()
    await expect(page).toHaveURL(`/video-playlist${HASH}&t=0`)
  })
})

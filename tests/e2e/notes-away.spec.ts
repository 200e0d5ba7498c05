import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { note, noteField, openNotes, savedNotes, unsavedCount, writeNote } from './notes-page.ts'
import { button, list, member, openVideo, switchMember, test } from './player-page.ts'
import { callAction, expect, signOut } from './portal.ts'

/** What a member has written isn't lost, and nobody else sees it. */

test.use({
  viewport: { width: 1280, height: 900 },
  allowConsoleErrors: [/net::ERR_(?:INTERNET_DISCONNECTED|FAILED)|status of [45]\d\d/],
})

test('a draft survives what leaves its video', async ({ page }) => {
  await openVideo(page)
  await type(page, 'half a sent')
  await list(page).getByRole('link', { name: 'Mentors Introduction' }).click()
  await expect(noteField(page)).toBeHidden()
  await list(page).getByRole('link', { name: 'Mentor Orientation' }).click()
  await expect(noteField(page)).toHaveValue('half a sent')
  await page.reload()
  await expect(unsavedCount(page, 1)).toBeVisible()
  await openNotes(page)
  await expect(noteField(page)).toHaveValue('half a sent')
})

test('two tabs show one draft', async ({ page, context }) => {
  await openVideo(page)
  await type(page, 'half a sent')
  const second = await context.newPage()
  await openVideo(second)
  await button(second, 'Write a note').click()
  await second.keyboard.type('ence')
  await expect(noteField(page)).toHaveValue('half a sentence')
  await button(second, 'Save note').click()
  await expect.poll(() => savedNotes()).toEqual([{ seconds: 0, text: 'half a sentence' }])
  await expect(noteField(page)).toHaveCount(0)
  expect(await storedKeys(page, 'drafts/')).toEqual([])
})

test('a note saved offline is sent at the next visit', async ({ page, context }) => {
  await openVideo(page)
  await context.route('**/_actions/notes.save', (route) => route.abort('internetdisconnected'))
  await save(page, 'Ask why')
  await expect(page.getByText(errorText.note_unsent)).toBeVisible()
  await page.close()
  await context.unroute('**/_actions/notes.save')
  expect(await savedNotes()).toEqual([])
  const back = await context.newPage()
  await back.goto('/video-playlist#Onboarding')
  await expect.poll(() => savedNotes()).toEqual([{ seconds: 0, text: 'Ask why' }])
  await expect.poll(() => storedKeys(back, 'drafts/')).toEqual([])
})

test('a note whose answer is lost is saved once', async ({ page, context }) => {
  await openVideo(page)
  await context.route('**/_actions/notes.save', async (route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await save(page, 'Ask whom')
  await expect(page.getByText(errorText.note_unsent)).toBeVisible()
  await context.unroute('**/_actions/notes.save')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(note(page, 'Ask whom')).toBeVisible()
  await expect(page.getByText(errorText.note_unsent)).toHaveCount(0)
  expect(await savedNotes()).toHaveLength(1)
})

test('a note that neither portal nor browser has says so', async ({ page, context }) => {
  await openVideo(page)
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error('switched off')
    }
  })
  await context.route('**/_actions/notes.save', (route) => route.abort())
  await save(page, 'Nowhere to go')
  await expect(page.getByText(errorText.note_not_kept)).toBeVisible()
  await expect(noteField(page)).toHaveValue('Nowhere to go')
})

test('notes that can’t be read offer to try again', async ({ page, context }) => {
  await page.clock.install()
  await context.route('**/_actions/notes.*', (route) => route.abort())
  await openVideo(page)
  await openNotes(page)
  // They are asked for four times, with pauses.
  await expect(async () => {
    await page.clock.fastForward(4000)
    await expect(page.getByText(errorText.notes_unread)).toBeVisible({ timeout: 200 })
  }).toPass()
  await context.unroute('**/_actions/notes.*')
  await button(page, 'Try again').click()
  await expect(page.getByText('Only you can see your notes')).toBeVisible()
})

test('a draft stays its member’s through a sign-out', async ({ page }) => {
  await openVideo(page)
  await writeNote(page, 'Ask why')
  await type(page, 'half a sent')
  await button(page, 'Mark watched').click()
  await expect.poll(() => storedKeys(page, 'progress/')).not.toEqual([])
  const first = member
  await signOut(page)
  await expect(page).toHaveURL(/\/auth/)
  expect(await storedKeys(page, 'progress/')).toEqual([])

  await switchMember(page)
  await openVideo(page)
  await openNotes(page)
  await expect(page.getByText('Only you can see your notes')).toBeVisible()
  await expect(noteField(page)).toHaveCount(0)
  await expect(button(page, 'Mark watched')).toBeVisible()

  await callAction(page, 'auth.signIn', { email: first.email, password: first.password })
  await openVideo(page)
  await expect(unsavedCount(page, 1)).toBeVisible()
  await openNotes(page)
  await expect(noteField(page)).toHaveValue('half a sent')
  await expect(note(page, 'Ask why')).toBeVisible()
})

async function type(page: Page, text: string): Promise<void> {
  await button(page, 'Write a note').click()
  await page.keyboard.type(text)
}

async function save(page: Page, text: string): Promise<void> {
  await type(page, text)
  await button(page, 'Save note').click()
}

function storedKeys(page: Page, prefix: string): Promise<string[]> {
  return page.evaluate((start) => Object.keys(localStorage).filter((key) => key.startsWith(start)), prefix)
}

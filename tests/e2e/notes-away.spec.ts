import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { kept, note, openNotes, place, unsaved, write } from './notes-page.ts'
import { button, switchMember, HASH, list, member, open, test } from './player-page.ts'
import { act, expect, query, signOut } from './portal.ts'

/** Nothing that was written is lost, and nobody else sees it. */

test.use({
  viewport: { width: 1280, height: 900 },
  allowConsoleErrors: [/net::ERR_(?:INTERNET_DISCONNECTED|FAILED)|status of [45]\d\d/],
})

test('an unsaved draft survives another video, a reload and a second tab', async ({ page, context }) => {
  await open(page)
  await begin(page, 'half a sent')
  await list(page).getByRole('link', { name: 'Mentors Introduction' }).click()
  await expect(place(page)).toHaveCount(0)
  await list(page).getByRole('link', { name: 'Mentor Orientation' }).click()
  await expect(place(page)).toHaveValue('half a sent')
  await page.reload()
  await expect(unsaved(page, 1)).toBeVisible()
  await openNotes(page)
  await expect(place(page)).toHaveValue('half a sent')

  const second = await context.newPage()
  await open(second)
  await button(second, 'Write a note').click()
  await second.keyboard.type('ence')
  await expect(place(page)).toHaveValue('half a sentence')
  await button(second, 'Save note').click()
  await expect.poll(() => kept()).toEqual([{ seconds: 0, text: 'half a sentence' }])
  await expect(place(page)).toHaveCount(0)
  expect(await keptHere(page, 'drafts/')).toEqual([])
})

test('a note saved offline or signed out stays here, and is saved once later', async ({ page, context }) => {
  await open(page)
  await context.route('**/_actions/notes.save', (route) => route.abort('internetdisconnected'))
  await begin(page, 'Ask why')
  await button(page, 'Save note').click()
  await expect(page.getByText(errorText.note_unsent)).toBeVisible()
  await page.close()
  await context.unroute('**/_actions/notes.save')
  expect(await kept()).toEqual([])

  const back = await context.newPage()
  await back.goto(`/video-playlist${HASH}`)
  await expect.poll(async () => (await kept()).length).toBe(1)
  await expect(unsaved(back)).toHaveCount(0)

  // The portal has it, though its answer is lost.
  await context.route('**/_actions/notes.save', async (route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await begin(back, 'Ask whom')
  await button(back, 'Save note').click()
  await expect(back.getByText(errorText.note_unsent)).toBeVisible()
  await context.unroute('**/_actions/notes.save')
  await back.evaluate(() => dispatchEvent(new Event('online')))
  await expect(note(back, 'Ask whom')).toBeVisible()
  await expect(back.getByText(errorText.note_unsent)).toHaveCount(0)
  expect(await kept()).toHaveLength(2)

  await query('delete from sessions where user_id = (select id from users where email = $1)', [member.email])
  await begin(back, 'Ask when')
  await button(back, 'Save note').click()
  await expect(back.getByText(errorText.note_signed_out)).toBeVisible()
  await act(back, 'auth.signIn', { email: member.email, password: member.password })
  await back.reload()
  await expect.poll(async () => (await kept()).length).toBe(3)
})

test('notes not read, removed or stored say so, and are saved once possible', async ({ page, context }) => {
  await page.clock.install()
  await open(page)
  await write(page, 'Ask why')
  await context.route('**/_actions/notes.*', (route) => route.abort())
  await page.reload()
  await openNotes(page)
  // They are asked for four times, with pauses.
  await expect(async () => {
    await page.clock.fastForward(4000)
    await expect(page.getByText(errorText.notes_unread)).toBeVisible({ timeout: 200 })
  }).toPass()
  await context.unroute('**/_actions/notes.*')
  await button(page, 'Try again').click()
  await context.route('**/_actions/notes.remove', (route) => route.abort())
  await note(page, 'Ask why')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(page.getByText(errorText.note_not_removed)).toBeVisible()
  await expect(note(page, 'Ask why')).toBeVisible()

  await context.route('**/_actions/notes.save', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: BUSY }),
  )
  await begin(page, 'Ask whom')
  await button(page, 'Save note').click()
  await expect(place(page)).toHaveAccessibleDescription(errorText.note_waiting)
  await context.unroute('**/_actions/notes.save')
  await page.clock.fastForward('00:40')
  await expect(note(page, 'Ask whom')).toBeVisible()

  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error('switched off')
    }
  })
  await context.route('**/_actions/notes.save', (route) => route.abort())
  await begin(page, 'Nowhere to go')
  await button(page, 'Save note').click()
  await expect(page.getByText(errorText.note_not_kept)).toBeVisible()
  await expect(place(page)).toHaveValue('Nowhere to go')
})

test('a sign-out loses no draft, and the next member sees nothing of the first', async ({ page }) => {
  await open(page)
  await write(page, 'Ask why')
  await begin(page, 'half a sent')
  await button(page, 'Mark watched').click()
  await expect.poll(() => keptHere(page, 'progress/')).not.toEqual([])
  const first = member
  await signOut(page)
  await expect(page).toHaveURL(/\/auth/)
  expect(await keptHere(page, 'progress/')).toEqual([])

  await switchMember(page)
  await open(page)
  await openNotes(page)
  await expect(page.getByText('Only you can see your notes')).toBeVisible()
  await expect(place(page)).toHaveCount(0)
  expect(await kept()).toEqual([])
  await expect(button(page, 'Mark watched')).toBeVisible()

  await act(page, 'auth.signIn', { email: first.email, password: first.password })
  await open(page)
  await expect(unsaved(page, 1)).toBeVisible()
  await openNotes(page)
  await expect(place(page)).toHaveValue('half a sent')
  await expect(note(page, 'Ask why')).toBeVisible()
})

const BUSY = JSON.stringify({
  type: 'AstroActionError',
  code: 'SERVICE_UNAVAILABLE',
  status: 503,
  message: errorText.busy,
})

async function begin(page: Page, text: string): Promise<void> {
  await button(page, 'Write a note').click()
  await page.keyboard.type(text)
}

/** What this browser has under names that begin so. */
function keptHere(page: Page, beginning: string): Promise<string[]> {
  return page.evaluate((start) => Object.keys(localStorage).filter((key) => key.startsWith(start)), beginning)
}

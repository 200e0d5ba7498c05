import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { kept, openNotes, write } from './notes-page.ts'
import { switchMember, HASH, member, open, test } from './player-page.ts'
import { expect, signIn } from './portal.ts'

test.use({
  viewport: { width: 1280, height: 900 },
  allowConsoleErrors: [/net::ERR_INTERNET_DISCONNECTED/],
})

test('an offline note stays in the browser, says so, and is saved at the next visit', async ({
  page,
  context,
}) => {
  await open(page)
  await context.route('**/_actions/notes.*', (route) => route.abort('internetdisconnected'))
  await write(page, 'Ask why')
  await expect(page.getByText(errorText.notes_unsent)).toBeVisible()
  expect(await kept()).toEqual([])
  await page.close()
  await context.unroute('**/_actions/notes.*')

  const back = await context.newPage()
  await back.goto(`/video-playlist${HASH}`)
  await expect.poll(() => kept()).toEqual([{ seconds: 0, text: 'Ask why' }])
})

test('two members of one browser have separate notes, and signing out removes the saved ones', async ({
  page,
}) => {
  await open(page)
  await write(page, 'Ask why')
  await expect.poll(() => kept()).toHaveLength(1)
  await signOut(page)
  expect(await onDisk(page)).toEqual([])
  await switchMember(page)
  await open(page)
  await openNotes(page)
  await expect(page.getByText('Only you can see your notes')).toBeVisible()
})

test('unsaved notes survive a sign-out, and are saved when their member is back', async ({
  page,
  context,
}) => {
  await open(page)
  await context.route('**/_actions/notes.save', (route) => route.abort('internetdisconnected'))
  await write(page, 'Ask why')
  await signOut(page)
  expect(await onDisk(page)).toEqual(['Ask why'])
  await context.unroute('**/_actions/notes.save')
  await signIn(page, member)
  await page.waitForURL('/')
  await page.goto(`/video-playlist${HASH}`)
  await expect.poll(() => kept()).toEqual([{ seconds: 0, text: 'Ask why' }])
})

async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /account/i })
    .first()
    .click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('/auth')
}

/** The words of every note in this browser. */
function onDisk(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('notes')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('notes').objectStore('notes').getAll()
          reading.onsuccess = () => resolve((reading.result as { text: string }[]).map(({ text }) => text))
        }
      }),
  )
}

import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { kept, openNotes, write } from './notes-page.ts'
import { becomeSomebodyElse, HASH, member, open, test } from './player-page.ts'
import { expect, signIn } from './portal.ts'

test.use({
  viewport: { width: 1280, height: 900 },
  allowConsoleErrors: [/net::ERR_INTERNET_DISCONNECTED/],
})

test('without a network a note is kept in the browser, says so, and is told at the next visit', async ({
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

test('two members of one browser never see each other’s notes, and signing out leaves none that the portal has', async ({
  page,
}) => {
  await open(page)
  await write(page, 'Ask why')
  await expect.poll(() => kept()).toHaveLength(1)
  await signOut(page)
  expect(await onDisk(page)).toEqual([])
  await becomeSomebodyElse(page)
  await open(page)
  await openNotes(page)
  await expect(page.getByText('Only you can see your notes')).toBeVisible()
})

test('words that the portal could not take outlive a sign-out, and are told when their member is back', async ({
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

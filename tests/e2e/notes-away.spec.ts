import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright/test'
import { browserOptions } from '../support/find-browser.ts'
import { kept, note, openNotes, write } from './notes-page.ts'
import { becomeSomebodyElse, HASH, member, open, test } from './player-page.ts'
import { approvedMember, expect, signIn } from './portal.ts'

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
  await expect(page.getByText('The portal cannot be reached.')).toBeVisible()
  expect(await kept()).toEqual([])
  await page.close()
  await context.unroute('**/_actions/notes.*')

  const back = await context.newPage()
  await back.goto(`/video-playlist${HASH}`)
  await expect.poll(() => kept()).toEqual([{ seconds: 0, text: 'Ask why' }])
})

test('of two devices without a network that edit the same note both texts are kept, and seen on both', async ({
  page,
  browser,
  baseURL,
}) => {
  await open(page)
  await write(page, 'Ask why')
  await expect.poll(() => kept()).toHaveLength(1)
  const other = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } })
  const phone = await other.newPage()
  await signIn(phone, member)
  await phone.waitForURL('/')
  await phone.goto(`/video-playlist${HASH}`)
  await openNotes(phone)
  await expect(note(phone, 'Ask why')).toBeVisible()

  for (const [device, text] of [
    [page, 'on the laptop'],
    [phone, 'on the phone'],
  ] as const) {
    await device.context().route('**/_actions/notes.*', (route) => route.abort('internetdisconnected'))
    await note(device, 'Ask why').getByRole('button', { name: /^Edit/ }).click()
    await device.keyboard.insertText(`Ask why, ${text}`)
    await device.getByRole('button', { name: 'Save note' }).click()
    await expect(note(device, text)).toBeVisible()
  }
  for (const device of [page, phone]) {
    await device.context().unroute('**/_actions/notes.*')
    await device.reload()
  }
  await expect.poll(() => kept(), { timeout: 15_000 }).toHaveLength(2)
  await page.reload()
  await phone.reload()
  for (const device of [page, phone]) {
    await openNotes(device)
    await expect(note(device, 'on the laptop')).toBeVisible()
    await expect(note(device, 'on the phone')).toBeVisible()
  }
  await other.close()
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
  await expect(page.getByText('Only you see your notes')).toBeVisible()
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

test('a browser that is killed the moment a note counts as saved has it at the next start', async ({
  baseURL,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'lanai-killed-browser-'))
  const start = () => chromium.launchPersistentContext(folder, { ...browserOptions(), baseURL })
  const first = await start()
  const page = await first.newPage()
  const person = await approvedMember(page)
  const cookies = await first.cookies()
  await first.route('**/_actions/notes.*', (route) => route.abort('internetdisconnected'))
  await page.goto(`/video-playlist${HASH}`)
  await write(page, 'Ask why')
  killBrowser(folder)
  await first.close().catch(() => undefined)

  const second = await start()
  await second.addCookies(cookies)
  const back = await second.newPage()
  await back.goto(`/video-playlist${HASH}`)
  await openNotes(back)
  await expect(note(back, 'Ask why')).toBeVisible()
  await expect.poll(() => kept(person.email)).toEqual([{ seconds: 0, text: 'Ask why' }])
  await second.close()
  await rm(folder, { recursive: true, force: true })
})

async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /account/i })
    .first()
    .click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('/auth')
}

/** The words of every note in this browser, whoever wrote it. */
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

/** The browser's own process, by the folder that is its alone; those of its pages go with it. */
function killBrowser(folder: string): void {
  const processes = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  const own = processes.filter(
    (line) => line.includes(`--user-data-dir=${folder}`) && !line.includes('--type='),
  )
  for (const line of own) process.kill(Number.parseInt(line), 'SIGKILL')
}

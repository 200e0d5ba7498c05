import { writeFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { Key } from 'selenium-webdriver'
import { startHost } from '../../netlify/local/host.ts'
import { createPerson, query } from '../e2e/portal.ts'
import { FIRST_TEN_HASH } from '../e2e/playlist-page.ts'
import { translatePage } from '../e2e/translate.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { jpeg } from '../support/pictures.ts'
import { type BrowserWindow, PHONE, test } from './visit.ts'

/** What members do most, in other engines. Journeys (tests/e2e) test each rule in Chromium. */

test('a translated page signs a member in over http', async ({ visitor }) => {
  // The same portal as over https.
  const host = await startHost({ root: BUILT_PROJECT, host: '127.0.0.1', port: 0 })
  process.env.SITE_URL = `http://localhost:${host.port}`
  await visitor.open(`${process.env.SITE_URL}/auth`)
  // Of a page translated earlier, React replaces each node: a press between pointer down and up would be lost.
  await visitor.waitForVisible('[type=submit]:enabled')
  await visitor.evaluate(translatePage)
  await visitor.press('[type=submit]')
  await visitor.waitForVisible('[name=password][aria-invalid=true]')
  await visitor.signIn(await createPerson())
  await host.close()
})

test('a phone’s menu is modal', async ({ member }) => {
  await member.open('/lead-mentors', PHONE)
  await member.waitForVisible('header button:enabled', 'Your account')
  await expectModal(member, '#navigation', () => member.press('header button', 'Open menu'))
})

test('a desktop’s dialog is modal', async ({ member }) => {
  await member.open('/lead-mentors')
  await expectModal(member, 'dialog:modal', () => openAccount(member))
})

test('the account shows its sections', async ({ member }) => {
  await member.open('/')
  await openAccount(member)
  for (const [section, text] of [
    ['Security', 'This device'],
    ['Calendar', 'Create my link'],
    ['My data', 'Download'],
    ['Profile', 'Save name'],
  ] as const) {
    await member.press('dialog:modal [role=tab]', section)
    const { height } = await member.waitForVisible('dialog:modal [role=tabpanel]', text)
    expect(height, section).toBeGreaterThan(150)
  }
})

test('the directory shows what the account saves', async ({ member }, info) => {
  await member.open('/')
  await openAccount(member)
  await member.fill('[name=fullName]', ' Kealoha')
  await member.press('dialog:modal button', 'Save name')
  await member.waitForVisible('h1', 'Kealoha')
  await member.fill('[name=company]', 'Kona Labs')
  await member.press('dialog:modal label', 'my email address')
  await member.press('dialog:modal button', 'Save entry')
  const file = info.outputPath('me.jpg')
  await writeFile(file, await jpeg())
  await member.fill('dialog:modal [type=file]:not([capture])', file)
  await member.waitForVisible('#navigation button[popovertarget] img')
  await member.open('/members?q=kona')
  await member.waitForVisible('main h2', 'Kona Labs')
  await member.waitForVisible('main li a', '@')
  await member.waitForVisible('main li img')
})

test('the search leads to a page', async ({ member }) => {
  await member.open('/')
  await member.press('#navigation button', 'Search')
  await member.waitForVisible('dialog[aria-label=Search]')
  await member.type('perks')
  await member.waitForVisible('dialog[aria-label=Search] [role=option]', 'Perks')
  await member.type(Key.ENTER)
  await member.waitForVisible('h1', 'Perks')
})

test('a folded sidebar shows a group’s pages only while the pointer is on it', async ({ member }) => {
  await member.open('/lead-mentors')
  await member.press('button', 'Toggle sidebar')
  await member.waitForVisible('[aria-controls=navigation][aria-expanded=false]')
  await member.open('/leaderboard')
  await member.moveTo({ x: 900, y: 500 })
  await member.waitForHidden('#navigation li li a')
  await member.hover(`#navigation [href='/resources']`)
  expect(
    (await member.waitForVisible(`#navigation ul:has(> li > [href='/library'])`)).height,
  ).toBeGreaterThan(90)
  await member.press('button', 'Toggle sidebar')
  await member.waitForVisible('[aria-controls=navigation][aria-expanded=true]')
})

test('the playlist saves a note', async ({ member }) => {
  await member.open('/video-playlist')
  await member.press('#playlist-list a', 'Mentor Orientation')
  await member.waitForVisible('article h2', 'Mentor Orientation')
  await member.press('article button', 'Write a note')
  await member.waitForVisible('textarea')
  await member.type('Ask why')
  await member.press('button', 'Save note')
  await member.waitForVisible('article li', 'Ask why')
  const saved = 'SELECT text FROM notes n JOIN users u ON u.id = n.user_id WHERE email = $1'
  await expect.poll(() => query(saved, [member.email])).toEqual([{ text: 'Ask why' }])
})

test('the transcript sets the moment', async ({ member }) => {
  await member.open(`/video-playlist${FIRST_TEN_HASH}`)
  await member.press('article summary', 'Transcript')
  await member.press('article ol a', 'Why ten?')
  await member.waitForVisible('article ol a[aria-current]', 'Why ten?')
  expect(await member.evaluate(() => location.hash)).toMatch(/&t=\d+$/)
})

test('a tab shows its frame', async ({ member }) => {
  await member.open('/network')
  await member.press('[role=tab]', 'Founders')
  const founders = '[role=tabpanel]:not([inert]) iframe'
  expect((await member.waitForVisible(founders)).height).toBeGreaterThan(300)
  await member.waitForHidden('[role=tabpanel][inert] iframe')
  await expect.poll(() => member.evaluate(textOf, founders)).toContain('Noelani Akana')
})

test('a calendar shows the member’s time', async ({ member }) => {
  await member.open('/weekly-calendar')
  await expect.poll(() => member.evaluate(sourceOf, 'iframe')).toContain('ctz=Pacific%2FHonolulu')
  await member.press('[role=switch]')
  await member.waitForVisible('[role=switch]:checked')
  await expect.poll(() => member.evaluate(sourceOf, 'iframe')).toContain('ctz=Europe%2FBerlin')
})

test('an administrator approves a sign-up on a phone', async ({ member }, { project }) => {
  // The other engine has one who waits, too.
  const name = `Kai ${project.name}`
  await createPerson('pending', name)
  await query(`SELECT * FROM set_role($1, 'admin', true)`, [[member.email]])
  await member.open('/people', PHONE)
  await member.press('td a', name)
  await member.press('button', 'Approve anyway')
  await member.waitForVisible('main p', 'can sign in now')
  await member.evaluate(focusUnderBar)
  await expect.poll(() => member.evaluate(topOfFocused), 'below the bar').toBeGreaterThanOrEqual(45)
})

test('an administrator invites a pasted list', async ({ member }, { project }) => {
  await query(`SELECT * FROM set_role($1, 'admin', true)`, [[member.email]])
  await member.open('/people?invite')
  const domain = `@${project.name}.example`
  await member.fill('textarea', ['Name,Email', `Kai,kai${domain}`, 'Noe,noe'].join(Key.ENTER))
  await member.press('button', 'Check the list')
  await member.waitForVisible('main form', '“noe” is not an email address')
  await member.waitForVisible('input:focus[aria-invalid=true]')
  await member.fill('input[aria-invalid=true]', domain)
  await member.press('button', 'Check again')
  await member.press('button', 'Invite 2')
  await member.waitForVisible('button', 'Undo')
})

test('an editor’s preview is shown', async ({ member }) => {
  await query(`SELECT * FROM set_role($1, 'editor', true)`, [[member.email]])
  await member.open('/edit')
  await member.evaluate(frameWords, 'Aloha')
  await expect.poll(() => member.evaluate(textOf, 'iframe')).toBe('Aloha')
})

test('signing out ends the session', async ({ member }) => {
  await member.open('/')
  await member.press('#navigation [popovertarget=member-menu]')
  await member.press('#member-menu button', 'Sign out')
  await member.waitForVisible('h1', 'Welcome Back')
  await member.open('/leaderboard')
  await member.waitForVisible('h1', 'Welcome Back')
})

/** It closes in each way. */
async function expectModal(member: BrowserWindow, dialog: string, open: () => Promise<void>): Promise<void> {
  for (const close of [
    () => member.press(`${dialog} button`, 'Close'),
    () => member.type(Key.ESCAPE),
    () => member.pressAt({ x: 390, y: 60 }),
  ]) {
    await open()
    expect((await member.waitForVisible(`${dialog}:is(:modal, :popover-open)`)).height).toBeGreaterThan(200)
    await close()
    await member.waitForHidden(dialog)
  }
}

async function openAccount(member: BrowserWindow): Promise<void> {
  await member.press('#navigation [popovertarget=member-menu]')
  await member.press('#member-menu button', 'Account settings')
  await member.waitForVisible('dialog:modal [name=fullName]')
}

/** Runs in the page. */
const textOf = (frame = '') =>
  document.querySelector<HTMLIFrameElement>(frame)?.contentDocument?.querySelector('body')?.textContent ?? ''

/** Focuses a button of which the bar of a phone covers a part. */
function focusUnderBar(): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('main button')]
  const button = buttons.find(({ textContent }) => textContent === 'Make editor')
  if (!button) throw new Error('There is no such button.')
  scrollBy(0, button.getBoundingClientRect().top - 40)
  button.focus()
}

const topOfFocused = () => document.activeElement?.getBoundingClientRect().top

/** As the editor makes its preview. */
function frameWords(words = ''): void {
  const frame = document.createElement('iframe')
  frame.src = URL.createObjectURL(new Blob([`<body>${words}</body>`], { type: 'text/html' }))
  document.body.append(frame)
}

const sourceOf = (frame = '') => document.querySelector<HTMLIFrameElement>(frame)?.src

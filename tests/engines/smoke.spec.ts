import { writeFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { Key } from 'selenium-webdriver'
import { startHost } from '../../netlify/local/host.ts'
import { knownPerson, query } from '../e2e/portal.ts'
import { FIRST_TEN_HASH } from '../e2e/playlist-page.ts'
import { translatePage } from '../e2e/translate.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { jpeg } from '../support/pictures.ts'
import { PHONE, test, type Visit } from './visit.ts'

/** What members do most, in other engines. Journeys (tests/e2e) test each rule in Chromium. */

test('a member signs in over http, after a mistake on a translated page', async ({ visitor }) => {
  // The same portal as over https.
  const host = await startHost({ root: BUILT_PROJECT, host: '127.0.0.1', port: 0 })
  process.env.SITE_URL = `http://localhost:${host.port}`
  await visitor.open(`${process.env.SITE_URL}/auth`)
  // Of a page translated earlier, React replaces each node: a press between pointer down and up would be lost.
  await visitor.sees('[type=submit]:enabled')
  await visitor.ask(translatePage)
  await visitor.press('[type=submit]')
  await visitor.sees('[name=password][aria-invalid=true]')
  await visitor.signIn(await knownPerson())
  await host.close()
})

test('a menu of a phone and a dialog of a desktop are modal and close in each way', async ({ member }) => {
  await member.open('/lead-mentors', PHONE)
  // Once it hears presses: this engine knows no commands.
  await member.sees('header button:enabled', 'Your account')
  await closesInEachWay(member, '#navigation', () => member.press('header button', 'Open menu'))
  await member.open('/lead-mentors')
  await closesInEachWay(member, 'dialog:modal', () => openAccount(member))
})

test('the account shows its sections, and saves what the directory has', async ({ member }, info) => {
  await member.open('/')
  await openAccount(member)
  for (const [section, text] of [
    ['Security', 'This device'],
    ['Calendar', 'Create my link'],
    ['My data', 'Download'],
    ['Profile', 'Save name'],
  ] as const) {
    await member.press('dialog:modal [role=tab]', section)
    const { height } = await member.sees('dialog:modal [role=tabpanel]', text)
    expect(height, section).toBeGreaterThan(150)
  }
  await member.fill('[name=fullName]', ' Kealoha')
  await member.press('dialog:modal button', 'Save name')
  await member.sees('h1', 'Kealoha')
  await member.fill('[name=company]', 'Kona Labs')
  await member.press('dialog:modal label', 'My email address')
  await member.press('dialog:modal button', 'Save entry')
  const file = info.outputPath('me.jpg')
  await writeFile(file, await jpeg())
  await member.fill('dialog:modal [type=file]:not([capture])', file)
  await member.sees('#navigation button[popovertarget] img')
  await member.open('/members?q=kona')
  await member.sees('main h2', 'Kona Labs')
  await member.sees('main li a', '@')
  await member.sees('main li img')
})

test('the search leads to a page', async ({ member }) => {
  await member.open('/')
  await member.press('#navigation button', 'Search')
  await member.sees('dialog[aria-label=Search]')
  await member.type('perks')
  await member.sees('dialog[aria-label=Search] [role=option]', 'Perks')
  await member.type(Key.ENTER)
  await member.sees('h1', 'Perks')
})

test('a folded sidebar shows a group’s pages only while the pointer is on it', async ({ member }) => {
  await member.open('/lead-mentors')
  await member.press('button', 'Toggle sidebar')
  await member.sees('[aria-controls=navigation][aria-expanded=false]')
  await member.open('/leaderboard')
  await member.moveTo({ x: 900, y: 500 })
  await member.misses('#navigation li li a')
  await member.hover(`#navigation [href='/resources']`)
  expect((await member.sees(`#navigation ul:has(> li > [href='/library'])`)).height).toBeGreaterThan(90)
  await member.press('button', 'Toggle sidebar')
  await member.sees('[aria-controls=navigation][aria-expanded=true]')
})

test('the playlist changes the video, saves a note and opens a line of transcript', async ({ member }) => {
  await member.open('/video-playlist')
  await member.press('#playlist-list a', 'Mentor Orientation')
  await member.sees('article h2', 'Mentor Orientation')
  await member.press('article button', 'Write a note')
  await member.sees('textarea')
  await member.type('Ask why')
  await member.press('button', 'Save note')
  await member.sees('article li', 'Ask why')
  const saved = 'SELECT text FROM notes n JOIN users u ON u.id = n.user_id WHERE email = $1'
  await expect.poll(() => query(saved, [member.email])).toEqual([{ text: 'Ask why' }])

  await member.open(`/video-playlist${FIRST_TEN_HASH}`)
  await member.press('article summary', 'Transcript')
  await member.press('article ol a', 'Why ten?')
  await member.sees('article ol a[aria-current]', 'Why ten?')
  expect(await member.ask(() => location.hash)).toMatch(/&t=\d+$/)
})

test('a tab shows its frame, and a calendar the member’s time', async ({ member }) => {
  await member.open('/network')
  await member.press('[role=tab]', 'Founders')
  const founders = '[role=tabpanel]:not([inert]) iframe'
  expect((await member.sees(founders)).height).toBeGreaterThan(300)
  await member.misses('[role=tabpanel][inert] iframe')
  await expect.poll(() => member.ask(textOf, founders)).toContain('Noelani Akana')

  await member.open('/weekly-calendar')
  await expect.poll(() => member.ask(sourceOf, 'iframe')).toContain('ctz=Pacific%2FHonolulu')
  await member.press('[role=switch]')
  await member.sees('[role=switch]:checked')
  await expect.poll(() => member.ask(sourceOf, 'iframe')).toContain('ctz=Europe%2FBerlin')
})

test('an administrator approves a sign-up on a phone, and invites a pasted list', async ({ member }, {
  project,
}) => {
  // The other engine has one who waits, too.
  const name = `Kai ${project.name}`
  await knownPerson('pending', name)
  await query(`SELECT * FROM set_role($1, 'admin', true)`, [[member.email]])
  await member.open('/people', PHONE)
  await member.press('td a', name)
  await member.press('button', 'Approve anyway')
  await member.sees('main p', 'can sign in now')
  await member.ask(focusUnderBar)
  await expect.poll(() => member.ask(topOfFocused), 'below the bar').toBeGreaterThanOrEqual(45)

  await member.open('/people?invite')
  const domain = `@${project.name}.example`
  await member.fill('textarea', ['Name,Email', `Kai,kai${domain}`, 'Noe,noe'].join(Key.ENTER))
  await member.press('button', 'Check the list')
  await member.sees('main form', 'line 3: "noe" is not an email address')
  await member.sees('input:focus[aria-invalid=true]')
  await member.fill('input[aria-invalid=true]', domain)
  await member.press('button', 'Check again')
  await member.press('button', 'Invite 2')
  await member.sees('button', 'Undo')
})

test('an editor’s preview is shown', async ({ member }) => {
  await query(`SELECT * FROM set_role($1, 'editor', true)`, [[member.email]])
  await member.open('/edit')
  await member.ask(frameWords, 'Aloha')
  await expect.poll(() => member.ask(textOf, 'iframe')).toBe('Aloha')
})

test('signing out ends the session', async ({ member }) => {
  await member.open('/')
  await member.press('#navigation [popovertarget=member-menu]')
  await member.press('#member-menu button', 'Sign out')
  await member.sees('h1', 'Welcome Back')
  await member.open('/leaderboard')
  await member.sees('h1', 'Welcome Back')
})

async function closesInEachWay(member: Visit, dialog: string, open: () => Promise<void>): Promise<void> {
  const seesIt = async () => {
    await open()
    expect((await member.sees(`${dialog}:modal`)).height).toBeGreaterThan(200)
  }
  await seesIt()
  await member.press(`${dialog} button`, 'Close')
  await member.misses(dialog)
  await seesIt()
  await member.type(Key.ESCAPE)
  await member.misses(dialog)
  await seesIt()
  await member.pressAt({ x: 390, y: 60 })
  await member.misses(dialog)
}

async function openAccount(member: Visit): Promise<void> {
  await member.press('#navigation [popovertarget=member-menu]')
  await member.press('#member-menu button', 'Account settings')
  await member.sees('dialog:modal [name=fullName]')
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

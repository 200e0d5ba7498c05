import { writeFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { startStack } from '../../netlify/local/stack.ts'
import { knownPerson, newPerson, query } from '../e2e/portal.ts'
import { FIRST_TEN_HASH } from '../e2e/playlist-page.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { jpeg } from '../support/pictures.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { signIn, test } from './engine-test.ts'
import { ENTER, ESCAPE, PHONE, type Visit } from './visit.ts'

/** What members do most, in other engines. Journeys (tests/e2e) test each rule in Chromium. */

test('a member signs in over http on their own machine', async ({ visitor }) => {
  const ports = { site: 0, mailbox: 0, postgres: 0 }
  const portal = await startStack({ root: BUILT_PROJECT, dataFolder: null, host: '127.0.0.1', ports })
  const person = newPerson()
  await signedInMember(portal, { ...person, status: 'approved' })
  try {
    await signIn(visitor, person, `${portal.siteUrl}/auth`)
  } finally {
    await portal.close()
  }
})

test('a form stays after a mistake in a translated page', async ({ visitor }) => {
  await visitor.open('/start')
  await visitor.sees('[type=submit]:enabled')
  await visitor.ask(translate)
  await visitor.fill('[name=password]', '12345')
  await visitor.press('[type=submit]')
  await visitor.sees('[name=password][aria-invalid=true]')
})

test('a member signs in over https', async ({ member }) => {
  await member.open('/leaderboard')
  await member.sees('#navigation [data-viewer=email]', member.email)
  await member.sees('h1', 'Leaderboard')
})

for (const [dialog, open] of Object.entries({
  '#navigation': (member: Visit) => openOnPhone(member, 'Open menu'),
  '#quick-menu': (member: Visit) => openOnPhone(member, 'quick menu'),
  '#account': openAccount,
  '#shortcuts': openShortcuts,
})) {
  test(`${dialog} is modal, and closes by button, by Escape and by a press beside it`, async ({ member }) => {
    const stays: string[] = []
    for (const [way, close] of Object.entries({
      button: () => member.press(`${dialog} button`, 'Close'),
      Escape: () => member.type(ESCAPE),
      beside: () => member.pressAt({ x: 390, y: 60 }),
    })) {
      await open(member)
      await member.sees(`${dialog}:modal`)
      expect(await member.heightOf(dialog)).toBeGreaterThan(300)
      await close()
      await member.misses(dialog).catch(() => stays.push(way))
    }
    expect(stays).toEqual([])
  })
}

test('a press beside the list of videos only closes it', async ({ member }) => {
  await member.open('/video-playlist', PHONE)
  await member.press('button', 'All videos')
  await member.sees('#playlist-list:popover-open')
  // Under the dimmed strip is the button that plays.
  await member.ask(() => {
    const { y = 0 } = document.querySelector('article a')?.getBoundingClientRect() ?? {}
    scrollBy({ top: y - 50, behavior: 'instant' })
  })
  await member.pressAt({ x: 200, y: 90 })
  await member.misses('#playlist-list:popover-open')
  await member.misses('iframe')
})

test('each section of the account is seen', async ({ member }) => {
  await openAccount(member)
  for (const [section, text] of [
    ['Profile', 'Save name'],
    ['Security', 'This device'],
    ['Calendar', 'Create my link'],
    ['My data', 'Download'],
  ] as const) {
    await member.press('#account [role=tab]', section)
    await member.sees('#account [role=tabpanel]', text)
    expect(await member.heightOf('#account [role=tabpanel]:not([hidden])'), section).toBeGreaterThan(150)
  }
})

test('a name and a cropped picture are saved', async ({ member }, info) => {
  await openAccount(member)
  await member.fill('[name=fullName]', 'Leilani Kealoha')
  await member.press('#account button', 'Save name')
  await member.sees('h1', 'Leilani Kealoha')
  const file = info.outputPath('me.jpg')
  await writeFile(file, await jpeg())
  await member.choose('#account [type=file]:not([capture])', file)
  await member.press('#account button', 'Use this picture')
  await member.sees('#navigation [data-viewer=picture] img')
  await member.open('/')
  await member.sees('h1', 'Leilani Kealoha')
  const picture = () => document.querySelector<HTMLImageElement>('#navigation [data-viewer=picture] img')
  await expect.poll(() => member.ask(picture)).toBeTruthy()
})

test('the search leads to a page', async ({ member }) => {
  await member.open('/')
  await member.press('#navigation button', 'Search')
  await member.sees('#palette:modal')
  await member.type('perks')
  await member.sees('#palette [role=option]', 'Perks')
  await member.type(ENTER)
  await member.sees('h1', 'Perks')
})

test('a folded sidebar shows a group’s pages only while the pointer is on it', async ({ member }) => {
  await member.open('/lead-mentors')
  await member.press('button', 'Toggle sidebar')
  await member.sees('[aria-controls=navigation][aria-expanded=false]')
  await member.open('/leaderboard')
  for (const [group, page] of [
    ['/mentors', '/all-mentors'],
    ['/resources', '/library'],
  ] as const) {
    await member.moveTo({ x: 900, y: 500 })
    await member.misses('#navigation li li a')
    await member.hover(`#navigation [href='${group}']`)
    await member.sees(`#navigation li li [href='${page}']`)
    expect(await member.heightOf(`#navigation ul:has(> li > [href='${page}'])`)).toBeGreaterThan(90)
  }
  await member.press('button', 'Toggle sidebar')
  await member.sees('[aria-controls=navigation][aria-expanded=true]')
})

test('the playlist changes the video, saves a note, and leads to a line of its transcript', async ({
  member,
}) => {
  await member.open('/video-playlist')
  await member.press('#playlist-list a', 'Mentor Orientation')
  await member.sees('article h2', 'Mentor Orientation')
  await member.press('#write-note')
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

test('a tab shows its frame', async ({ member }) => {
  await member.open('/network')
  await member.press('[role=tab]', 'Founders')
  await member.sees('#founders iframe')
  await member.misses('#companies iframe')
  await expect.poll(() => member.ask(textOf, '#founders iframe')).toContain('Noelani Akana')
  expect(await member.heightOf('#founders iframe')).toBeGreaterThan(300)
})

test('calendars change to the member’s time', async ({ member }) => {
  await member.open('/weekly-calendar')
  await expect.poll(() => member.ask(textOf, 'iframe')).toContain('Times in Honolulu')
  await member.press('[role=switch]', 'My time')
  await member.sees('[role=switch][aria-checked=true]')
  await expect.poll(() => member.ask(textOf, 'iframe')).toContain('Times in Berlin')
})

test('an administrator approves a sign-up', async ({ member }) => {
  await knownPerson('pending', 'Kai Nakoa')
  await query('SELECT * FROM set_admins($1, true)', [[member.email]])
  await member.open('/decide')
  await member.press('li a', 'Kai Nakoa')
  await member.press('button', 'Approve anyway')
  await member.sees('h1', 'Approved')
})

test('signing out ends the session', async ({ member }) => {
  await openMenu(member)
  await member.press('#member-menu button', 'Sign out')
  await member.sees('h1', 'Welcome Back')
  await member.open('/leaderboard')
  await member.sees('h1', 'Welcome Back')
})

async function openOnPhone(member: Visit, button: string): Promise<void> {
  await member.open('/lead-mentors', PHONE)
  await member.press('header button', button)
}

async function openMenu(member: Visit): Promise<void> {
  await member.open('/')
  await member.press('#navigation [popovertarget=member-menu]')
  await member.sees('#member-menu:popover-open')
}

async function openAccount(member: Visit): Promise<void> {
  await openMenu(member)
  await member.press('#member-menu button', 'Account settings')
  await member.sees('#account [name=fullName]')
}

async function openShortcuts(member: Visit): Promise<void> {
  await member.open('/video-playlist')
  await member.press('button', 'More')
  await member.press('#video-more button', 'Keyboard shortcuts')
}

/** Runs in the page. */
const textOf = (frame = '') =>
  document.querySelector<HTMLIFrameElement>(frame)?.contentDocument?.querySelector('body')?.textContent ?? ''

/** Runs in the page: puts each text into an element, as browsers do that translate. */
function translate(): void {
  for (const element of document.querySelectorAll('body :not(script)'))
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE) continue
      const font = document.createElementNS('http://www.w3.org/1999/xhtml', 'font')
      font.textContent = node.textContent
      node.replaceWith(font)
    }
}

import { writeFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { startStack } from '../../netlify/local/stack.ts'
import { knownPerson, newPerson, query } from '../e2e/portal.ts'
import { FIRST_TEN, FIRST_TEN_HASH } from '../e2e/playlist-page.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { jpeg } from '../support/pictures.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { signIn, test } from './engine-test.ts'
import { ENTER, ESCAPE, type EngineSite } from './site.ts'

/** What members do most, in WebKit and in Firefox. The journeys test all of it, in Chromium. */
const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 400, height: 844 }

const WAYS = ['its button', 'Escape', 'a press beside it'] as const

test('a member signs in over http on this machine', async ({ site }) => {
  const portal = await startStack({
    root: BUILT_PROJECT,
    dataFolder: null,
    host: '127.0.0.1',
    ports: { site: 0, mailbox: 0, postgres: 0 },
  })
  const person = newPerson()
  await signedInMember(portal, { ...person, status: 'approved' })
  await site.open(`${portal.siteUrl}/auth`)
  await signIn(site, person)
  await portal.close()
})

test('a form in a translated page stays after a mistake', async ({ site }) => {
  await site.resize(DESKTOP)
  await site.open('/start')
  await site.until(() => document.querySelector('[type=submit]:enabled') !== null)
  await site.run(translate)
  await site.fill('[name=password]', '12345')
  await site.press('[type=submit]')
  await site.shows('[name=password][aria-invalid=true]')
  await site.shows('[type=submit]:enabled')
})

test('a member signs in over https', async ({ site, member }) => {
  await site.open('/leaderboard')
  await site.until(
    (email) => document.querySelector('#viewer')?.textContent.includes(email) === true,
    member.email,
  )
  expect(await site.run(() => location.pathname)).toBe('/leaderboard')
})

test.describe('on a phone', () => {
  test.beforeEach(async ({ site, member: _ }) => void (await site.resize(PHONE)))

  for (const [id, opener] of [
    ['navigation', 'Open menu'],
    ['quick-menu', 'quick menu'],
  ] as const) {
    for (const way of WAYS) {
      test(`${way} closes the ${id}`, async ({ site }) => {
        await site.open('/lead-mentors')
        await site.press('header button', opener)
        await site.until(isModal, `#${id}`)
        const { width, height } = await site.boxOf(`#${id}`)
        expect(width).toBeGreaterThan(250)
        expect(height).toBeGreaterThan(300)
        await close(site, `#${id}`, way, { x: 390, y: 60 })
      })
    }
  }

  test('a press beside the list of videos does nothing but close it', async ({ site }) => {
    await site.open('/video-playlist')
    await site.press('button', 'All videos')
    await site.shows('#playlist-list:popover-open')
    await site.run(() => {
      const play = document.querySelector('article a')
      scrollBy({ top: (play?.getBoundingClientRect().top ?? 0) - 60, behavior: 'instant' })
    })
    await site.pressAt({ x: 200, y: 90 })
    await site.until(() => document.querySelector('#playlist-list:popover-open, iframe') === null)
    expect(await site.run(() => document.querySelectorAll('iframe').length)).toBe(0)
  })
})

test.describe('on a desktop', () => {
  test.beforeEach(async ({ site, member: _ }) => void (await site.resize(DESKTOP)))

  test('each section of the account can be seen', async ({ site }) => {
    await openAccount(site)
    for (const [section, text] of [
      ['Profile', 'Save name'],
      ['Security', 'This device'],
      ['Calendar', 'Create my link'],
      ['My data', 'Download'],
    ] as const) {
      await site.press('#account [role=tab]', section)
      await site.shows('#account [role=tabpanel]', text)
      expect((await site.boxOf('#account')).height, section).toBeGreaterThan(200)
      expect((await site.boxOf('#account [role=tabpanel]:not([hidden])')).height, section).toBeGreaterThan(
        100,
      )
    }
  })

  test('a name and a cropped picture are saved', async ({ site, member }, info) => {
    await openAccount(site)
    await site.fill('[name=fullName]', 'Leilani Kealoha')
    await site.press('#account button', 'Save name')
    await site.shows('h1', 'Leilani Kealoha')

    const file = info.outputPath('me.jpg')
    await writeFile(file, await jpeg())
    await site.choose('#account [type=file]:not([capture])', file)
    await site.press('#account button', 'Use this picture')
    await site.shows('#navigation [data-viewer=picture] img')
    const pixels = () => document.querySelector<HTMLImageElement>('#navigation img')?.naturalWidth === 512
    await site.until(pixels)
    const saved = 'SELECT full_name FROM profiles p JOIN users u USING (id) WHERE email = $1'
    expect(await query(saved, [member.email])).toEqual([{ full_name: 'Leilani Kealoha' }])
  })

  for (const way of WAYS) {
    test(`${way} closes the account, which forgets a password`, async ({ site }) => {
      await openAccount(site)
      await site.press('#account button', 'Change email')
      await site.fill('#account [type=password]', 'correct horse')
      await close(site, '#account', way, { x: 9, y: 9 })
      await openMenu(site)
      await site.shows('#account [name=fullName]')
      await site.hides('#account [type=password]')
    })
  }

  test('the search leads to a page', async ({ site }) => {
    await site.open('/')
    await site.type('/')
    await site.until(isModal, '#palette')
    await site.type('perks')
    await site.shows('#palette [role=option]', 'Perks')
    await site.type(ENTER)
    await site.shows('h1', 'Perks')
  })

  test('a folded sidebar shows a group’s pages only while the pointer is on it', async ({ site }) => {
    await site.open('/lead-mentors')
    await site.press('button', 'Toggle sidebar')
    await site.until(() => document.querySelector('#navigation')?.clientWidth === 48)
    await site.open('/leaderboard')
    await site.moveTo({ x: 900, y: 500 })
    await site.hides('#navigation details ul')
    for (const group of ['/mentors', '/resources']) {
      await site.hover(`#navigation .nav-entry[href='${group}']`)
      await site.shows(`#navigation [data-group='${group}'] ul`)
      expect((await site.boxOf(`#navigation [data-group='${group}'] ul`)).height).toBeGreaterThan(90)
      await site.moveTo({ x: 900, y: 500 })
      await site.hides('#navigation details ul')
    }
    await site.press('button', 'Toggle sidebar')
    await site.until(() => document.querySelector('#navigation')?.clientWidth === 256)
  })

  test('the playlist shows another video', async ({ site }) => {
    await site.open('/video-playlist')
    await site.press('#playlist-list a', 'Mentor Orientation')
    await site.shows('article h2', 'Mentor Orientation')
    expect(await site.run(() => location.hash)).toBe('#Mentor-Orientation')
    expect((await site.boxOf('article')).height).toBeGreaterThan(600)
  })

  for (const way of WAYS) {
    test(`${way} closes the keyboard shortcuts, which the video’s menu opens`, async ({ site }) => {
      await site.open('/video-playlist')
      await site.press('button', 'More')
      await site.shows('#video-more:popover-open')
      await site.press('#video-more button', 'Keyboard shortcuts')
      await site.until(isModal, '#shortcuts')
      await close(site, '#shortcuts', way, { x: 9, y: 9 })
    })
  }

  test('a note is saved', async ({ site, member }) => {
    await site.open('/video-playlist#Mentor-Orientation')
    await site.press('#write-note')
    await site.shows('textarea')
    await site.type('Ask why')
    await site.press('button', 'Save note')
    await site.shows('article li', 'Ask why')
    const saved = 'SELECT text FROM notes n JOIN users u ON u.id = n.user_id WHERE email = $1'
    await expect.poll(() => query(saved, [member.email])).toEqual([{ text: 'Ask why' }])
  })

  test('a line of a transcript sets the moment', async ({ site }) => {
    await site.open(`/video-playlist${FIRST_TEN_HASH}`)
    await site.shows('article h2', FIRST_TEN)
    await site.press('article summary', 'Transcript')
    await site.press('article ol a', 'Why ten?')
    await site.shows('article ol a[aria-current]', 'Why ten?')
    expect(await site.run(() => location.hash)).toMatch(new RegExp(`^${FIRST_TEN_HASH}&t=\\d+$`))
  })

  test('a tab shows its frame', async ({ site }) => {
    await site.open('/network')
    await site.shows('#companies iframe')
    await site.press('[role=tab]', 'Founders')
    await site.shows('#founders iframe')
    await site.hides('#companies iframe')
    await site.until(holdsFrame, '#founders iframe', 'Noelani Akana')
    expect((await site.boxOf('#founders iframe')).height).toBeGreaterThan(300)
    expect(await site.run(() => location.hash)).toBe('#founders')
  })

  test('calendars change to the member’s time, and stay so', async ({ site }) => {
    await site.open('/weekly-calendar')
    await site.until(holdsFrame, 'iframe', 'Times in Honolulu')
    await site.press('[role=switch]', 'My time')
    await site.until(holdsFrame, 'iframe', 'Times in Berlin')
    await site.open('/calendar')
    await site.until(holdsFrame, 'iframe', 'Times in Berlin')
    await site.shows('[role=switch][aria-checked=true]')
  })

  test('an administrator approves a sign-up', async ({ site, member }) => {
    const { email } = await knownPerson('pending', 'Kai Nakoa')
    await query('SELECT * FROM set_admins($1, true)', [[member.email]])
    await site.open('/decide')
    await site.press('li button', 'Kai Nakoa')
    await site.press('button', 'Approve anyway')
    await site.shows('h1', 'Approved')
    const decided = 'SELECT approval_status FROM profiles p JOIN users u USING (id) WHERE email = $1'
    expect(await query(decided, [email])).toEqual([{ approval_status: 'approved' }])
  })

  test('signing out ends the session', async ({ site }) => {
    await site.open('/')
    await openMenu(site)
    await site.press('#member-menu button', 'Sign out')
    await site.shows('h1', 'Welcome Back')
    await site.open('/leaderboard')
    await site.shows('h1', 'Welcome Back')
    expect(await site.run(() => location.search)).toBe('?next=%2Fleaderboard')
  })
})

type Way = (typeof WAYS)[number]

async function openMenu(site: EngineSite): Promise<void> {
  await site.press('#navigation [popovertarget=member-menu]')
  await site.shows('#member-menu:popover-open')
}

async function openAccount(site: EngineSite): Promise<void> {
  await site.open('/')
  await openMenu(site)
  await site.press('#member-menu button', 'Account settings')
  await site.until(isModal, '#account')
  await site.shows('#account [name=fullName]')
}

async function close(site: EngineSite, dialog: string, way: Way, beside: { x: number; y: number }) {
  if (way === 'Escape') await site.type(ESCAPE)
  else if (way === 'its button') await site.press(`${dialog} button`, 'Close')
  else await site.pressAt(beside)
  await site.hides(dialog)
}

/** These run in the site. */
const isModal = (dialog: string) => document.querySelector(dialog)?.matches(':modal') === true

const holdsFrame = (frame: string, text: string) =>
  document.querySelector<HTMLIFrameElement>(frame)?.contentDocument?.body.textContent.includes(text) === true

/** As the browsers' own translators leave a site. */
function translate(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: Node[] = []
  while (texts.nextNode()) found.push(texts.currentNode)
  for (const text of found) {
    const font = document.createElement('font')
    text.parentNode?.replaceChild(font, text)
    font.append(text.textContent ?? '')
  }
}

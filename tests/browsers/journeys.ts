import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { PASSWORD } from '../support/signed-in-member.ts'
import { KEYS, lettersOf, type Visitor } from './visitor.ts'

/** The ways that have to work in every browser. Each begins signed out, with a member of its own. */
export const journeys: Record<string, (visitor: Visitor, people: People) => Promise<void>> = {
  'a member signs in, after a wrong password, and is welcomed by name': async (visitor, people) => {
    const email = await people.member()
    await visitor.open('/auth')
    await visitor.type('input[name=email]', email)
    await visitor.type('input[name=password]', 'not the password')
    await visitor.keys(KEYS.enter)
    await visitor.sees(errorText.invalid_credentials)
    await visitor.browser.read(`void document.querySelector('input[name=password]').select()`)
    await visitor.keys(...lettersOf(PASSWORD), KEYS.enter)
    await visitor.sees(noticeText.signed_in)
    await visitor.sees('Leilani Kalākaua', 'h1')
  },

  'the gate shows a stranger nothing, leads back to where they were going, and closes again': async (
    visitor,
    people,
  ) => {
    const email = await people.member()
    await visitor.open('/leaderboard?from=mail')
    await visitor.until('the sign-in screen', `location.pathname === '/auth'`)
    await fillIn(visitor, email)
    await visitor.until(
      'the page asked for',
      `location.pathname + location.search === '/leaderboard?from=mail'`,
    )
    await visitor.sees('Leaderboard', 'h1')
    await visitor.click('[popovertarget=member-menu]')
    await visitor.click('#member-menu button', 'Sign out')
    await visitor.sees(noticeText.signed_out)
    await visitor.browser.back()
    await visitor.until(
      'no page of a member',
      `!document.querySelector('h1')?.innerText.includes('Leaderboard')`,
    )
    await visitor.open('/leaderboard')
    await visitor.until('the sign-in screen again', `location.pathname === '/auth'`)
  },

  'who is denied, or waits again, sees their own screen from the next page on': async (visitor, people) => {
    const email = await people.member()
    await signIn(visitor, email, '/calendar')
    for (const [status, heading] of [
      ['denied', 'Account Access Denied'],
      ['pending', 'Account Pending Approval'],
    ] as const) {
      await people.decide(email, status)
      await visitor.open('/leaderboard')
      await visitor.sees(heading, 'h1')
    }
  },

  'the playlist shows the video that is chosen, goes back and forward, and is searched': async (
    visitor,
    people,
  ) => {
    await signIn(visitor, await people.member(), '/video-playlist')
    await visitor.until('one video', `document.querySelectorAll('article').length === 1`)
    await visitor.click('nav[aria-label="Videos by week"] a', 'Mentor Orientation')
    await visitor.sees('Mentor Orientation', 'article h2')
    await visitor.until('its fragment', `location.hash === '#Mentor-Orientation'`)
    await visitor.until(
      'its mark',
      `document.querySelector('nav[aria-label="Videos by week"] [aria-current]').innerText.includes('Mentor Orientation')`,
    )
    await visitor.browser.back()
    await visitor.sees('Onboarding', 'article h2')
    await visitor.type('input[type=search], [role=combobox]', 'kalakaua')
    await visitor.click('[role=listbox] [role=option]')
    await visitor.until('the moment of the hit', `/^#Onboarding&t=\\d+$/.test(location.hash)`)
  },

  'somebody signs up, is told to wait, and sees no page': async (visitor) => {
    await visitor.open('/start')
    // Who is so quick is no person.
    await visitor.browser.read(
      `void Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin - 60_000 })`,
    )
    await visitor.type('input[name=fullName]', 'Leilani')
    await visitor.type('input[name=email]', `founder-${Date.now()}@example.com`)
    await visitor.type('input[name=password]', PASSWORD)
    await visitor.keys(KEYS.enter)
    await visitor.sees('Account Pending Approval', 'h1')
    await visitor.open('/leaderboard')
    await visitor.until('the sign-in screen', `location.pathname === '/auth'`)
  },

  'a note is kept beside its video, and is there again': async (visitor, people) => {
    await signIn(visitor, await people.member(), '/video-playlist')
    await visitor.until('one video', `document.querySelectorAll('article').length === 1`)
    await visitor.click('button', 'Write a note')
    await visitor.until('the place to write', `document.activeElement.tagName === 'TEXTAREA'`)
    await visitor.keys(...lettersOf('ask Kalākaua'))
    await visitor.click('button', 'Save note')
    await visitor.sees('ask Kalākaua', 'article')
    await visitor.open('/')
    await visitor.open('/video-playlist')
    await visitor.click('summary', 'Notes')
    await visitor.sees('ask Kalākaua', 'article')
  },

  'the dialog opens by keyboard, keeps the focus, saves a name and gives the focus back': async (
    visitor,
    people,
  ) => {
    await signIn(visitor, await people.member(), '/leaderboard')
    await visitor.focus('#navigation [popovertarget=member-menu]')
    await visitor.keys(KEYS.enter)
    await visitor.focus('#member-menu button', 'Account settings')
    await visitor.keys(KEYS.enter)
    await visitor.until('the dialog with the focus', FOCUS_WITHIN('[role=dialog]'))
    for (let press = 0; press < 12; press++) {
      await visitor.keys(KEYS.tab)
      await visitor.until('the focus inside', FOCUS_WITHIN('[role=dialog]'))
    }
    await visitor.browser.read(`void document.querySelector('[role=dialog] input[name=fullName]').select()`)
    await visitor.type('[role=dialog] input[name=fullName]', 'ʻIolani')
    await visitor.click('[role=dialog] button', 'Save name')
    await visitor.sees(noticeText.profile_updated)
    await visitor.keys(KEYS.escape)
    await visitor.until('no dialog', NO_DIALOG)
    await visitor.until(
      'the opener with the focus',
      `document.activeElement.matches('#navigation [popovertarget=member-menu]')`,
    )
    await visitor.sees('ʻIolani', '#navigation')
  },

  'on a phone the sheet and the drawers open, hold the page, and close by Escape and by a press outside':
    async (visitor, people) => {
      await visitor.browser.resize(390, 780)
      await signIn(visitor, await people.member(), '/lead-mentors')
      await visitor.click('button', 'Open menu')
      await visitor.until('the sheet with the focus', FOCUS_WITHIN('#navigation'))
      await visitor.until('the page held', `!!document.querySelector('main').closest('[inert]')`)
      await visitor.keys(KEYS.escape)
      await visitor.until(
        'the focus given back',
        `document.activeElement.ariaLabel === 'Open menu' || document.activeElement.innerText.includes('Open menu')`,
      )
      await visitor.click('button', 'quick menu')
      await visitor.sees('All Mentors', '[role=dialog]')
      await visitor.clickAt({ x: 100, y: 30 })
      await visitor.until('no drawer', NO_DIALOG)
      await visitor.click('button', 'quick menu')
      await visitor.click('[role=dialog] a', 'All Mentors')
      await visitor.until('the next page', `location.pathname === '/all-mentors'`)
      await visitor.open('/video-playlist')
      await visitor.until('one video', `document.querySelectorAll('article').length === 1`)
      await visitor.click('button', 'All videos')
      await visitor.click('[role=dialog] a', 'Mentors Introduction')
      await visitor.sees('Mentors Introduction', 'article h2')
      await visitor.until('no drawer', NO_DIALOG)
    },

  'the palette leads to a page by keyboard': async (visitor, people) => {
    await signIn(visitor, await people.member(), '/calendar')
    await visitor.keys(`${KEYS.control}+k`)
    await visitor.until('the palette with the focus', FOCUS_WITHIN('#palette'))
    await visitor.keys(...lettersOf('leaderb'))
    await visitor.sees('Leaderboard', '#palette [role=option]')
    await visitor.keys(KEYS.enter)
    await visitor.until('the page', `location.pathname === '/leaderboard'`)
  },

  'no page is wider than its screen': async (visitor, people) => {
    await signIn(visitor, await people.member(), '/')
    for (const width of [320, 820, 1440]) {
      await visitor.browser.resize(width, 900)
      for (const path of ['/', '/calendar', '/feedback', '/network', '/video-playlist', '/leaderboard']) {
        await visitor.open(path)
        await visitor.until(`${path} within ${width}`, `document.documentElement.scrollWidth <= innerWidth`)
      }
    }
  },
}

async function signIn(visitor: Visitor, email: string, path: string): Promise<void> {
  await visitor.open(path)
  await visitor.until('the sign-in screen', `location.pathname === '/auth'`)
  await fillIn(visitor, email)
  // Keys that are pressed while a page comes go to the one before it.
  await visitor.until(
    path,
    `location.pathname === ${JSON.stringify(path)} && document.readyState === 'complete'`,
  )
}

async function fillIn(visitor: Visitor, email: string): Promise<void> {
  await visitor.type('input[name=email]', email)
  await visitor.type('input[name=password]', PASSWORD)
  await visitor.keys(KEYS.enter)
}

/** The sheet is one by its role while it is away, too. */
const NO_DIALOG = `![...document.querySelectorAll('[role=dialog]')].some((one) => one.checkVisibility({ visibilityProperty: true }))`

const FOCUS_WITHIN = (css: string) => `!!document.activeElement?.closest(${JSON.stringify(css)})`

export interface People {
  /** Writes somebody who is approved into the database, and returns their address. */
  member: () => Promise<string>
  /** What an administrator does. */
  decide: (email: string, status: 'pending' | 'denied') => Promise<void>
}

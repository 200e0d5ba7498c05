import { type ErrorCode, errorText } from '#src/shared/errors.ts'
import { type NoticeCode, noticeText } from '#src/shared/notices.ts'
import type { Page } from 'playwright/test'
import { playerFrame, standInForYouTube } from './player-host.ts'
import { gif, jpeg } from '../support/pictures.ts'
import {
  changeEmail,
  choosePicture,
  deleteAccount,
  openAccount,
  saveName,
  signInElsewhere,
  uploadPicture,
} from './account.ts'
import {
  anyMember,
  confirmEmail,
  memberAtHome,
  decide,
  expect,
  mailedLink,
  newPerson,
  type Person,
  query,
  signIn,
  signUp,
  test,
} from './portal.ts'

/**
 * Every sentence of the catalogue, seen by a person in a browser: one way to it for each code. A new code does not
 * compile until it has one.
 */
const ways = {
  email_invalid: (page) => typeAtSignIn(page, { ...newPerson(), email: 'not an address' }),
  password_too_short: (page) => typeAtSignIn(page, { ...newPerson(), password: '12345' }),
  password_too_long: (page) => typeAtSignIn(page, { ...newPerson(), password: 'x'.repeat(257) }),
  passwords_differ: (page) => chooseNewPassword(page, STRANGE_LINK, 'one password', 'another one'),

  account_denied: (page) => signInAs(page, 'denied'),
  account_pending: (page) => signInAs(page, 'pending'),
  invalid_credentials: (page) => typeAtSignIn(page, newPerson()),
  auth_failed: (page) => withAnswer(page, badGateway, () => typeAtSignIn(page, newPerson())),
  email_taken: async (page) => {
    const person = newPerson()
    await signUp(page, person)
    await page.getByRole('button', { name: 'Create another account' }).click()
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Create account' }).click()
  },

  confirmation_token_missing: (page) => page.goto('/confirm-email'),
  confirmation_failed: confirmStrangely,
  confirmation_failed_title: confirmStrangely,
  confirmation_failed_advice: confirmStrangely,
  confirmation_error: (page) => withAnswer(page, 'none', () => confirmStrangely(page)),
  sign_up_decided: async (page) => {
    const person = newPerson()
    await signUp(page, person)
    await decide(person, 'denied')
    await disown(page, person)
  },

  reset_request_failed: (page) => withAnswer(page, badGateway, () => forget(page, newPerson())),
  reset_link_invalid: async (page) => {
    await page.goto('/reset-password')
    await expect(page).toHaveURL('/auth')
  },
  reset_token_invalid: (page) => chooseNewPassword(page, STRANGE_LINK, 'a new password'),
  reset_failed: (page) =>
    withAnswer(page, badGateway, () => chooseNewPassword(page, STRANGE_LINK, 'a new password')),

  sign_out_failed: async (page) => {
    await memberAtHome(page)
    await withAnswer(page, badGateway, () => signOut(page))
  },

  not_signed_in: async (page) => {
    const person = await memberAtHome(page)
    await openAccount(page)
    await query('DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = $1)', [
      person.email,
    ])
    await saveName(page, 'Kai')
  },
  name_empty: async (page) => {
    await anyMember(page)
    await page.goto('/')
    await openAccount(page)
    await saveName(page, ' \u200b ')
  },
  name_too_long: async (page) => {
    await anyMember(page)
    await page.goto('/')
    await openAccount(page)
    await saveName(page, 'ʻ'.repeat(201))
  },
  profile_update_failed: async (page) => {
    await anyMember(page)
    await page.goto('/')
    await openAccount(page)
    await withAnswer(page, badGateway, () => saveName(page, 'Kai'))
  },
  avatar_upload_failed: async (page) => {
    await memberAtHome(page)
    await openAccount(page)
    await withAnswer(page, badGateway, async () => uploadPicture(page, await jpeg()))
  },
  avatar_too_large: async (page) => {
    await anyMember(page)
    await page.goto('/')
    await openAccount(page)
    await choosePicture(page, Buffer.concat([await jpeg(), Buffer.alloc(5 * 1024 * 1024)]))
  },
  avatar_wrong_type: async (page) => {
    await anyMember(page)
    await page.goto('/')
    await openAccount(page)
    await choosePicture(page, await gif())
  },
  avatar_unreadable: async (page) => {
    await anyMember(page)
    await page.goto('/')
    await openAccount(page)
    await choosePicture(page, Buffer.from('\u{ff}\u{d8}\u{ff} and no more', 'latin1'))
  },
  current_password_wrong: async (page) => {
    await memberAtHome(page)
    await openAccount(page, 'My data')
    await deleteAccount(page, 'not the password')
  },
  email_unchanged: async (page) => {
    const { email, password } = await memberAtHome(page)
    await openAccount(page, 'Security')
    await changeEmail(page, email, password)
  },
  keep_link_invalid: async (page) => {
    await page.goto(`/keep-account?token=${STRANGE_TOKEN}`)
    await page.getByRole('button', { name: 'Keep my account' }).click()
  },

  video_not_here: (page) => playRefused(page, 150),
  video_site_unknown: (page) => playRefused(page, 153),
  video_gone: (page) => playRefused(page, 100),
  video_broken: (page) => playRefused(page, 5),
  video_unreachable: async (page) => {
    await anyMember(page)
    await page.clock.install()
    await page.route('https://www.youtube-nocookie.com/**', (route) => route.abort())
    await playFirst(page)
    await playerFrame(page).waitFor()
    await page.clock.runFor(15_000)
  },
  link_not_copied: async (page) => {
    await anyMember(page)
    await page.goto('/video-playlist')
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
    })
    await copyLink(page, /^Copy link$/)
  },

  too_many_attempts: async (page) => {
    const person = newPerson()
    await signUp(page, person)
    await page.goto('/auth')
    await expect(async () => {
      await submitCredentials(page, { ...person, password: 'not the password' })
      await expect(page.getByText(errorText.too_many_attempts)).toBeVisible({ timeout: 500 })
    }).toPass({ intervals: [0] })
  },
  busy: (page) => withAnswer(page, busy, () => typeAtSignIn(page, newPerson())),
  unexpected: (page) => withAnswer(page, 'none', () => typeAtSignIn(page, newPerson())),
  page_incomplete: async (page) => {
    await anyMember(page)
    await page.goto('/')
    await page.route('**/_astro/open-account.*.js', (route) => route.abort())
    await page
      .getByRole('button', { name: /your account/i })
      .first()
      .click()
    await page.getByRole('button', { name: 'Account settings' }).click()
  },

  signed_in: async (page) => {
    const person = newPerson()
    await signUp(page, person)
    await decide(person, 'approved')
    await signIn(page, person)
  },
  signed_up: (page) => signUp(page, newPerson()),
  signed_out: async (page) => {
    await memberAtHome(page)
    await signOut(page)
  },
  link_copied: async (page) => {
    await anyMember(page)
    await page.goto('/video-playlist')
    await copyLink(page, /^Copy link$/)
  },
  moment_copied: async (page) => {
    await anyMember(page)
    await page.goto('/video-playlist')
    await copyLink(page, /^Copy at/)
  },
  email_confirmed: confirmOwnEmail,
  email_confirmed_title: confirmOwnEmail,
  sign_up_discarded: async (page) => {
    const person = newPerson()
    await signUp(page, person)
    await disown(page, person)
  },
  email_change_discarded: async (page) => {
    const { password } = await memberAtHome(page)
    const other = newPerson()
    await openAccount(page, 'Security')
    await changeEmail(page, other.email, password)
    await disown(page, other)
  },
  confirmation_resent: async (page) => {
    await signUp(page, newPerson())
    await page.getByRole('button', { name: 'Send the email again' }).click()
  },
  reset_requested: (page) => forget(page, newPerson()),
  password_reset: async (page) => {
    const person = newPerson()
    await signUp(page, person)
    await forget(page, person)
    await chooseNewPassword(page, await mailedLink(person, '/reset-password'), 'a new password')
  },

  profile_updated: async (page) => {
    await memberAtHome(page)
    await openAccount(page)
    await saveName(page, 'Kai')
  },
  avatar_updated: async (page) => {
    await memberAtHome(page)
    await openAccount(page)
    await uploadPicture(page, await jpeg())
  },
  avatar_removed: async (page) => {
    await memberAtHome(page)
    await openAccount(page)
    await uploadPicture(page, await jpeg())
    await page.getByRole('button', { name: 'Remove picture' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
  },
  email_change_requested: async (page) => {
    const { password } = await memberAtHome(page)
    await openAccount(page, 'Security')
    await changeEmail(page, newPerson().email, password)
  },
  session_ended: async (page) => {
    await signInElsewhere(page, await memberAtHome(page))
    await openAccount(page, 'Security')
    await page.getByRole('button', { name: /^End the session of/ }).click()
    await page.getByRole('button', { name: 'End it' }).click()
  },
  other_sessions_ended: async (page) => {
    const person = await memberAtHome(page)
    await signInElsewhere(page, person)
    await signInElsewhere(page, person)
    await openAccount(page, 'Security')
    await page.getByRole('button', { name: 'End all other sessions' }).click()
    await page.getByRole('button', { name: 'End them' }).click()
  },
  data_downloaded: async (page) => {
    await memberAtHome(page)
    await openAccount(page, 'My data')
    await page.getByRole('button', { name: 'Download' }).click()
  },
  deletion_requested: async (page) => {
    const { password } = await memberAtHome(page)
    await openAccount(page, 'My data')
    await deleteAccount(page, password)
  },
} satisfies Record<ErrorCode | NoticeCode, (page: Page) => Promise<unknown>>

const sentences = { ...errorText, ...noticeText }

test.describe('a person can come to read', () => {
  test.use({ allowConsoleErrors: [/status of (4\d\d|50[023])|net::ERR_FAILED/] })

  for (const [code, way] of Object.entries(ways)) {
    const sentence = sentences[code as keyof typeof sentences]
    test(`${code}: ${sentence}`, async ({ page }) => {
      await way(page)
      await expect(page.getByText(sentence).first()).toBeVisible()
    })
  }
})

test('no sentence of the catalogue is without its test', () => {
  expect(Object.keys(ways).sort()).toEqual(Object.keys(sentences).sort())
})

test('at most three notices are seen at once, and none for longer than it takes to read', async ({
  page,
}) => {
  await signUp(page, newPerson())
  await expect(page.getByText(noticeText.signed_up)).toBeVisible()
  await page.route('**/_actions/**', (route) => route.fulfill({ body: '[{}]' }))
  const again = page.getByRole('button', { name: 'Send the email again' })
  for (let n = 0; n < 4; n++) {
    await expect(again).toBeEnabled()
    await again.click()
  }
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(5)
  await expect(page.locator('[data-sonner-toast][data-visible=true]')).toHaveCount(3)
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0, { timeout: 7000 })
})

test.describe('an island that breaks', () => {
  test.use({ allowConsoleErrors: [/SELECT/] })

  test('leaves a safe sentence and a way on', async ({ page }) => {
    await page.goto('/auth')
    await page.getByLabel('Email').fill('break@it')
    await page.evaluate(() => {
      String.prototype.trim = function () {
        if (this.startsWith('break@it')) throw new Error('SELECT password_hash FROM users')
        return this.replaceAll(/^\s+|\s+$/g, '')
      }
    })
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
    await expect(page.getByText(errorText.unexpected)).toBeVisible()
    await expect(page.getByText('SELECT')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back')
  })
})

/** What a link that nobody was sent would carry. */
const STRANGE_TOKEN = 'a'.repeat(43)
const STRANGE_LINK = `/reset-password?token=${STRANGE_TOKEN}`

const badGateway = { status: 502, body: '<h1>Bad gateway</h1>' }
const busy = {
  status: 503,
  json: { type: 'AstroActionError', code: 'SERVICE_UNAVAILABLE', message: errorText.busy },
}

/** Does something while every action gets this answer in place of the server's. */
async function withAnswer(
  page: Page,
  answer: 'none' | typeof badGateway | typeof busy,
  act: () => Promise<unknown>,
): Promise<void> {
  await page.route('**/_actions/**', (route) => (answer === 'none' ? route.abort() : route.fulfill(answer)))
  await act()
}

async function typeAtSignIn(page: Page, person: Person): Promise<void> {
  await page.goto('/auth')
  await submitCredentials(page, person)
}

async function submitCredentials(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signInAs(page: Page, status: 'pending' | 'denied'): Promise<void> {
  const person = newPerson()
  await signUp(page, person)
  if (status === 'denied') await decide(person, status)
  await signIn(page, person)
}

async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /account/i })
    .first()
    .click()
  await page.getByRole('button', { name: 'Sign out' }).click()
}

async function forget(page: Page, person: Person): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
}

async function confirmOwnEmail(page: Page): Promise<void> {
  const person = newPerson()
  await signUp(page, person)
  await confirmEmail(page, person)
}

async function confirmStrangely(page: Page): Promise<void> {
  await page.goto(`/confirm-email?token=${STRANGE_TOKEN}`)
  await page.getByRole('button', { name: 'Confirm my email' }).click()
}

async function disown(page: Page, person: Person): Promise<void> {
  await page.goto(await mailedLink(person, '/confirm-email'))
  await page.getByRole('button', { name: 'It was not me' }).click()
}

async function chooseNewPassword(
  page: Page,
  link: string,
  password: string,
  again = password,
): Promise<void> {
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(again)
  await page.getByRole('button', { name: 'Update password' }).click()
}

/** Presses play where YouTube refuses every video with this number. */
async function playRefused(page: Page, code: number): Promise<void> {
  await standInForYouTube(page.context(), code)
  await anyMember(page)
  await playFirst(page)
}

async function playFirst(page: Page): Promise<void> {
  await page.goto('/video-playlist')
  await page.getByRole('button', { name: 'Mark watched' }).filter({ visible: true }).waitFor()
  await page
    .getByRole('link', { name: /^Play / })
    .filter({ visible: true })
    .click()
}

async function copyLink(page: Page, name: RegExp): Promise<void> {
  await page.context().grantPermissions(['clipboard-write'])
  await page.getByRole('button', { name }).filter({ visible: true }).click()
}

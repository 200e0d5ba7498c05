import type { Locator, Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { linkSentTo, noticeText } from '#src/shared/notices.ts'
import { changeEmail, openAccount, saveName } from './account.ts'
import {
  createPerson,
  emailedLink,
  expect,
  HOSTILE_NAME,
  memberName,
  newPerson,
  openHomeAsMember,
  type Person,
  query,
  setApprovalStatus,
  signInAsMember,
  signInAsSharedMember,
  signOut,
  test,
  UNKNOWN_TOKEN,
  waitForHydration,
} from './portal.ts'

/** Sentences of the catalogue that no other journey shows. */

test.use({ allowConsoleErrors: [/status of (4\d\d|50[023])|net::ERR_FAILED|Error hydrating/] })

test('the sign-in screen says what failed', async ({ page }) => {
  const person = newPerson()
  await page.goto('/auth')
  await submit(page, await createPerson('denied'))
  await expect(page.getByText(errorText.account_denied)).toBeVisible()
  await withAnswer(page, badGateway, async () => {
    await submit(page, person)
    await expect(page.getByText(errorText.auth_failed)).toBeVisible()
  })
  await withoutAnswer(page, async () => {
    await submit(page, person)
    await expect(formAlert(page)).toHaveText(`${errorText.unexpected}. ${errorText.unreachable}`)
  })
  await test.step('a browser that keeps no cookie', async () => {
    await page.route('**/_actions/auth.signIn', (route) => route.fulfill({ json: [{}] }), { times: 1 })
    await submit(page, person)
    await expect(page.getByRole('alert').filter({ hasText: errorText.cookie_refused })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    await expect(page.getByText(noticeText.signed_in)).toHaveCount(0)
  })
})

test('an invalid link says so', async ({ page }) => {
  await page.goto('/confirm-email')
  await expect(page.getByText(errorText.confirmation_token_missing)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try Signing In' })).toHaveAttribute('href', '/auth')
  await expect(page.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
  await page.getByLabel('Email').fill(newPerson().email)
  await page.getByRole('button', { name: 'Send new link' }).click()
  await expect(page.getByText(noticeText.confirmation_resent)).toBeVisible()
  await page.goto('/reset-password')
  await expect(page).toHaveURL('/auth')
  await expect(page.getByText(errorText.reset_link_invalid).first()).toBeVisible()
  await page.goto(`/confirm-email?token=${UNKNOWN_TOKEN}`)
  for (const sentence of [
    errorText.confirmation_failed,
    errorText.confirmation_failed_title,
    errorText.confirmation_failed_advice,
  ])
    await expect(page.getByText(sentence).first()).toBeVisible()
  await page.goto(`/restore-email?token=${UNKNOWN_TOKEN}`)
  await expect(page.getByText(errorText.restore_link_invalid)).toBeVisible()
  await page.goto(`/keep-account?token=${UNKNOWN_TOKEN}`)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText(errorText.keep_link_invalid)).toBeVisible()
  await page.goto('/invitation')
  await expect(page).toHaveURL('/auth')
  await expect(page.getByText(errorText.invitation_link_incomplete)).toBeVisible()
  await page.goto(`/invitation?token=${UNKNOWN_TOKEN}`)
  await expect(page.getByText(errorText.invitation_invalid)).toBeVisible()
  await expect(page.getByText(errorText.invitation_link_incomplete), 'it stays on its page').toHaveCount(0)
  await page.getByRole('button', { name: 'Send me a new link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await test.step('a failure outlives a reload, but not the visit', async () => {
    for (const path of ['/confirm-email', '/reset-password', '/invitation']) {
      const failure = page.getByRole('heading', { name: /doesn’t work|isn’t confirmed/ })
      await page.goto(`${path}?token=${UNKNOWN_TOKEN}`)
      await expect(failure).toBeVisible()
      await page.reload()
      await expect(failure).toBeVisible()
      await expect(page.getByText(errorText.confirmation_token_missing)).toHaveCount(0)
      await page.goto(path)
      if (path === '/confirm-email')
        await expect(page.getByText(errorText.confirmation_token_missing)).toBeVisible()
      else await expect(page).toHaveURL('/auth')
    }
  })
})

test('a change of address ends before it takes effect', async ({ page }) => {
  const { password } = await openHomeAsMember(page)
  const [mistyped, moved] = [newPerson(), newPerson()]
  const account = await openAccount(page)
  const keep = account.getByRole('button', { name: 'Keep my current email' })
  await test.step('when its member cancels it', async () => {
    await changeEmail(page, mistyped.email, password)
    await page.getByRole('button', { name: 'Send again email' }).click()
    await page.getByLabel('Current password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText(linkSentTo(mistyped.email))).toBeVisible()
    await keep.click()
    await expect(page.getByText(noticeText.email_change_cancelled)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Email', exact: true })).toBeFocused()
  })
  await test.step('when ‘It wasn’t me’ is pressed', async () => {
    await changeEmail(page, moved.email, password)
    await expect(page.getByText(`Waiting for ${moved.email}`)).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/auth/)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(moved.email)
    await disown(page, moved, `Use ${moved.email} for your Lanai account?`)
    await expect(page.getByText(noticeText.email_change_discarded)).toBeVisible()
    expect(await query('SELECT FROM users WHERE email = $1', [moved.email])).toEqual([])
  })
})

test('a name stays in its field until it is saved', async ({ page }) => {
  await openHomeAsMember(page)
  const dialog = await openAccount(page)
  const name = page.getByLabel('Full name')
  await saveName(page, ' \u200b ')
  await expect(name).toHaveAccessibleDescription(errorText.name_empty)
  await expect(name).toBeFocused()
  await saveName(page, 'ʻ'.repeat(201))
  await expect(dialog.getByText(errorText.name_too_long)).toBeVisible()
  // As after a deploy that renamed the action.
  await page.route('**/_actions/**', (route) => route.continue({ url: `${route.request().url()}Before` }))
  await saveName(page, 'Kai')
  await expect(page.getByText(errorText.page_outdated).first()).toBeVisible()
  await expect(name).toHaveValue('Kai')
  await page.unroute('**/_actions/**')
  await withoutAnswer(page, async () => {
    await name.press('Enter')
    const sentences = `${errorText.profile_update_failed}. ${errorText.unreachable}`
    await expect(dialog.getByText(sentences, { exact: true })).toBeVisible()
  })
  await expect(name).toHaveValue('Kai')
  await saveName(page, `  ${HOSTILE_NAME}  `)
  await expect(page.getByText(noticeText.profile_updated)).toBeVisible()
  await expect(page.locator('h1')).toContainText(`, ${HOSTILE_NAME}`)
  await expect(memberName(page)).toHaveText(HOSTILE_NAME)
})

test('the sign-in screen says that signing out failed', async ({ page }) => {
  await openHomeAsMember(page)
  const left = page.waitForRequest((request) => new URL(request.url()).pathname === '/auth')
  await withAnswer(page, badGateway, async () => {
    await signOut(page)
    await left
  })
  await expect(page.getByText(errorText.sign_out_failed).first()).toBeVisible()
})

test('a page says that a part of it failed to load', async ({ page }) => {
  await signInAsSharedMember(page)
  await page.route(/\/_astro\/Shell\..*\.js/, (route) => route.abort())
  await page.goto('/')
  await expect(page.getByText(errorText.page_incomplete).first()).toBeVisible()
})

test('the search says that a part of it failed to load', async ({ page }) => {
  await signInAsSharedMember(page)
  await page.route('**/search.json', (route) => route.abort())
  await page.goto('/')
  await waitForHydration(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('customers')
  await expect(page.getByRole('status').filter({ hasText: errorText.search_incomplete })).toBeVisible()
})

test('the account offers to reload the page when its file is gone', async ({ page }) => {
  await signInAsSharedMember(page)
  await page.route(/\/_astro\/AccountDialog\..*\.js/, (route) => route.abort())
  await page.goto('/')
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('button', { name: 'Account settings' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Reload' }).click()
  await expect(page.getByRole('dialog', { name: 'Account settings' })).toHaveCount(0)
})

test('at most three toasts show at once', async ({ page }) => {
  await page.clock.install()
  await setApprovalStatus(await signInAsMember(page), 'pending')
  await page.goto('/leaderboard')
  await page.route('**/_actions/**', (route) => route.fulfill({ body: '[{}]' }))
  const again = page.getByRole('button', { name: 'Resend email' })
  await expect(again).toBeEnabled()
  // A busy machine may take longer for four presses than a toast lasts.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  for (let n = 0; n < 4; n++) {
    await expect(again).toBeEnabled()
    await again.click()
  }
  const notices = page.getByRole('region', { name: 'Notifications' }).locator('> [data-type]')
  await expect(notices.filter({ visible: true })).toHaveCount(3)
  await page.clock.runFor(60_000)
  await page.clock.resume()
  await expect(notices).toHaveCount(0)
})

test.describe('an island that breaks', () => {
  test.use({ allowConsoleErrors: [/SELECT/] })

  test('shows a safe sentence', async ({ page }) => {
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

const badGateway = { status: 502, body: '<h1>Bad gateway</h1>' }

/** Runs `work` while every action gets this answer. */
async function withAnswer(
  page: Page,
  answer: { status: number; body?: string; json?: object },
  work: () => Promise<unknown>,
): Promise<void> {
  await page.route('**/_actions/**', (route) => route.fulfill(answer))
  await work()
  await page.unroute('**/_actions/**')
}

/** Runs `work` while no action gets an answer. */
async function withoutAnswer(page: Page, work: () => Promise<unknown>): Promise<void> {
  await page.route('**/_actions/**', (route) => route.abort())
  await work()
  await page.unroute('**/_actions/**')
}

/** What stands in a form until it is sent again, unlike a toast. */
function formAlert(page: Page): Locator {
  return page.locator('form').getByRole('alert').filter({ hasText: /\S/ })
}

async function submit(page: Page, person: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function disown(page: Page, person: Person, asks: string | RegExp): Promise<void> {
  // The browser that signed up would confirm at once.
  await page.context().clearCookies()
  await page.goto(await emailedLink(person, '/confirm-email'))
  await expect(page.getByText(asks)).toBeVisible()
  await page.getByRole('button', { name: 'It wasn’t me' }).click()
}

import { readFile } from 'node:fs/promises'
import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { changePassword, deleteAccount, dialogOf, openAccount, saveName } from './account.ts'
import { axeViolations } from './axe.ts'
import {
  callAction,
  emailedLink,
  expect,
  openHomeAsMember,
  type Person,
  query,
  signIn,
  signInAsSharedMember,
  test,
} from './portal.ts'

test('the keyboard reaches nothing but the account', async ({ page }) => {
  // As in a browser whose dialogs have no such event.
  await page.addInitScript(() => {
    const stop = (event: Event) => event.target instanceof HTMLDialogElement && event.stopPropagation()
    addEventListener('toggle', stop, true)
  })
  await signInAsSharedMember(page, '/')
  const opener = page.locator('#navigation [popovertarget=member-menu]')
  await opener.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Account settings' }).focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(page.getByLabel('Company')).toBeEnabled()
  const hidden = await dialog.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(hidden, 'only the section scrolls').toBe(0)
  for (let n = 0; n < 15; n++) {
    await page.keyboard.press('Tab')
    // After the last control, the browser's own controls follow.
    await expect(page.locator('#content :focus, #navigation :focus')).toHaveCount(0)
  }
  await test.step('the arrow keys change the section', async () => {
    await dialog.getByRole('tab', { name: 'Profile' }).focus()
    for (const section of ['Security', 'Emails', 'Calendar', 'My data', 'Profile']) {
      await page.keyboard.press('ArrowRight')
      await expect(dialog.getByRole('tab', { name: section })).toHaveAttribute('aria-selected', 'true')
      await expect(dialog.getByRole('tabpanel', { name: section })).toBeVisible()
    }
  })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  await test.step('closing drops what was typed', async () => {
    await openAccount(page)
    await page.getByLabel('Full name').fill('Kai')
    await dialog.getByRole('button', { name: 'Change email' }).click()
    await page.getByLabel('Current password', { exact: true }).fill('correct horse')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await openAccount(page)
    await expect(page.getByLabel('Full name')).not.toHaveValue('Kai')
    await expect(page.getByLabel('Current password', { exact: true })).toHaveCount(0)
  })
})

test('a member signs out other devices', async ({ page }) => {
  await page.clock.install()
  const person = await openHomeAsMember(page)
  for (let n = 0; n < 3; n++) await createChromeSession(person)
  const dialog = await openAccount(page, 'Security')
  const devices = dialog.getByRole('listitem')
  const end = devices.getByRole('button', { name: /^Sign out Chrome/ }).first()
  await expect(devices).toHaveCount(4)
  await expect(devices.filter({ hasText: 'This device' })).toContainText('Active now')
  await expect(devices.filter({ hasText: /Active .*ago|Active just now/ })).toHaveCount(3)
  await test.step('one', async () => {
    await end.click()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(end).toBeFocused()
    await page.keyboard.press('Enter')
    // The list may come after the question has closed and given the focus back.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    await dialog.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(end).toBeFocused()
    await page.clock.resume()
    await expect(devices).toHaveCount(3)
    await expect(dialog.getByRole('heading', { name: 'Devices' })).toBeFocused()
  })
  await test.step('all', async () => {
    await dialog.getByRole('button', { name: 'Sign out all other devices' }).click()
    await dialog.getByRole('button', { name: 'Sign out all', exact: true }).click()
    await expect(dialog.getByText('No other devices.')).toBeVisible()
  })
})

test.describe('when something is wrong', () => {
  test.use({ allowConsoleErrors: [/status of 4\d\d/] })

  test('axe finds nothing in sections with errors', async ({ page }) => {
    const person = await openHomeAsMember(page)
    await createChromeSession(person)
    const dialog = await openAccount(page)
    const look = async () => {
      // axe reads the page over time, so wait for answers.
      await expect(dialog.locator('[aria-disabled=true]')).toHaveCount(0)
      expect(await axeViolations(page, 'dialog:modal', true)).toEqual([])
    }
    await saveName(page, '')
    await look()
    await dialog.getByRole('tab', { name: 'Security' }).click()
    await dialog.getByRole('button', { name: /^Sign out Chrome/ }).click()
    await changePassword(page, '', '12345')
    await look()
    await dialog.getByLabel('Current password', { exact: true }).fill(person.password)
    await dialog.getByLabel('New password', { exact: true }).fill(person.password)
    await dialog.getByRole('button', { name: 'Update password' }).click()
    await expect(dialog.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
      errorText.password_unchanged,
    )
    await dialog.getByRole('tab', { name: 'My data' }).click()
    await deleteAccount(page, '')
    await look()
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await dialog.evaluate(({ scrollWidth }) => scrollWidth), 'cut off').toBe(320)
  })
})

test.describe('without a session', () => {
  // Whether there is one.
  test.use({ allowConsoleErrors: [/status of 401/] })

  test('an emailed link cancels the deletion of an account', async ({ page }) => {
    const person = await openHomeAsMember(page)
    await openAccount(page, 'My data')
    await test.step('whose data its member has downloaded', async () => {
      const waiting = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download' }).click()
      const download = await waiting
      expect(download.suggestedFilename()).toBe('my-data.json')
      await expect(page.getByText(noticeText.data_downloaded)).toBeVisible()
      const held = await readFile(await download.path(), 'utf8')
      expect(held).toContain(person.email)
      expect(held).not.toContain('argon2')
    })
    await page.getByRole('button', { name: 'Delete my account…' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Delete my account…' })).toBeFocused()
    await deleteAccount(page, person.password)
    await expect(page).toHaveURL('/auth')
    await expect(page.getByText(noticeText.deletion_requested)).toBeVisible()

    const link = await emailedLink(person, '/keep-account')
    await page.goto(link)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Keep your account?')
    await expect(page).toHaveURL('/keep-account')
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await expect(heading).toHaveText('Your account won’t be deleted')
    await expect(heading).toBeFocused()
    await test.step('who is signed in goes home', async () => {
      await page.getByRole('link', { name: 'Go to Sign In' }).click()
      await signIn(page, person)
      await expect(page).toHaveURL('/')
      await page.goto(link)
      await page.getByRole('button', { name: 'Keep my account' }).click()
      await page.getByRole('link', { name: 'Go to Home' }).click()
      await expect(page).toHaveURL('/')
    })
  })
})

test('a member keeps an account that was to be deleted', async ({ page }) => {
  const { email, password } = await openHomeAsMember(page)
  await callAction(page, 'account.requestDeletion', { password })
  await page.reload()
  const keep = page.getByRole('button', { name: 'Keep my account' })
  await expect(page.locator('#content').getByText(/^Your account will be deleted on/)).toBeVisible()
  await openAccount(page)
  await expect(dialogOf(page).getByText(/^Your account will be deleted on/)).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Close' }).click()
  await keep.click()
  await expect(page.getByText(noticeText.deletion_cancelled)).toBeVisible()
  await expect(keep).toHaveCount(0)
  const cancelled = `SELECT cancelled_at IS NOT NULL AS done FROM account_deletions
    WHERE user_id = (SELECT id FROM users WHERE email = $1)`
  expect(await query(cancelled, [email])).toEqual([{ done: true }])
})

async function createChromeSession({ email }: Person): Promise<void> {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36'
  const session = `INSERT INTO sessions (id, user_id, expires_at, user_agent)
    SELECT encode(sha256(gen_random_uuid()::text::bytea), 'hex'), id, now() + interval '1 day', $2 FROM users WHERE email = $1`
  await query(session, [email, chrome])
}

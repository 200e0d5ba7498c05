import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { changePassword, deleteAccount, dialogOf, openAccount, saveName, signInElsewhere } from './account.ts'
import { hindrancesInBothThemes } from './axe.ts'
import { anyMember, decide, expect, HOSTILE_NAME, memberAtHome, REFUSED, signIn, test } from './portal.ts'

test('a new name is seen at once wherever a name stands, in other tabs and on the next page', async ({
  page,
}) => {
  await memberAtHome(page)
  const other = await page.context().newPage()
  await other.goto('/')
  await openAccount(page)
  await saveName(page, `  ${HOSTILE_NAME}  `)
  await expect(page.getByText(noticeText.profile_updated)).toBeVisible()
  for (const tab of [page, other]) {
    await expect(tab.locator('h1')).toContainText(`, ${HOSTILE_NAME}`)
    await expect(tab.locator('#navigation button [data-viewer=name]')).toHaveText(HOSTILE_NAME)
  }
  await openAccount(other)
  await expect(other.getByLabel('Full name')).toHaveValue(HOSTILE_NAME)
  await other.goto('/leaderboard')
  await expect(other.locator('#navigation button [data-viewer=name]')).toHaveText(HOSTILE_NAME)
})

test('what is being typed is not replaced by what another tab saves', async ({ page }) => {
  await memberAtHome(page)
  const other = await page.context().newPage()
  await other.goto('/')
  await openAccount(other)
  await other.getByLabel('Full name').fill('Half a na')
  await openAccount(page)
  await saveName(page, 'Kai')
  await expect(other.locator('#navigation button [data-viewer=name]')).toHaveText('Kai')
  await expect(other.getByLabel('Full name')).toHaveValue('Half a na')
})

test('nothing of the dialog is fetched before somebody reaches for it', async ({ page }) => {
  await anyMember(page)
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await page.goto('/leaderboard')
  await page.waitForLoadState('networkidle')
  expect(fetched.join()).not.toContain('AccountDialog')
  await openAccount(page)
  await expect.poll(() => fetched.join()).toContain('AccountDialog')
})

test('the keyboard alone opens it, walks through it without leaving it, and comes back to where it was', async ({
  page,
}) => {
  await anyMember(page)
  await page.goto('/')
  const opener = page.locator('#navigation [popovertarget=member-menu]')
  await opener.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Account settings' }).focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  for (let n = 0; n < 15; n++) {
    await page.keyboard.press('Tab')
    // Behind its last control come those of the browser.
    await expect(page.locator('#content :focus, #navigation :focus')).toHaveCount(0)
  }
  await dialog.getByRole('tab', { name: 'Profile' }).focus()
  for (const section of ['Security', 'Calendar', 'My data', 'Profile']) {
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('tab', { name: section })).toHaveAttribute('aria-selected', 'true')
    await expect(dialog.getByRole('tabpanel', { name: section })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('closing the dialog loses no name that was typed, and keeps no password', async ({ page }) => {
  await anyMember(page)
  await page.goto('/')
  const dialog = await openAccount(page)
  await page.getByLabel('Full name').fill('Kai')
  for (const close of ['Escape', 'outside', 'button']) {
    if (close === 'Escape') await page.keyboard.press('Escape')
    else if (close === 'outside') await page.mouse.click(5, 5)
    else await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
    await openAccount(page)
    await expect(page.getByLabel('Full name')).toHaveValue('Kai')
  }
  await dialog.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('Current password', { exact: true }).fill('correct horse')
  await page.keyboard.press('Escape')
  await openAccount(page)
  await expect(page.getByLabel('Current password', { exact: true })).toHaveCount(0)
})

test('a new password ends every session but this one', async ({ page }) => {
  const person = await memberAtHome(page)
  const other = await signInElsewhere(page, person)
  await openAccount(page, 'Security')
  await changePassword(page, person.password, 'a new password')
  await expect(page.getByText(noticeText.password_reset)).toBeVisible()
  await expect(dialogOf(page).getByText('No other sessions.')).toBeVisible()
  await page.goto('/leaderboard')
  await expect(page).toHaveURL('/leaderboard')
  await other.goto('/leaderboard')
  await expect(other).toHaveURL(/\/auth/)
  await signIn(other, { ...person, password: 'a new password' })
  await other.waitForURL('/')
  await other.context().close()
})

test('sessions are listed with this one marked, and one is ended after asking', async ({ page }) => {
  const person = await memberAtHome(page)
  const other = await signInElsewhere(page, person)
  const dialog = await openAccount(page, 'Security')
  const rows = dialog.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'This device' })).toContainText('Active now')
  await expect(rows.filter({ hasText: 'Last seen ' })).toHaveCount(1)
  await rows.getByRole('button', { name: /^End the session of Chrome/ }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows.getByRole('button', { name: /^End the session of Chrome/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'End it' }).click()
  await expect(rows).toHaveCount(1)
  await expect(dialog.getByRole('heading', { name: 'Sessions' })).toBeFocused()
  await other.goto('/leaderboard')
  await expect(other).toHaveURL(/\/auth/)
  await other.context().close()
})

test.describe('when something is wrong', () => {
  test.use({ allowConsoleErrors: [/net::ERR_FAILED|status of 4\d\d/] })

  test('a name that was not saved is still there to be saved again', async ({ page }) => {
    await memberAtHome(page)
    const dialog = await openAccount(page)
    await page.route('**/_actions/account.updateProfile', (route) => route.abort())
    await saveName(page, 'Kai')
    await expect(dialog.getByRole('alert').filter({ hasText: errorText.profile_update_failed })).toBeVisible()
    await expect(page.getByLabel('Full name')).toHaveValue('Kai')
    await expect(page.locator('h1')).toContainText('Leilani')
    await page.unroute('**/_actions/account.updateProfile')

    await page.getByLabel('Full name').press('Enter')
    await expect(page.locator('h1')).toContainText('Kai')
  })

  test('whoever was denied meanwhile changes nothing any more, and no other page has the dialog', async ({
    page,
  }) => {
    const person = await memberAtHome(page)
    const dialog = await openAccount(page)
    await decide(person, 'denied')
    await saveName(page, 'Kai')
    await expect(dialog.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible()
    await expect(page.locator('h1')).not.toContainText('Kai')
    const settings = page.getByRole('button', { name: 'Account settings', includeHidden: true })
    await expect(settings).toHaveCount(1)
    for (const path of ['/', '/auth']) {
      await page.goto(path)
      await expect(settings).toHaveCount(0)
    }
  })
})

test.describe('in both themes', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, allowConsoleErrors: [REFUSED] })

  test('nothing in any section hinders assistive technology', async ({ page }) => {
    test.slow()
    const person = await memberAtHome(page)
    await (await signInElsewhere(page, person)).context().close()
    const dialog = await openAccount(page)
    const look = async () => {
      // A form that was just sent is judged once it has its answer: axe reads the page in more than one moment.
      await expect(dialog.locator('[aria-disabled=true]')).toHaveCount(0)
      expect(await hindrancesInBothThemes(page, '#account')).toEqual([])
    }
    await look()
    await saveName(page, '')
    await look()
    await dialog.getByRole('tab', { name: 'Security' }).click()
    await expect(dialog.getByText('This device')).toBeVisible()
    await look()
    await dialog.getByRole('button', { name: /^End the session/ }).click()
    await look()
    await changePassword(page, '', '12345')
    await look()
    await dialog.getByRole('tab', { name: 'Calendar' }).click()
    await look()
    await dialog.getByRole('tab', { name: 'My data' }).click()
    await look()
    await deleteAccount(page, '')
    await look()
  })
})

import { readFile } from 'node:fs/promises'
import { noticeText } from '#src/shared/notices.ts'
import { changeEmail, deleteAccount, openAccount } from './account.ts'
import {
  confirmEmail,
  expect,
  mailedLink,
  mailsTo,
  memberAtHome,
  query,
  signIn,
  test,
  type Person,
} from './portal.ts'

/** What members ask for in their account and finish by a mailed link, or take away. */

test('all that is held is downloaded as a file', async ({ page }) => {
  const person = await memberAtHome(page)
  await openAccount(page, 'My data')
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe('my-data.json')
  const held = await readFile(await download.path(), 'utf8')
  expect(held).toContain(person.email)
  expect(held).not.toContain('argon2')
})

test('an account that is about to be deleted is kept by a press, not by opening the link', async ({
  page,
}) => {
  const person = await memberAtHome(page)
  await openAccount(page, 'My data')
  await page.getByRole('button', { name: 'Delete my account…' }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByRole('button', { name: 'Delete my account…' })).toBeFocused()
  await deleteAccount(page, person.password)
  await expect(page).toHaveURL('/auth')
  await expect(page.getByText(noticeText.deletion_requested)).toBeVisible()

  const link = await mailedLink(person, '/keep-account')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keep your account?')
  await expect(page).toHaveURL('/keep-account')
  expect(await keptAt(person)).toBeNull()

  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account stays')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await keptAt(person)).not.toBeNull()

  // A second copy of the mail says the same.
  await page.goto(link)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account stays')
})

test('an address is changed by the link that was mailed to it, and the old one is told', async ({ page }) => {
  const person = await memberAtHome(page)
  const moved = { ...person, email: `moved-${person.email}` }
  await openAccount(page)
  await changeEmail(page, moved.email, person.password)
  await expect(page.getByText(noticeText.email_change_requested)).toBeVisible()

  const link = await mailedLink(moved, '/confirm-email')
  await page.goto(link)
  await expect(
    page.getByText(/^Confirm that you want to use this address for your account at /),
  ).toBeVisible()
  expect(await query('SELECT 1 FROM users WHERE email = $1', [moved.email])).toEqual([])
  await confirmEmail(page, moved)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email Confirmed')
  await expect
    .poll(async () => (await mailsTo(person)).join())
    .toContain('Your email address has been changed')
  await page.context().clearCookies()
  await signIn(page, moved)
  await page.waitForURL('/')
})

async function keptAt(person: Person): Promise<unknown> {
  const [row] = (await query(
    'SELECT d.kept_at FROM account_deletions d JOIN users u ON u.id = d.user_id WHERE u.email = $1',
    [person.email],
  )) as { kept_at: Date | null }[]
  return row?.kept_at
}

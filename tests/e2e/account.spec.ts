import type { Page } from 'playwright/test'
import {
  memberAtHome,
  expect,
  mailedLink,
  mailsTo,
  PASSWORD,
  query,
  signIn,
  test,
  type Person,
} from './portal.ts'

/** What a member's mailed links do in a browser. The dialog has journeys of its own. */

test('an account that is about to be deleted is kept by a press, not by opening the link', async ({
  page,
}) => {
  const person = await memberAtHome(page)
  expect(await call(page, 'requestDeletion', { password: PASSWORD })).toBe(200)
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
  expect(await call(page, 'requestEmailChange', { currentPassword: PASSWORD, newEmail: moved.email })).toBe(
    200,
  )

  await page.goto(await mailedLink(moved, '/confirm-email'))
  await expect(
    page.getByText(/^Confirm that you want to use this address for your account at /),
  ).toBeVisible()
  expect(await query('SELECT 1 FROM users WHERE email = $1', [moved.email])).toEqual([])
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Email Confirmed')
  await expect
    .poll(async () => (await mailsTo(person)).join())
    .toContain('Your email address has been changed')
  await page.context().clearCookies()
  await signIn(page, moved)
  await page.waitForURL('/')
})

test('a name of markup is text wherever it is shown, and a picture comes with it', async ({ page }) => {
  await memberAtHome(page)
  const fullName = '<img src=x onerror="document.title=1">'
  expect(await call(page, 'updateProfile', { fullName })).toBe(200)
  await page.goto('/')
  await expect(page.getByText(fullName).first()).toBeVisible()
  expect(await page.title()).not.toBe('1')
})

/** Calls an action of the account from the page, as the dialog does; returns the status. */
function call(page: Page, action: string, input: object): Promise<number> {
  return page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(path, { method: 'POST', headers, body })).status
    },
    [`/_actions/account.${action}`, JSON.stringify(input)] as const,
  )
}

async function keptAt(person: Person): Promise<unknown> {
  const [row] = (await query(
    'SELECT d.kept_at FROM account_deletions d JOIN users u ON u.id = d.user_id WHERE u.email = $1',
    [person.email],
  )) as { kept_at: Date | null }[]
  return row?.kept_at
}

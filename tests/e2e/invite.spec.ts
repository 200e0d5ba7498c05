import { readFile } from 'node:fs/promises'
import type { Page, Route } from 'playwright/test'
import { axeViolations } from './axe.ts'
import { expect, markEmailsSent, signInAsAdmin, test } from './portal.ts'

const PHONE = { width: 390, height: 844 }

test.use({
  viewport: PHONE,
  allowConsoleErrors: [/status of [45]\d\d|net::ERR_/],
})

test.describe('the list of an invitation', () => {
  test('is corrected line by line', async ({ page }) => {
    const list = await openForm(page)
    const typed = 'Name,Email,Company\nKai,kai@reef.example,Kona Labs\nNoe,nobody,\nPua,pua@gmial.com,\n'
    await list.fill(`${typed}Lei,lei@yaho.com,\n`)
    await check(page)
    const invite = page.getByRole('button', { name: 'Invite the 1 that is right' })
    await expect(invite).toBeVisible()
    const first = page.getByLabel('Email', { exact: true }).first()
    const second = page.getByLabel('Email', { exact: true }).nth(1)
    await expect(first).toBeFocused()
    await expect(first).toHaveAccessibleDescription('“nobody” is not an email address')
    await expect(second).toHaveAccessibleDescription('Did you mean pua@gmail.com?')
    await expect(second).toHaveAttribute('aria-invalid', 'true')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    expect(await axeViolations(page, 'main', true)).toEqual([])
    await first.fill('noe@reef.example')
    await expect(first).not.toHaveAttribute('aria-invalid')
    await expect(invite).toHaveCount(0)
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByRole('button', { name: 'Invite the 2 that are right' })).toBeVisible()
    await expect(first).toBeFocused()
    await first.fill('pua@gmail.com')
    await page.getByLabel('lei@yaho.com is right').check()
    await test.step('keeps corrections over the way to its text, a reload and Back', async () => {
      await page.getByRole('button', { name: 'Edit the list' }).click()
      const corrected = typed.replace('nobody', 'noe@reef.example').replace('gmial', 'gmail')
      await expect(list).toHaveValue(`${corrected}Lei,lei@yaho.com,\n`)
      await page.reload()
      await page.goto('/people')
      await page.goBack()
      await expect(list).toHaveValue(`${corrected}Lei,lei@yaho.com,\n`)
      await check(page)
      await expect(page.getByRole('button', { name: 'Invite 4' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Check before inviting' })).toBeFocused()
    })
    await test.step('shows its email before it leaves', async () => {
      await page.getByText('The email to Kai').click()
      await expect(page.getByText('Aloha Kai,')).toContainText('Your company: Kona Labs')
      expect(await axeViolations(page, 'main', true)).toEqual([])
    })
  })

  test('loses the line that is removed', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const list = await openForm(page)
    await list.fill(
      'First name,Last name,Email,Company,Role\nNoe,,noe,,\nKai,N,nobody,Reef,Angel\nPua,M,pua@gmial.com,,Mentro\n',
    )
    await check(page)
    const cells = page.getByRole('group', { name: 'Line 3' }).getByRole('textbox')
    await expect(cells).toHaveCount(5)
    const tops = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().top))
    expect(new Set(tops).size, 'in one row on a desktop').toBe(1)
    await expect(page.getByRole('button', { name: /^Invite/ }), 'nobody is right').toHaveCount(0)
    const last = page.getByRole('group', { name: 'Line 4' })
    await last.getByLabel('Email').fill('pua@gmail.com')
    await page.getByRole('button', { name: 'Remove line 3' }).click()
    await expect(last.getByLabel('Role'), 'the next').toBeFocused()
    await expect(last.getByLabel('Role')).toHaveAccessibleDescription('Did you mean Mentor?')
    await last.getByLabel('Mentro is right').check()
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByRole('button', { name: 'Remove line 2' }).click()
    await expect(page.getByRole('button', { name: 'Invite 1' })).toBeVisible()
    await page.getByRole('button', { name: 'Edit the list' }).click()
    await expect(list).toHaveValue('First name,Last name,Email,Company,Role\nPua,M,pua@gmail.com,,Mentro\n')
  })

  test('keeps removals that are answered before an earlier check', async ({ page }) => {
    const list = await openForm(page)
    await list.fill('Name,Email\nKai,kai@reef.example\nNoe,nobody\nPua,pua@gmial.com\nLei,lei\n')
    await check(page)
    const held = Promise.withResolvers<undefined>()
    const hold = (route: Route) => held.promise.then(() => route.continue())
    await page.route('**/_actions/people.invite', hold, { times: 2 })
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByRole('button', { name: 'Remove line 3' }).click()
    await page.getByRole('button', { name: 'Remove line 4' }).click()
    await expect(page.getByText('Removed line 4')).toBeVisible()
    await expect(page.getByRole('heading', { name: '1 to correct, or to leave out' })).toBeVisible()
    held.resolve(undefined)
    await expect(page.getByText('Removed line 3')).toBeVisible()
    await expect(page.getByRole('group', { name: 'Line 5' })).toBeVisible()
    await expect(page.getByRole('group', { name: /^Line/ })).toHaveCount(1)
    await page.getByRole('button', { name: 'Edit the list' }).click()
    await expect(list).toHaveValue('Name,Email\nKai,kai@reef.example\nLei,lei\n')
  })

  test('is read from a CSV file', async ({ page, context }) => {
    const list = await openForm(page)
    await list.fill('noe@reef.example')
    await chooseFile(page, 'PK\x03\x04')
    await expectRefused(page, 'founders.csv is a workbook. Save it as CSV; in Excel, choose CSV UTF-8.')
    await expect(list).toHaveValue('noe@reef.example')
    await chooseFile(page, Array.from({ length: 501 }, (_, n) => `founder${n}@reef.example`).join('\n'))
    await check(page)
    await expectRefused(page, 'The list has 501 people. Invite at most 500 at once.')
    await chooseFile(page, 'Name,Email\nKai,kai@reef.example\n')
    await expect(list).toHaveValue(/kai@reef\.example/)
    await expect(page.getByText('founders.csv')).toBeVisible()
    await list.fill('pua@reef.example')
    await expect(page.getByText('founders.csv')).toHaveCount(0)
    await test.step('and outlives the session', async () => {
      const cookies = await context.cookies()
      await context.clearCookies()
      await check(page)
      await expect(page.getByRole('alert').filter({ hasText: 'You’re signed out.' })).toBeVisible()
      const signIn = page.getByRole('link', { name: 'Sign in again' })
      await expect(signIn).toHaveAttribute('href', '/auth?next=%2Fpeople%3Finvite')
      await expect(list).toHaveValue('pua@reef.example')
      await context.addCookies(cookies)
      const asked = page.waitForRequest('**/_actions/people.invite')
      await check(page)
      const people = [{ email: 'pua@reef.example', name: null, company: null, role: null, groups: [] }]
      expect((await asked).postDataJSON()).toEqual({ people, isDryRun: true })
    })
  })
})

test('people who were left out can be corrected and downloaded', async ({ page }) => {
  const list = await openForm(page)
  await list.fill('Name,Email\nKai,kai@left.example\nNoe,=nobody\n')
  await check(page)
  await page.getByRole('button', { name: 'Invite the 1 that is right' }).click()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "1 invited, 1 left out" [level=1]
    - button "Undo"
    - heading "1 left out" [level=2]
    - heading "1 invited" [level=2]
  `)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toBe("\ufeffName,Email\nNoe,'=nobody\n")
  await page.reload()
  await expect(list).toHaveValue('Name,Email\nNoe,=nobody\n')
  await check(page)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('=nobody')
})

test('an undo leaves those whose email has left', async ({ page }) => {
  const [early, late] = ['early@undo.example', 'late@undo.example']
  const invite = await checkList(page, [early, late])
  await test.step('a double click invites once', async () => {
    let sent = 0
    page.on('request', (request) => (sent += request.url().endsWith('people.invite') ? 1 : 0))
    await invite.dblclick()
    await expect(page.getByRole('heading', { name: '2 invited', level: 1 })).toBeVisible()
    expect(sent).toBe(1)
  })
  await markEmailsSent({ email: late })
  await page.getByRole('button', { name: 'Undo' }).click()
  const notice = page.getByText('1 of 2 no longer invited. 1 has been emailed, too late to undo.')
  await expect(notice).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 invited', level: 1 })).toBeVisible()
  await expect(page.getByText(late)).toBeVisible()
  await expect(page.getByText(early)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

async function openForm(page: Page) {
  await signInAsAdmin(page)
  await page.goto('/people?invite')
  return page.getByLabel('Names and email addresses')
}

async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check the list' }).click()
}

/** Returns the button that invites these two. */
async function checkList(page: Page, emails: readonly [string, string]) {
  await (await openForm(page)).fill(emails.join('\n'))
  await check(page)
  return page.getByRole('button', { name: 'Invite 2' })
}

/** The text is below the list, and read out with it: the focus is there. */
async function expectRefused(page: Page, text: string): Promise<void> {
  const list = page.getByLabel('Names and email addresses')
  await expect(list).toHaveAccessibleDescription(new RegExp(text.replace(/[.?]/g, '\\$&')))
  await expect(list).toHaveAttribute('aria-invalid', 'true')
  await expect(list).toBeFocused()
  await expect(page.getByText(text)).toBeVisible()
}

/** By the browser's dialog, for which the field has to be empty: it tells nothing about a file that was chosen before. */
async function chooseFile(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('Choose a CSV file')
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), field.click()])
  expect(await field.inputValue()).toBe('')
  await chooser.setFiles({ name: 'founders.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
}

import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { openAccount, saveName } from './account.ts'
import { axeViolations } from './axe.ts'
import {
  callAction,
  expect,
  holdRequests,
  memberName,
  openOtherBrowser,
  query,
  signInAsAdmin,
  signInAsMember,
  signInAsSharedMember,
  test,
} from './portal.ts'

const WIDTHS = [390, 1440]

test('the directory keeps its filters over a reload', async ({ page }) => {
  const { fullName, company } = await createFounder(page)
  await signInAsSharedMember(page)
  await page.goto('/members')
  await page.getByLabel('Name, company or role').fill(`${company}, akana kelp`)
  await expect(entryOf(page, fullName)).toHaveText(/Grows <b>kelp<\/b>$/)
  await page.getByLabel('Name, company or role').fill('kelp')
  await page.getByLabel('Company', { exact: true }).selectOption(company)
  await expect(entryOf(page, fullName)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name, company or role')).toHaveValue('kelp')
  await expect(page.getByLabel('Company', { exact: true })).toHaveValue(company)
  await page.goto('/members?company=Gone')
  await expect(page.getByLabel('Company', { exact: true })).toHaveValue('Gone')
  await expect(page.getByText('No one matches.')).toBeVisible()
})

test('the search leads to a founder’s entry', async ({ page }) => {
  const { fullName, company, email } = await createFounder(page, {
    showsEmail: true,
    showsWebsite: true,
    showsContact: true,
  })
  await signInAsSharedMember(page, '/')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(company)
  await page.getByRole('option', { name: fullName }).click()
  const entry = entryOf(page, fullName)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expect(entry.locator(`[href="mailto:${email}"]`)).toBeVisible()
    await expect(entry.locator('[href="https://example.org/pua"]')).toBeVisible()
    await expect(entry.locator('[href="tel:+18085550101"]')).toHaveText('+1 (808) 555-0101')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  expect(await axeViolations(page, 'main', true)).toEqual([])
})

test('the directory shows an address only while its member shows it', async ({ page }) => {
  const { fullName, email } = await createFounder(page)
  const link = page.getByRole('main').getByRole('link', { name: email })
  await test.step('the form keeps its height while it loads', async () => {
    const release = await holdRequests(page, /members\.(readOwn|list)$/)
    await page.goto('/members')
    await expect(page.getByRole('contentinfo'), 'no list moves it').not.toBeInViewport()
    await page.getByRole('button', { name: 'Edit your entry' }).click()
    const company = page.getByRole('textbox', { name: 'Company' })
    await expect(company).toBeDisabled()
    const section = page.getByRole('dialog', { name: 'Account settings' }).getByRole('tabpanel')
    const heightOf = ({ scrollHeight }: Element) => scrollHeight
    const height = await section.evaluate(heightOf)
    release()
    await expect(company).toBeEnabled()
    expect(await section.evaluate(heightOf)).toBe(height)
  })
  await page.getByLabel('My email address').check()
  await saveEntry(page)
  await expect(link).toBeAttached()
  await page.getByLabel('My email address').uncheck()
  await saveEntry(page)
  await expect(link).toHaveCount(0)
  await expect(page.getByRole('main').getByText(fullName)).toBeAttached()
})

test('an older form saves only what was changed in it', async ({ page }) => {
  const member = await signInAsMember(page, 'Lani Akana')
  await callAction(page, 'members.saveOwn', { company: 'Reef', showsEmail: true })
  await page.goto('/')
  await openAccount(page)
  const company = page.getByLabel('Company')
  const shown = page.getByLabel('My email address')
  await expect(shown).toBeChecked()

  await test.step('another browser changes it', async () => {
    const newer = await openOtherBrowser(page)
    await newer.context().addCookies(await page.context().cookies())
    await newer.goto('/')
    await openAccount(newer)
    // Until the entry is read, no box is ticked.
    await expect(newer.getByLabel('My email address')).toBeChecked()
    await newer.getByLabel('My email address').uncheck()
    await newer.getByLabel('Company').fill('Tide')
    await saveEntry(newer)
    await expect(newer.getByText('Profile updated successfully')).toBeVisible()
    await saveName(newer, 'Lani Kealoha')
    await expect(memberName(newer)).toHaveText('Lani Kealoha')
    await newer.context().close()
  })

  await expect(company).toHaveValue('Reef')
  await expect(shown).toBeChecked()
  await page.getByLabel('What you do').fill('Kelp')
  await saveEntry(page)
  await expect(company).toHaveValue('Tide')
  await expect(shown).not.toBeChecked()
  await expect(page.getByLabel('What you do')).toHaveValue('Kelp')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByLabel('Full name')).toHaveValue('Lani Kealoha')
  const stored = `SELECT full_name, company, about, shows_email FROM profiles JOIN users USING (id) WHERE email = $1`
  const now = { full_name: 'Lani Kealoha', company: 'Tide', about: 'Kelp', shows_email: false }
  expect(await query(stored, [member.email])).toEqual([now])

  await shown.check()
  await company.fill('Kona')
  await saveEntry(page)
  await expect(page.getByRole('button', { name: 'Save entry' })).toBeFocused()
  await expect
    .poll(() => query(stored, [member.email]))
    .toEqual([{ ...now, company: 'Kona', shows_email: true }])
})

test('an administrator sets the role of several people', async ({ page }) => {
  await signInAsAdmin(page)
  const people = ['Ana', 'Noe'].map((name) => ({ name, email: `${name}@tide.example` }))
  await query('SELECT outcome FROM invite($1)', [JSON.stringify(people)])
  await page.goto('/people?status=invited&q=tide.example')
  for (const name of ['Ana', 'Noe']) await page.getByLabel(`Select ${name}`).check()
  await page.getByRole('button', { name: 'Company and role…' }).click()
  await page.getByLabel(/^Role/).fill('Founder')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved for 2 people')).toBeVisible()
})

test.describe('of 201 members of a company', () => {
  // In one worker, which adds them once.
  test.describe.configure({ mode: 'default' })
  test.use({ allowConsoleErrors: [/net::ERR_INTERNET_DISCONNECTED/] })
  test.beforeAll(async () => {
    await query(
      `INSERT INTO users (id, email, password_hash)
       SELECT 'crowd-' || n, 'crowd-' || n || '@example.org', '$argon2id$x' FROM generate_series(100, 300) n`,
      [],
    )
    // At the end of the list, so that it comes before nobody of another test.
    await query(
      `INSERT INTO profiles (id, full_name, company, approval_status)
       SELECT id, 'Crowd ' || substr(id, 7), 'Zephyr', 'approved' FROM users WHERE id LIKE 'crowd-%'`,
      [],
    )
    await query(`DELETE FROM outbox WHERE user_id LIKE 'crowd-%'`, [])
  })
  test.afterAll(() => query(`DELETE FROM users WHERE id LIKE 'crowd-%'`, []))

  test('the directory shows 100 more at a press', async ({ page }) => {
    const status = page.getByRole('main').getByRole('status')
    const more = page.getByRole('button', { name: 'Show more' })
    await signInAsSharedMember(page, '/members')
    await page.getByRole('combobox', { name: 'Company' }).selectOption('Zephyr')
    await expect(status).toHaveText('100 of 201 members')
    await expect(page.getByRole('listitem').filter({ hasText: 'Crowd' })).toHaveCount(100)
    await test.step('once there is a connection', async () => {
      await page.context().setOffline(true)
      await more.click()
      await expect(page.getByText(errorText.unreachable)).toBeVisible()
      await page.context().setOffline(false)
      await expect(status).toHaveText('200 of 201 members')
    })
    await more.focus()
    await page.keyboard.press('Enter')
    await expect(status).toHaveText('201 members')
    await expect(page.getByRole('heading', { name: 'Crowd 300' })).toBeFocused()
    await expect(more).toBeHidden()
    expect(await axeViolations(page, 'main', true)).toEqual([])
  })
})

/** Makes this page's visitor a founder with an entry. */
async function createFounder(
  page: Page,
  shows: Partial<Record<`shows${'Email' | 'Website' | 'Contact'}`, boolean>> = {},
) {
  const id = randomUUID().slice(0, 8)
  const [fullName, company] = [`Pua Akana ${id}`, `Reef ${id}`]
  const { email } = await signInAsMember(page, fullName)
  const entry = {
    company,
    about: 'Grows <b>kelp</b>',
    websiteUrl: 'example.org/pua',
    contact: '+1 (808) 555-0101',
    ...shows,
  }
  await callAction(page, 'members.saveOwn', entry)
  return { fullName, company, email }
}

async function saveEntry(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save entry' }).click()
}

function entryOf(page: Page, fullName: string) {
  return page.getByRole('main').getByRole('listitem').filter({ hasText: fullName })
}

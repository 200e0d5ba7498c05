import { errorText } from '#src/shared/errors.ts'
import { hindrances } from './axe.ts'
import { openAccount, saveName } from './account.ts'
import {
  act,
  administrator,
  approvedMember,
  decide,
  elsewhere,
  expect,
  holdBack,
  hydrated,
  query,
  test,
} from './portal.ts'

const WIDTHS = [390, 1440]

test('members find a founder by name and company, and by what the founder shows', async ({ page }) => {
  const founder = await approvedMember(page, 'Pua Akana')
  const others = await elsewhere(page)
  await approvedMember(others, 'Kai Nakamura')
  const entry = others.getByRole('listitem').filter({ hasText: founder.fullName ?? '' })

  const account = page.getByRole('dialog', { name: 'Account settings' })
  const field = (name: string) => account.getByRole('textbox', { name })
  const answer = await holdBack(page, /members\.(readOwn|list)$/)
  const height = () => account.getByRole('tabpanel').evaluate(({ scrollHeight }) => scrollHeight)
  await page.goto('/members')
  await expect(page.getByRole('contentinfo'), 'no list moves it').not.toBeInViewport()
  await page.getByRole('button', { name: 'Edit your entry' }).click()
  await expect(field('Company')).toBeDisabled()
  const heightBefore = await height()
  answer()
  await field('Company').fill('Reef')
  expect(await height()).toBe(heightBefore)
  await field('What you do').fill('Grows <b>kelp</b>')
  await field('Link').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save entry' }).click()
  await expect(page.getByText(errorText.link_invalid)).toBeVisible()
  await field('Link').fill('example.org/pua')
  await page.getByRole('button', { name: 'Save entry' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()

  await others.goto('/members')
  await others.getByLabel('Name, company or role').fill('Reef, akana kelp')
  await expect(entry).toHaveText(/Grows <b>kelp<\/b>$/)
  await expect(others.getByRole('contentinfo'), 'nothing to scroll to').toBeInViewport()

  await page.getByLabel('My email address').check()
  await page.getByLabel('My link').check()
  await page.getByRole('button', { name: 'Save entry' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: founder.email })).toBeAttached()
  await others.goto('/')
  await hydrated(others)
  await others.keyboard.press('Control+k')
  await others.keyboard.type('Reef')
  await others.getByRole('option', { name: founder.fullName ?? '' }).click()
  for (const width of WIDTHS) {
    await others.setViewportSize({ width, height: 900 })
    await expect(entry.locator(`[href="mailto:${founder.email}"]`)).toBeVisible()
    await expect(entry.locator('[href="https://example.org/pua"]')).toBeVisible()
    expect(await others.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  expect(await hindrances(others, 'main', true)).toEqual([])

  await page.getByLabel('My email address').uncheck()
  await page.getByRole('button', { name: 'Save entry' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: founder.email })).toHaveCount(0)
  await others.reload()
  await expect(entry).toBeVisible()
  await expect(entry.getByRole('link', { name: founder.email })).toHaveCount(0)
  await decide(founder, 'denied')
  await others.reload()
  await expect(others.getByText('No one matches.')).toBeVisible()
})

test('an old form leaves what it didn’t change, above all what was hidden since', async ({ page }) => {
  const member = await approvedMember(page, 'Lani Akana')
  await act(page, 'members.saveOwn', { company: 'Reef', showsEmail: true })
  await page.goto('/')
  await openAccount(page)
  const company = page.getByLabel('Company')
  const shown = page.getByLabel('My email address')
  await expect(shown).toBeChecked()

  const newer = await elsewhere(page)
  await newer.context().addCookies(await page.context().cookies())
  await newer.goto('/')
  await openAccount(newer)
  // Until the entry is read, no box is ticked.
  await expect(newer.getByLabel('My email address')).toBeChecked()
  await newer.getByLabel('My email address').uncheck()
  await newer.getByLabel('Company').fill('Tide')
  await newer.getByRole('button', { name: 'Save entry' }).click()
  await expect(newer.getByText('Profile updated successfully')).toBeVisible()
  await saveName(newer, 'Lani Kealoha')
  await expect(newer.locator('#navigation button[popovertarget] .font-medium')).toHaveText('Lani Kealoha')

  await expect(company).toHaveValue('Reef')
  await expect(shown).toBeChecked()
  await page.getByLabel('What you do').fill('Kelp')
  await page.getByRole('button', { name: 'Save entry' }).click()
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
  await page.getByRole('button', { name: 'Save entry' }).click()
  await expect(page.getByRole('button', { name: 'Save entry' })).toBeFocused()
  await expect
    .poll(() => query(stored, [member.email]))
    .toEqual([{ ...now, company: 'Kona', shows_email: true }])
})

test('an administrator sets the company and role of several', async ({ page }) => {
  await administrator(page)
  const people = ['Ana', 'Noe'].map((name) => ({ name, email: `${name}@tide.example` }))
  await query('SELECT outcome FROM invite($1)', [JSON.stringify(people)])
  await page.goto('/people?status=invited&q=tide.example')
  for (const name of ['Ana', 'Noe']) await page.getByLabel(`Select ${name}`).check()
  await page.getByRole('button', { name: 'Company and role…' }).click()
  await page.getByLabel('Role').fill('Founder')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved for 2 people')).toBeVisible()
  await page.getByRole('link', { name: 'Noe' }).click()
  await page.getByRole('button', { name: 'Company and role…' }).click()
  await page.getByLabel('Company').fill('x'.repeat(81))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(errorText.line_too_long)).toBeVisible()
  await page.getByLabel('Company').fill('Tide')
  await query(`SELECT email FROM set_company_and_role('{noe@tide.example}', null, 'Mentor')`, [])
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Tide · Mentor'), 'the role of another administrator').toBeVisible()
})

import { errorText } from '#src/shared/errors.ts'
import { hindrancesInBothThemes } from './axe.ts'
import { administrator, approvedMember, decide, elsewhere, expect, test } from './portal.ts'

for (const viewport of [390, 1440].map((width) => ({ width, height: 900 })))
  test(`at ${viewport.width} px, members find a founder by name and company, and by what the founder shows`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    const company = `Reef ${viewport.width}`
    const founder = await approvedMember(page, `Pua ${viewport.width}`)
    const others = await elsewhere(page)
    await others.setViewportSize(viewport)
    await approvedMember(others, 'Kai Nakamura')
    const entry = others.getByRole('listitem').filter({ hasText: founder.fullName ?? '' })

    const account = page.getByRole('dialog', { name: 'Account settings' })
    const field = (name: string) => account.getByRole('textbox', { name })
    await page.goto('/members')
    await page.getByRole('button', { name: 'Edit your entry' }).click()
    await field('Company').fill(company)
    await field('What you do').fill('Grows <b>kelp</b>')
    await field('Link').fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Save entry' }).click()
    await expect(page.getByText(errorText.link_invalid)).toBeVisible()
    await field('Link').fill('example.org/pua')
    await page.getByRole('button', { name: 'Save entry' }).click()
    await expect(page.getByText('Profile updated successfully')).toBeVisible()

    await others.goto('/members')
    await others.getByLabel('Name, company or role').fill(company)
    await expect(entry).toHaveText(/Grows <b>kelp<\/b>$/)
    expect(await others.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    expect(await hindrancesInBothThemes(others)).toEqual([])

    await page.getByLabel('My email address').check()
    await page.getByLabel('My link').check()
    await page.getByRole('button', { name: 'Save entry' }).click()
    await expect(page.getByRole('main').getByRole('link', { name: founder.email })).toBeAttached()
    await others.goto('/')
    await others.keyboard.press('Control+k')
    await others.keyboard.type(company)
    await others.getByRole('option', { name: founder.fullName ?? '' }).click()
    await expect(entry.locator(`[href="mailto:${founder.email}"]`)).toBeVisible()
    await expect(entry.locator('[href="https://example.org/pua"]')).toBeVisible()

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

test('an administrator invites people with their companies, and sets the company and role of several', async ({
  page,
}) => {
  await administrator(page)
  await page.goto('/people?invite')
  await page
    .getByRole('textbox')
    .fill('Name,Email,Startup\nAna,ana@tide.example,Tide\nNoe,noe@tide.example,\n')
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByText('companies from “Startup”')).toBeVisible()
  await expect(page.getByText('ana@tide.example Ana, Tide')).toBeVisible()
  await page.getByRole('button', { name: 'Invite 2' }).click()
  await page.getByRole('link', { name: 'See who’s invited' }).click()

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
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Tide · Founder')).toBeVisible()
})

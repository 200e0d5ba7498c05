import { anyMember, approvedMember, expect, test } from './portal.ts'

test('tabs change by the arrow keys and End; a frame loads when its tab first opens', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await anyMember(page, '/network')
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await expect(page.frameLocator('#companies iframe').getByText('Nalu Power')).toBeVisible()
  expect(asked).not.toContain('/samples/founders')

  await page.locator('#companies-tab').focus()
  await expect(tab('Companies')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tab('Founders')).toBeFocused()
  await expect(tab('Founders')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Founders' })).toBeVisible()
  await expect(page.frameLocator('#founders iframe').getByText('Noelani Akana')).toBeVisible()
  await expect(page).toHaveURL('/network#founders')
  await page.keyboard.press('End')
  await expect(tab('Investors')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tab('Companies')).toBeFocused()
  expect(asked.filter((path) => path === '/samples/companies')).toHaveLength(1)
})

test('tabs have addresses, keep what was typed, and come back by Back', async ({ page }) => {
  await anyMember(page, '/network#vc-firms')
  const open = (name: string) =>
    expect(page.getByRole('tab', { name, exact: true, selected: true })).toBeVisible()
  await open('Investors')
  await open('VC Firms')
  await expect(page.frameLocator('#vc-firms iframe').getByText('Blue Acre')).toBeVisible()
  await page.getByRole('tab', { name: 'Investor Outreach' }).click()
  await expect(page).toHaveURL('/network#outreach')
  await page.getByRole('tab', { name: 'Founders' }).click()
  await open('Founders')
  await page.goBack()
  await open('Investor Outreach')
  await page.goBack()
  await open('VC Firms')

  const company = page.frameLocator('#form iframe').getByLabel('Company')
  await page.getByRole('tab', { name: 'Investor Form' }).click()
  await company.fill('Nalu Power')
  await page.getByRole('tab', { name: 'Directory' }).click()
  await expect(page.frameLocator('#directory iframe').getByText('Keola Brandt')).toBeVisible()
  await page.getByRole('tab', { name: 'Investor Form' }).click()
  await expect(company).toHaveValue('Nalu Power')
})

test('a form is filled in with the member’s name and email, whatever characters', async ({ page }) => {
  const member = await approvedMember(page, 'Kalākaua & "Söhne" #1 =?+%20')
  await page.goto('/founder-intake-form')
  const form = page.frameLocator('iframe')
  await expect(form.getByLabel('Name')).toHaveValue('Kalākaua & "Söhne" #1 =?+%20')
  await expect(form.getByLabel('Email')).toHaveValue(member.email)
})

test.describe('a calendar', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('shows the programme’s time or the member’s, and offers its subscription', async ({ page }) => {
    await anyMember(page, '/weekly-calendar')
    const calendar = page.locator('main iframe')
    const shown = page.frameLocator('main iframe').getByText('Office hours').first()
    await expect(calendar).toHaveAttribute('src', /ctz=Pacific%2FHonolulu/)
    await expect(shown).toBeVisible()
    const before = await page.evaluate(() => history.length)
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('switch', { name: 'My time' }).click()
    await expect(calendar).toHaveAttribute('src', /ctz=Europe%2FBerlin/)
    await expect(shown).toBeVisible()
    expect(await page.evaluate(() => history.length), 'so Back leaves the page').toBe(before)
    await page.goto('/calendar')
    await expect(calendar).toHaveAttribute('src', /ctz=Europe%2FBerlin/)
    await expect(page.getByRole('switch', { name: 'My time' })).toBeChecked()
    await expect(page.getByText('Shown in your time zone.')).toBeVisible()
    const other = await page.context().newPage()
    await other.goto('/weekly-calendar')
    await expect(other.locator('main iframe')).toHaveAttribute('src', /ctz=Europe%2FBerlin/)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByRole('heading', { name: 'Calendar subscription' })).toBeVisible()
    await page.getByRole('checkbox', { name: 'My time' }).uncheck()
    await expect(calendar).toHaveAttribute('src', /ctz=Pacific%2FHonolulu/)
    await expect(other.locator('main iframe')).toHaveAttribute('src', /ctz=Pacific%2FHonolulu/)
    await expect(other.getByRole('switch', { name: 'My time' })).not.toBeChecked()
  })

  test.describe('for a member in the programme’s time zone', () => {
    test.use({ timezoneId: 'Pacific/Honolulu' })

    test('has no switch', async ({ page }) => {
      await anyMember(page, '/calendar')
      await expect(page.frameLocator('iframe').getByText('Office hours').first()).toBeVisible()
      await expect(page.getByRole('switch')).toHaveCount(0)
      await expect(page.getByText('Shown in Honolulu time.')).toBeVisible()
    })
  })
})

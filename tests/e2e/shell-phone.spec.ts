import { anyMember, expect, test } from './portal.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 780 }

test.use({ viewport: PHONE, hasTouch: true })

for (const { opener, name, close } of [
  { opener: 'Open menu', name: 'Sidebar', close: 'Close menu' },
  { opener: /quick menu$/, name: 'Quick menu', close: 'Close quick menu' },
]) {
  test(`‘${name}’ holds page and keyboard, closes in every way and gives the focus back`, async ({
    page,
  }) => {
    await anyMember(page)
    await page.goto('/lead-mentors')
    const button = page.getByRole('button', { name: opener })
    const menu = page.getByRole('dialog', { name })
    const current = menu.locator('[aria-current=page]')

    await button.focus()
    await page.keyboard.press('Enter')
    await expect(current).toHaveText('Lead Mentors')
    await expect(menu.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(page.locator('main :focus, header :focus')).toHaveCount(0)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden')
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()

    await button.click()
    await menu.getByRole('button', { name: close }).click()
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()

    await button.click()
    await page.mouse.click(PHONE.width - 20, 100)
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()

    await button.click()
    await page.setViewportSize(DESKTOP)
    await page.getByRole('main').click({ position: { x: 5, y: 5 } })
  })
}

test('Ctrl+B opens and closes the sidebar, which is 18rem wide', async ({ page }) => {
  await anyMember(page)
  await page.goto('/')
  const sidebar = page.getByRole('dialog', { name: 'Sidebar' })
  await page.keyboard.press('Control+b')
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(288)
  await page.keyboard.press('Control+b')
  await expect(sidebar).toBeHidden()
})

test('the quick menu leads to the pages beside this one and to every part', async ({ page }) => {
  await anyMember(page)
  await page.goto('/lead-mentors')
  await page.getByRole('button', { name: /quick menu$/ }).click()
  const menu = page.getByRole('dialog', { name: 'Quick menu' })
  await expect(menu.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  await expect(menu.getByRole('link', { name: /Whiteboard \(opens in a new tab\)/ })).toBeVisible()
  await menu.getByRole('link', { name: 'All Mentors' }).click()
  await page.waitForURL('/all-mentors')
})

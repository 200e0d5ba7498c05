import { DAY_MS } from '#src/shared/units.ts'
import { axeViolations } from './axe.ts'
import { expect, openOtherBrowser, signInAsMember, test } from './portal.ts'

/** The tests' programme has its news around this day, so that no build is too late for it. */
const TODAY = Date.parse('2099-06-05T12:00-10:00')

test('home shows the day’s announcements until they are dismissed', async ({ page }) => {
  await signInAsMember(page)
  await page.clock.setFixedTime(TODAY)
  await page.goto('/')
  const news = page.getByRole('region', { name: 'New', exact: true }).getByRole('link')
  await expect(news).toHaveText([/Perks\s*Page/, /Pricing Before You Build\s*Video, Week 3/])
  const announcements = page.getByRole('region', { name: 'Announcements' })
  await expect(announcements.getByRole('heading')).toHaveText([
    /^Rehearsal on Friday/,
    /^Wear a name tag/,
    'Footnotes',
  ])
  const boxes = announcements.getByRole('checkbox', { name: 'Done' })
  await expect(boxes).toHaveCount(2)
  await expect(boxes.first()).toBeChecked()
  await expect(boxes.first()).toBeDisabled()
  const tasks = announcements.locator('li:has(> input)')
  await expect(tasks.first(), 'no bullet').toHaveCSS('list-style-type', 'none')
  const saved = page.waitForResponse('**/progress.save')
  await page.getByRole('button', { name: 'Dismiss: Rehearsal on Friday' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Rehearsal on Friday' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Dismiss: Wear a name tag' })).toBeFocused()
  await page.reload()
  await expect(announcements.getByRole('article')).toHaveCount(1)
  await test.step('on every device, where they can be shown again', async () => {
    expect((await saved).status()).toBe(200)
    const phone = await openOtherBrowser(page)
    await phone.context().addCookies(await page.context().cookies())
    await phone.clock.setFixedTime(TODAY)
    await phone.goto('/')
    await phone.getByText('Dismissed (1)').click()
    const announcement = phone.getByRole('article', { name: 'Rehearsal on Friday' })
    await expect(announcement).toBeHidden()
    expect(await axeViolations(phone, 'main')).toEqual([])
    await phone.getByRole('button', { name: 'Show again Rehearsal on Friday' }).click()
    await expect(announcement).toBeVisible()
    await expect(phone.getByText('Dismissed (1)')).toBeHidden()
    await phone.context().close()
  })
  await test.step('and what is new for 14 days', async () => {
    await page.clock.setFixedTime(TODAY + 14 * DAY_MS)
    await page.reload()
    await expect(news).toHaveText(/^\s*Tools/)
  })
})

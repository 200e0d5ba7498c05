import type { Page } from 'playwright/test'
import { DAY_MS } from '#src/shared/units.ts'
import { hindrances } from './axe.ts'
import { approvedMember, expect, signIn, signOut, test } from './portal.ts'

/** The tests' programme has its news around this day, so that no build is too late for it. */
const TODAY = Date.parse('2099-06-05T12:00-10:00')

test('a first visit shows the announcements of the day and nothing as new; the keyboard dismisses one for good', async ({
  page,
}) => {
  await openAt(page, TODAY)
  await expect(page.locator('[data-announcement]:visible').getByRole('heading')).toHaveText(
    /^Rehearsal on Friday/,
  )
  await page.getByText('1 more').click()
  await expect(page.getByRole('heading', { name: /^Wear a name tag/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: /\bnew\b/i })).toHaveCount(0)
  await page.getByRole('button', { name: 'Dismiss: Rehearsal on Friday' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Rehearsal on Friday' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Dismiss: Wear a name tag' })).toBeFocused()
  await page.reload()
  await expect(page.locator('[data-announcement]:visible')).toHaveCount(1)
})

test('a member who comes back reads what is new, also after signing in again', async ({ page }) => {
  await visitedDaysAgo(page, 3)
  const person = await openAt(page, TODAY)
  const heading = page.getByRole('heading', { name: 'New since your last visit' })
  await expect(heading).toBeVisible()
  const news = page.locator('[data-news]').getByRole('link')
  await expect(news).toHaveText([/Perks\s*Page/, /Pricing Before You Build\s*Video, Week 3/])
  expect(await hindrances(page)).toEqual([])
  await signOut(page)
  await expect(page).toHaveURL(/\/auth/)
  await signIn(page, person)
  await expect(heading).toBeVisible()
})

async function openAt(page: Page, time: number) {
  const person = await approvedMember(page)
  await page.clock.setFixedTime(time)
  await page.goto('/')
  return person
}

async function visitedDaysAgo(page: Page, daysAgo: number): Promise<void> {
  const visit = JSON.stringify({ since: null, seen: TODAY - daysAgo * DAY_MS, dismissed: [] })
  await page.addInitScript((value) => {
    if (localStorage.getItem('visit') === null) localStorage.setItem('visit', value)
  }, visit)
}

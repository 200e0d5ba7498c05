import type { Locator, Page } from 'playwright/test'
import { axeViolations } from './axe.ts'
import { measureLayout } from './layout.ts'
import { DESKTOP, list, openPlaylist, PHONE, videoHeading } from './playlist-page.ts'
import { expect, signInAsMember, signInAsSharedMember, test } from './portal.ts'

const group = (page: Page, name: string) =>
  list(page)
    .locator('details')
    .filter({ has: page.locator(`:scope > summary >> text="${name}"`) })

const transcript = (page: Page) => page.locator('summary:visible', { hasText: 'Transcript' })
const openGroups = (page: Page) =>
  list(page).locator('details[open] > summary').locator('h2, h3').allTextContents()

test.use({ viewport: DESKTOP })

test('history follows the videos from the first', async ({ page }) => {
  const words = page.locator('article:visible [data-words]')
  await signInAsSharedMember(page)
  await openPlaylist(page)
  await expect(videoHeading(page)).toHaveText('Onboarding')
  await expect(page.getByRole('link', { name: 'Edit this page' })).toHaveCount(0)
  await expect(page).toHaveURL('/video-playlist')
  await expect(group(page, 'Week 0').last()).toHaveAttribute('open', '')
  await expect(group(page, 'Week 1').last()).not.toHaveAttribute('open', '')
  await list(page).getByText('Mentor Orientation').click()
  await expect(videoHeading(page)).toHaveText('Mentor Orientation')
  await expect(words).toContainText('how mentors see them')
  await expect(page).toHaveURL('/video-playlist#Mentor-Orientation')
  await list(page).getByText('Week 7').click()
  await list(page).getByText('Fundraising: Terms').click()
  await expect(page).toHaveURL('/video-playlist#Fundraising-Terms')
  await page.goBack()
  await expect(videoHeading(page)).toHaveText('Mentor Orientation')
  await expect(words).toContainText('how mentors see them')
  await page.goBack()
  await expect(videoHeading(page)).toHaveText('Onboarding')
  await page.goForward()
  await page.goForward()
  await expect(videoHeading(page)).toHaveText('Fundraising: Terms')
  await expect(list(page).locator('[aria-current]')).toHaveText(/Fundraising: Terms/)
})

test('an older cohort is fetched once', async ({ page }) => {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  const fetched = () => paths.filter((path) => path === '/video-playlist/cohort-16.json')
  await signInAsSharedMember(page)
  await openPlaylist(page)
  await expect(list(page).getByText('Talk Story at Dusk')).toHaveCount(0)
  await expect.poll(() => openGroups(page)).toEqual(['Cohort 17', 'Week 0'])
  expect(fetched()).toEqual([])
  const cohort = list(page).getByRole('heading', { name: 'Cohort 16' })
  for (const _ of ['opens', 'closes', 'opens']) await cohort.click()
  await expect(list(page).getByText('Week 1', { exact: true }).last()).toBeVisible()
  await expect.poll(() => openGroups(page)).toEqual(['Cohort 17', 'Week 0', 'Cohort 16'])
  expect(fetched()).toHaveLength(1)
  await test.step('also by a link', async () => {
    await page.goto('about:blank')
    await openPlaylist(page, '#talk-story-at-dusk')
    await expect(videoHeading(page)).toHaveText('Talk Story at Dusk')
    await expect.poll(() => openGroups(page)).toEqual(['Cohort 17', 'Week 0', 'Cohort 16', 'Week 1'])
  })
})

test('an unknown fragment offers a search', async ({ page }) => {
  await signInAsSharedMember(page)
  await openPlaylist(page, '#Pricing-You-Build')
  await expect(videoHeading(page)).toHaveText('Onboarding')
  const alert = page.getByRole('alert').filter({ hasText: 'We couldn’t find “Pricing You Build”.' })
  await list(page).getByText('Week 7').click()
  await transcript(page).click()
  expect(await axeViolations(page, 'main')).toEqual([])
  await alert.getByRole('button', { name: 'Search for it' }).click()
  await expect(page.getByRole('combobox', { name: /Search/ })).toHaveValue('Pricing You Build')
  await page.getByRole('option', { name: /Pricing Before You Build/ }).click()
  await expect(videoHeading(page)).toHaveText('Pricing Before You Build')
  await expect(alert).toHaveCount(0)
  await page.goBack()
  await expect(videoHeading(page)).toHaveText('Onboarding')
})

test('a line of the transcript sets the moment', async ({ page }) => {
  // A journey asks other sites nothing.
  await page.route(/youtube|ytimg|google/, (route) => route.abort())
  await signInAsSharedMember(page)
  await openPlaylist(page)
  await transcript(page).click()
  const line = page.locator('article:visible ol').getByRole('link').nth(2)
  await line.click()
  await expect(page).toHaveURL(/&t=\d+$/)
  await expect(line).toHaveAttribute('aria-current', 'true')
  for (const width of [1024, 820, 320]) {
    await page.setViewportSize({ width, height: 900 })
    expect((await measureLayout(page)).sideways, `${width} px`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: /All videos/ }).click()
  await expect(list(page)).toBeVisible()
  expect(await axeViolations(page, '#playlist-list')).toEqual([])
})

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('what is selected is highlighted', async ({ page }) => {
    await signInAsMember(page)
    await openPlaylist(page, '#Onboarding&t=30')
    await transcript(page).click()
    await page.getByRole('button', { name: 'Mark watched' }).click()
    const row = list(page).getByRole('link', { name: /^Onboarding/ })
    const line = page.locator('article ol a[aria-current]')
    const mark = page.getByRole('button', { name: 'Watched', exact: true })
    for (const chosen of [row, line, mark]) await expect.poll(() => isFilled(chosen)).toBe(true)
    expect(await isFilled(list(page).getByRole('link', { name: 'Mentors Introduction' }))).toBe(false)
  })
})

/** Whether it has the colour of what is chosen, and not that of what lies under it. */
function isFilled(element: Locator): Promise<boolean> {
  return element.evaluate((one) => {
    const colour = (of: Element) => getComputedStyle(of).backgroundColor
    const under = document.body.appendChild(document.createElement('div'))
    under.style.background = 'Highlight'
    const highlight = colour(under)
    under.remove()
    return colour(one) === highlight
  })
}

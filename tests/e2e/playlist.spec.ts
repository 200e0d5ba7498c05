import type { Locator, Page } from 'playwright/test'
import { hindrances } from './axe.ts'
import { measure } from './looks.ts'
import { DESKTOP, list, openPlaylist, PHONE, shown } from './playlist-page.ts'
import { anyMember, approvedMember, expect, test } from './portal.ts'

const group = (page: Page, name: string) =>
  list(page)
    .locator('details')
    .filter({ has: page.locator(`:scope > summary >> text="${name}"`) })

test.use({ viewport: DESKTOP })

test('the first video is shown; another sets the address, the words and Back', async ({ page }) => {
  const words = page.locator('article:visible [data-words]')
  await anyMember(page)
  await openPlaylist(page)
  await expect(shown(page)).toHaveText('Onboarding')
  await expect(page.getByRole('link', { name: 'Edit this page' })).toHaveCount(0)
  await expect(page).toHaveURL('/video-playlist')
  await expect(group(page, 'Week 0').last()).toHaveAttribute('open', '')
  await expect(group(page, 'Week 1').last()).not.toHaveAttribute('open', '')
  await list(page).getByText('Mentor Orientation').click()
  await expect(shown(page)).toHaveText('Mentor Orientation')
  await expect(words).toContainText('how mentors see them')
  await expect(page).toHaveURL('/video-playlist#Mentor-Orientation')
  await list(page).getByText('Week 7').click()
  await list(page).getByText('Fundraising: Terms').click()
  await expect(page).toHaveURL('/video-playlist#Fundraising-Terms')
  await page.goBack()
  await expect(shown(page)).toHaveText('Mentor Orientation')
  await expect(words).toContainText('how mentors see them')
  await page.goBack()
  await expect(shown(page)).toHaveText('Onboarding')
  await page.goForward()
  await page.goForward()
  await expect(shown(page)).toHaveText('Fundraising: Terms')
  await expect(list(page).locator('[aria-current]')).toHaveText(/Fundraising: Terms/)
})

test('the newest cohort is open; another is fetched once, by a press or a link', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const fetched = () => asked.filter((path) => path === '/video-playlist/cohort-16.json')
  const openGroups = () => list(page).locator('details[open] > summary').locator('h2, h3').allTextContents()
  await anyMember(page)
  await openPlaylist(page)
  await expect(list(page).getByText('Talk Story at Dusk')).toHaveCount(0)
  await expect.poll(openGroups).toEqual(['Cohort 17', 'Week 0'])
  expect(fetched()).toEqual([])
  const cohort = list(page).getByRole('heading', { name: 'Cohort 16' })
  for (const _ of ['opens', 'closes', 'opens']) await cohort.click()
  await expect(list(page).getByText('Week 1', { exact: true }).last()).toBeVisible()
  await expect.poll(openGroups).toEqual(['Cohort 17', 'Week 0', 'Cohort 16'])
  expect(fetched()).toHaveLength(1)

  await page.goto('about:blank')
  await openPlaylist(page, '#talk-story-at-dusk')
  await expect(shown(page)).toHaveText('Talk Story at Dusk')
  await expect.poll(openGroups).toEqual(['Cohort 17', 'Week 0', 'Cohort 16', 'Week 1'])
})

test('an unknown fragment offers a search, and a transcript’s line sets the moment', async ({ page }) => {
  // A journey asks other sites nothing.
  await page.route(/youtube|ytimg|google/, (route) => route.abort())
  await anyMember(page)
  await openPlaylist(page, '#Pricing-You-Build')
  await expect(shown(page)).toHaveText('Onboarding')
  const alert = page.getByRole('alert').filter({ hasText: 'We couldn’t find “Pricing You Build”.' })
  const search = alert.getByRole('button', { name: 'Search for it' })
  await expect(search).toBeVisible()
  await list(page).getByText('Week 7').click()
  await page.locator('summary:visible', { hasText: 'Transcript' }).click()
  expect(await hindrances(page, 'main')).toEqual([])
  await search.click()
  await expect(page.getByRole('combobox', { name: /Search/ })).toHaveValue('Pricing You Build')
  await page.getByRole('option', { name: /Pricing Before You Build/ }).click()
  await expect(shown(page)).toHaveText('Pricing Before You Build')
  await expect(alert).toHaveCount(0)
  await page.goBack()
  await expect(shown(page)).toHaveText('Onboarding')
  await page.locator('summary:visible', { hasText: 'Transcript' }).click()
  const line = page.locator('article:visible ol').getByRole('link').nth(2)
  await line.click()
  await expect(page).toHaveURL(/&t=\d+$/)
  await expect(line).toHaveAttribute('aria-current', 'true')
  for (const width of [1024, 820, 320]) {
    await page.setViewportSize({ width, height: 900 })
    expect((await measure(page)).sideways, `${width} px`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: /All videos/ }).click()
  await expect(list(page)).toBeVisible()
  expect(await hindrances(page, '#playlist-list')).toEqual([])
})

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('the current video, the current line and Watched are highlighted', async ({ page }) => {
    await approvedMember(page)
    await openPlaylist(page, '#Onboarding&t=30')
    await page.locator('summary:visible', { hasText: 'Transcript' }).click()
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

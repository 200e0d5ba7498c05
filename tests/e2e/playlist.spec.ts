import { FIRST_TEN, FIRST_TEN_HASH, DESKTOP, list, openPlaylist, PHONE, shown } from './playlist-page.ts'
import { anyMember, expect, test } from './portal.ts'
import type { Page } from 'playwright/test'

const group = (page: Page, name: string) =>
  list(page)
    .locator('details')
    .filter({ has: page.locator(`:scope > summary >> text="${name}"`) })

/** The other sites' answers: a journey asks them nothing. */
async function withoutNetwork(page: Page): Promise<void> {
  await page.route(/youtube|ytimg|google/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>' }),
  )
}

test.use({ viewport: DESKTOP })

test('the first video of Week 0 is selected by default, its cohort and week open, the others closed', async ({
  page,
}) => {
  await anyMember(page)
  await openPlaylist(page)
  await expect(shown(page)).toHaveText('Onboarding')
  await expect(page).toHaveURL('/video-playlist')
  await expect(group(page, 'Week 0').last()).toHaveAttribute('open', '')
  await expect(group(page, 'Week 1').last()).not.toHaveAttribute('open', '')
  await expect(list(page).locator('[aria-current]')).toHaveText(/Onboarding/)
})

test('selecting a video shows it and sets the fragment; Back and Forward move between videos', async ({
  page,
}) => {
  await anyMember(page)
  await openPlaylist(page)
  await list(page).getByText('Mentor Orientation').click()
  await expect(shown(page)).toHaveText('Mentor Orientation')
  await expect(page).toHaveURL('/video-playlist#Mentor-Orientation')
  await list(page).getByText('Week 7').click()
  await list(page).getByText('Fundraising: Terms').click()
  await expect(page).toHaveURL('/video-playlist#Fundraising-Terms')
  await page.goBack()
  await expect(shown(page)).toHaveText('Mentor Orientation')
  await page.goBack()
  await expect(shown(page)).toHaveText('Onboarding')
  await page.goForward()
  await page.goForward()
  await expect(shown(page)).toHaveText('Fundraising: Terms')
  await expect(list(page).locator('[aria-current]')).toHaveText(/Fundraising: Terms/)
})

test.describe('what is said about a video stands below it', () => {
  const words = (page: Page) => page.locator('article:visible [data-words]')

  test('when the address names it', async ({ page }) => {
    await anyMember(page)
    await openPlaylist(page, '#Mentors-Introduction')
    await expect(words(page)).toContainText('Twenty mentors, two minutes each')
    await expect(words(page).locator('em')).toHaveText('Request Mentor')
  })

  test('when it is chosen, and again when somebody goes back to it', async ({ page }) => {
    await anyMember(page)
    await openPlaylist(page)
    await list(page).getByText('Mentor Orientation').click()
    await expect(words(page)).toContainText('how mentors see them')
    await list(page).getByText('Mentors Introduction').click()
    await expect(words(page)).toContainText('Twenty mentors')
    await page.goBack()
    await expect(words(page)).toContainText('how mentors see them')
  })
})

test.describe('on load', () => {
  for (const [rule, hash, title, week] of [
    ['a matching fragment', FIRST_TEN_HASH, FIRST_TEN, 'Week 1'],
    ['a fragment with a moment', `${FIRST_TEN_HASH}&t=30`, FIRST_TEN, 'Week 1'],
    ['a fragment with an ʻokina', '#Building-in-Hawaiʻi', 'Building in Hawaiʻi', 'Week 9'],
    ['one typed without it, in small letters', '#building-in-hawaii', 'Building in Hawaiʻi', 'Week 9'],
    ['a former name', '#Welcome-to-the-Cohort', 'Onboarding', 'Week 0'],
  ] as const) {
    test(`${rule} selects its video and opens its week`, async ({ page }) => {
      await anyMember(page)
      await openPlaylist(page, hash)
      await expect(shown(page)).toHaveText(title)
      await expect(group(page, week).last()).toHaveAttribute('open', '')
    })
  }

  test('a former name gives way to the present one', async ({ page }) => {
    await anyMember(page)
    await openPlaylist(page, '#Welcome-to-the-Cohort&t=9')
    await expect(page).toHaveURL('/video-playlist#Onboarding&t=9')
  })

  for (const [screen, viewport] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const) {
    test(`a fragment of no video leaves the first one, says so, and offers the search filled in (${screen})`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport)
      await anyMember(page)
      await openPlaylist(page, '#Pricing-You-Build')
      await expect(shown(page)).toHaveText('Onboarding')
      const alert = page.getByRole('alert').filter({ hasText: "We couldn't find “Pricing You Build”." })
      await alert.getByRole('button', { name: 'Search for it' }).click()
      await expect(page.getByRole('combobox', { name: /Search/ })).toHaveValue('Pricing You Build')
      await page.getByRole('option', { name: /Pricing Before You Build/ }).click()
      await expect(shown(page)).toHaveText('Pricing Before You Build')
      await expect(alert).toHaveCount(0)
    })
  }
})

test('Open all opens every group, and closes them again', async ({ page }) => {
  await anyMember(page)
  await openPlaylist(page)
  await page.getByRole('button', { name: 'Open all', exact: true }).click()
  await expect(list(page).locator('details:not([open])')).toHaveCount(0)
  await expect(list(page).getByText('Demo Day: Palo Alto')).toBeVisible()
  await page.getByRole('button', { name: 'Close all', exact: true }).click()
  await expect(list(page).locator('details[open]')).toHaveCount(0)
})

test('a transcript opens under its video, and its lines set the moment', async ({ page }) => {
  await withoutNetwork(page)
  await anyMember(page)
  await openPlaylist(page, FIRST_TEN_HASH)
  await page.locator('summary:visible', { hasText: 'Transcript' }).click()
  await page.getByRole('link', { name: /Why ten\?/ }).click()
  await expect(page).toHaveURL(new RegExp(`${FIRST_TEN_HASH}&t=\\d+$`))
  await expect(page.getByRole('link', { name: /Why ten\?/ })).toHaveAttribute('aria-current', 'true')
})

import { hindrances } from './axe.ts'
import {
  addToRoster,
  anyMember,
  approvedMember,
  decide,
  expect,
  mailedLink,
  newPerson,
  REFUSED,
  signUp,
  test,
} from './portal.ts'

const RESET_LINK = `/reset-password?token=${'a'.repeat(43)}`

test('the home page has its six cards and the banner', async ({ page }) => {
  await anyMember(page)
  await page.goto('/')
  const main = page.getByRole('main')
  const cards = [
    ['Leaderboard', '/leaderboard'],
    ['Weekly Update', '/weekly-updates'],
    ['Calendar', '/calendar'],
    ['Quick Feedback', '/feedback'],
    ['Mentors', '/request-mentor'],
    ['Onboarding', '/onboarding'],
  ] as const
  for (const [name, path] of cards) {
    await expect(main.getByRole('link', { name: new RegExp(`^${name}`) }).first()).toHaveAttribute(
      'href',
      path,
    )
  }
  await expect(main.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/onboarding')
})

test.describe('an unknown path', () => {
  test.use({ allowConsoleErrors: [REFUSED] })

  test('is the 404 screen to everybody, with a way home', async ({ page }) => {
    const answer = await page.goto('/no-such-page')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
    await anyMember(page)
    expect((await page.goto('/no-such-page'))?.status()).toBe(404)
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme nothing hinders assistive technology`, () => {
    // Half-faded text is measured as it stands, so nothing may move while it is looked at.
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' }, allowConsoleErrors: [REFUSED] })

    for (const path of ['/auth', '/start', '/confirm-email', RESET_LINK, '/no-such-page']) {
      test(path, async ({ page }) => {
        await page.goto(path)
        expect(await hindrances(page)).toEqual([])
      })
    }

    test('state screens', async ({ page }) => {
      const person = await approvedMember(page)
      for (const status of ['pending', 'denied'] as const) {
        await decide(person, status)
        await page.goto('/')
        expect(await hindrances(page), status).toEqual([])
      }
    })

    test('the forgot-password panel, before and after sending', async ({ page }) => {
      await page.goto('/auth')
      await page.getByRole('button', { name: 'Forgot password?' }).click()
      expect(await hindrances(page)).toEqual([])
      await page.getByLabel('Email').fill(newPerson().email)
      await page.getByLabel('Email').press('Enter')
      await expect(page.getByRole('heading', { name: 'A link is on its way' })).toBeVisible()
      expect(await hindrances(page)).toEqual([])
    })

    test('the panels after confirming an address and after choosing a password', async ({ page }) => {
      const person = newPerson()
      await signUp(page, person)
      await page.goto(await mailedLink(person, '/confirm-email'))
      await expect(page.getByRole('button', { name: 'It was not me' })).toBeVisible()
      expect(await hindrances(page)).toEqual([])
      await addToRoster(person)
      await page.context().clearCookies()
      await page.getByRole('button', { name: 'Confirm my email' }).click()
      await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
      expect(await hindrances(page)).toEqual([])
      await page.getByLabel('Password', { exact: true }).fill(person.password)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('link', { name: 'Go to Sign In' })).toBeVisible()
      expect(await hindrances(page)).toEqual([])
      await page.route('**/_actions/**', (route) => route.fulfill({ body: '[{}]' }))
      await page.goto(RESET_LINK)
      await page.getByLabel('New password', { exact: true }).fill(person.password)
      await page.getByLabel('Confirm password', { exact: true }).fill(person.password)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Password Updated!' })).toBeVisible()
      expect(await hindrances(page)).toEqual([])
    })

    test('the panel after signing up', async ({ page }) => {
      await signUp(page, newPerson())
      expect(await hindrances(page)).toEqual([])
    })
  })
}

for (const width of [320, 390, 820, 1440]) {
  test(`at ${width} px no screen scrolls sideways`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    for (const path of ['/auth', '/start', '/confirm-email', RESET_LINK]) {
      await page.goto(path)
      expect(await overflow(), path).toBeLessThanOrEqual(0)
    }
    await approvedMember(page, 'Kuʻualoha Keawemauhili-Kalanianaʻole von Hohenzollern-Sigmaringen 張偉')
    for (const path of ['/', '/pre-cohort-intake-forms']) {
      await page.goto(path)
      expect(await overflow(), path).toBeLessThanOrEqual(0)
    }
  })
}

import { expect, signInAsMember, test } from './portal.ts'
import { readBuiltSite } from '../support/built-site.ts'

test.use({ serviceWorkers: 'allow', allowConsoleErrors: [/ERR_INTERNET_DISCONNECTED|status of 503/] })

test('the service worker answers for an unreachable portal', async ({ page, context }) => {
  await signInAsMember(page)
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await context.setOffline(true)
  await page.goto('/leaderboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We can’t reach Lanai')
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
  // As if the portal were away while the browser has a network.
  await page.evaluate(() => {
    addEventListener('online', (event) => event.stopImmediatePropagation(), { capture: true })
  })
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leaderboard')
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/\/sw\.js$/)
  expect(await page.evaluate(() => caches.keys()), 'of the worker').toEqual([])
})

test.describe('after an outage of the database', () => {
  test.use({ serviceWorkers: 'block' })

  test('a page loads by itself', async ({ page }) => {
    await signInAsMember(page)
    const body = readBuiltSite().readProtected('states/unavailable.html')
    let isAway = true
    await page.route('/leaderboard', (route) =>
      isAway ? route.fulfill({ status: 503, contentType: 'text/html', body }) : route.continue(),
    )
    await page.clock.install()
    await page.goto('/leaderboard')
    const tryAgain = page.getByRole('link', { name: 'Try again' })
    await tryAgain.focus()
    await page.clock.runFor(20_000)
    await expect(tryAgain, 'it asks, and loads nothing in vain').toBeFocused()
    isAway = false
    await page.clock.runFor(5_000)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leaderboard')
  })
})

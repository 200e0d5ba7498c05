import { approvedMember, expect, test } from './portal.ts'

test.use({ serviceWorkers: 'allow' })

test.describe('without a connection', () => {
  test.use({ allowConsoleErrors: [/ERR_INTERNET_DISCONNECTED|status of 503/] })

  test('a page says that nothing answers, and loads once something does', async ({ page, context }) => {
    await approvedMember(page)
    await page.goto('/')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await context.setOffline(true)
    await page.goto('/leaderboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("We can't reach Lanai")
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
    // As if the portal were away while the browser has a network.
    await page.evaluate(() => {
      addEventListener('online', (event) => event.stopImmediatePropagation(), { capture: true })
    })
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leaderboard')
  })
})

test('the worker keeps no page', async ({ page }) => {
  await approvedMember(page)
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.goto('/leaderboard')
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/\/sw\.js$/)
  expect(await page.evaluate(() => caches.keys())).toEqual([])
})

import { approvedMember, expect, test } from './portal.ts'

test.use({ serviceWorkers: 'allow', allowConsoleErrors: [/ERR_INTERNET_DISCONNECTED|status of 503/] })

test('without a connection a page says so, and the worker keeps no page', async ({ page, context }) => {
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
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/\/sw\.js$/)
  expect(await page.evaluate(() => caches.keys())).toEqual([])
})

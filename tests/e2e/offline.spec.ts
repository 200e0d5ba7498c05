import { approvedMember, expect, test } from './portal.ts'

test.use({ serviceWorkers: 'allow' })

test.describe('without a connection', () => {
  test.use({ allowConsoleErrors: [/ERR_INTERNET_DISCONNECTED|status of 503/] })

  test('a page says that the member is offline, and loads once the connection is back', async ({
    page,
    context,
  }) => {
    await approvedMember(page)
    await page.goto('/')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await context.setOffline(true)
    await page.goto('/leaderboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're offline")
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
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

import type { Page } from 'playwright/test'
import { approvedMember, expect, test } from './portal.ts'

test.use({ serviceWorkers: 'allow' })

test.describe('without a connection', () => {
  test.use({ allowConsoleErrors: [/ERR_INTERNET_DISCONNECTED|status of 503/] })

  test('a page says so in the portal’s words, and comes by itself once there is one', async ({
    page,
    context,
  }) => {
    await approvedMember(page)
    await page.goto('/')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await context.setOffline(true)
    await page.goto('/leaderboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection')
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leaderboard')
  })
})

test('the worker keeps no page and lets a prefetched page through', async ({ page }) => {
  await approvedMember(page)
  await withWorker(page)
  const link = page.getByRole('main').getByRole('link', { name: 'Leaderboard' })
  await link.hover()
  await page.waitForTimeout(1000)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leaderboard')
  const deliveryType = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as unknown as [{ deliveryType: string }]
    return entry.deliveryType
  })
  expect(deliveryType).toBe('navigational-prefetch')
  expect(await page.evaluate(() => caches.keys())).toEqual([])
})

/** Opens home under the worker, which the first page began once it was at rest. */
async function withWorker(page: Page): Promise<void> {
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.goto('/')
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/\/sw\.js$/)
}

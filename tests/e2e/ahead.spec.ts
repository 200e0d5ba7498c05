import type { Page } from 'playwright/test'
import { approvedMember, expect, query, REFUSED, test } from './portal.ts'

test.describe('the page that a link leads to is fetched when the pointer comes near', () => {
  test('and is there at the press, without another request for it', async ({ page }) => {
    await approvedMember(page)
    await page.goto('/')
    await fetchAhead(page)
    await page.getByRole('main').getByRole('link', { name: 'Leaderboard' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leaderboard')
    const visit = await page.evaluate(() => {
      const [entry] = performance.getEntriesByType('navigation') as unknown as [{ deliveryType: string }]
      return entry.deliveryType
    })
    expect(visit).toBe('navigational-prefetch')
  })

  test.describe('though a browser tells of the refusal', () => {
    test.use({ allowConsoleErrors: [REFUSED] })
    test('and is taken away from a member who was denied meanwhile', async ({ page }) => {
      const { email } = await approvedMember(page)
      await page.goto('/')
      await fetchAhead(page)
      await query(
        `update profiles set approval_status = 'denied' where id = (select id from users where email = $1)`,
        [email],
      )
      await page.getByRole('main').getByRole('link', { name: 'Leaderboard' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account Access Denied')
    })
  })
})

/** Hovers, and waits until the page is there. */
async function fetchAhead(page: Page): Promise<void> {
  const fetched = page
    .context()
    .waitForEvent('requestfinished', (request) => request.url().endsWith('/leaderboard'))
  await page.getByRole('main').getByRole('link', { name: 'Leaderboard' }).hover()
  await fetched
}

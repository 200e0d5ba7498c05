import type { Page } from 'playwright/test'
import { approvedMember, expect, test } from './portal.ts'
import { startSlowLine, type SlowLine } from './slow-line.ts'

/** From where on a member's page is late, and what stands in front of it. */
const END = { from: '<div id="page-end"', behind: 'footer' }
const DESCRIPTION = { from: '<p id="page-description"', behind: 'h1' }

test.use({
  // Of the line, which is no portal: its address is not the one that the portal knows.
  allowConsoleErrors: [/Failed to load resource/],
})

for (const { rule, width = 390, path = '/leaderboard', late = END, isPainted = false } of [
  { rule: 'a phone paints what it has read of a page', isPainted: true },
  { rule: 'a phone waits for the words under the heading', late: DESCRIPTION },
  { rule: 'a large screen paints it whole', width: 1440 },
  { rule: 'so does a phone at a place in it', path: '/leaderboard#content' },
]) {
  test(`while the end of a page is on its way, ${rule}`, async ({ page, baseURL }) => {
    const line = await slowLine(page, baseURL, late.from)
    try {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(line.url + path, { waitUntil: 'commit' })
      await page.locator(late.behind).first().waitFor({ state: 'attached' })
      if (isPainted) await expect.poll(() => hasPainted(page)).toBe(true)
      else {
        await page.waitForTimeout(500)
        expect(await hasPainted(page)).toBe(false)
      }
      line.letGo()
      await expect.poll(() => hasPainted(page)).toBe(true)
    } finally {
      line.close()
    }
  })
}

for (const { end, from } of [
  { end: 'the end of a page', from: END.from },
  { end: 'nothing but its closing tag', from: '</body>' },
]) {
  test(`what is pressed while ${end} is on its way is answered once it is there`, async ({
    page,
    baseURL,
  }) => {
    const line = await slowLine(page, baseURL, from)
    try {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`${line.url}/leaderboard`, { waitUntil: 'commit' })
      await expect.poll(() => hasPainted(page)).toBe(true)
      await page.getByRole('button', { name: /quick menu$/ }).click()
      // What the button would open without a script.
      await expect(page.locator('#navigation')).toBeHidden()
      line.letGo()
      await expect(page.getByRole('dialog', { name: 'Quick menu' })).toBeVisible()
      await expect(page.locator('#navigation')).toBeHidden()
    } finally {
      line.close()
    }
  })
}

/** A member's line to the portal. */
async function slowLine(page: Page, portal: string, last: string): Promise<SlowLine> {
  await approvedMember(page)
  const [cookie] = await page.context().cookies()
  return startSlowLine({ portal, cookie: `${cookie?.name ?? ''}=${cookie?.value ?? ''}`, last })
}

function hasPainted(page: Page): Promise<boolean> {
  return page.evaluate(() => performance.getEntriesByType('paint').length > 0)
}

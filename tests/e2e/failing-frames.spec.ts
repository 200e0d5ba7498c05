import type { Page } from 'playwright/test'
import { matchEmbed } from '#src/embeds/match.ts'
import { MINUTE_MS } from '#src/shared/units.ts'
import { type FrameServer, startFrameServer } from '../support/frame-server.ts'
import { expect, signInAsSharedMember, test } from './portal.ts'

/** docs/product.md, Embedded pages. */
const LATE_AFTER_MS = 8000

let elsewhere: FrameServer
test.beforeAll(async () => {
  elsewhere = await startFrameServer()
})
test.afterAll(() => elsewhere.stop())

// Those sites live on this machine, which a browser would otherwise not let a page reach.
test.use({
  allowConsoleErrors: [
    /^Failed to load|^Refused to display|^Unsafe attempt to initiate navigation|Failed to fetch dynamically imported/,
  ],
  permissions: ['local-network-access'],
})

test('a page whose frame refuses to load offers help', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAsSharedMember(page)
  await putInFrame(page, '/refuses')
  await page.goto('/leaderboard')
  await expectWayOut(page, '/refuses')
  await page.getByRole('button', { name: 'Having trouble?' }).click()
  const help = page.getByRole('region', { name: 'Help with Leaderboard' })
  await expect(help.getByRole('listitem').first()).toBeVisible()
  const report = help.getByRole('link', { name: 'Report a problem' })
  await report.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
  await report.click()
  await expect(report).toHaveAttribute('href', /^mailto:.*Page%3A%20http.*leaderboard%0ABrowser%3A%20Mozilla/)
  await page.mouse.click(700, 700)
  await expect(help).toBeHidden()
})

test('a page whose frame hangs says so after 8 seconds', async ({ page }) => {
  await signInAsSharedMember(page)
  await putInFrame(page, '/hangs')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + MINUTE_MS)
  await page.goto('/leaderboard', { waitUntil: 'commit' })
  await expectWayOut(page, '/hangs')
  await expect(page.getByRole('button', { name: 'Reload' })).toBeEnabled()
  const late = page.getByRole('status').getByText('This is taking longer than usual')
  await page.clock.runFor(LATE_AFTER_MS - 1)
  await expect(late).toBeHidden()
  await page.clock.runFor(1)
  await expect(late).toBeVisible()
  await page.getByRole('status').getByRole('link', { name: 'Open in new tab' }).click({ trial: true })
})

test('a frame below the screen is late 8 seconds after it came into view', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAsSharedMember(page)
  await page.route('**/samples/**', () => undefined)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + MINUTE_MS)
  await page.goto('/pre-cohort-intake-forms', { waitUntil: 'commit' })
  const company = page.getByRole('region', { name: 'Company Intake Form' })
  const founder = page.getByRole('region', { name: 'Founder Intake Form' })
  await expect(page.locator('iframe')).toHaveCount(2)
  await expect(founder).not.toBeInViewport()
  await page.clock.runFor(LATE_AFTER_MS)
  const lateText = 'This is taking longer than usual'
  await expect(company.getByText(lateText)).toBeVisible()
  await expect(founder.getByText(lateText)).toBeHidden()
  await founder.scrollIntoViewIfNeeded()
  await expect(async () => {
    await page.clock.runFor(LATE_AFTER_MS)
    await expect(founder.getByText(lateText)).toBeVisible({ timeout: 100 })
  }).toPass()
})

test('a frame loads once its member is back online', async ({ page, context }) => {
  await signInAsSharedMember(page, '/leaderboard')
  const company = page.frameLocator('iframe').getByText('Nalu Power')
  await expect(company).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('status').getByText('You’re offline')).toBeVisible()
  await expect(page.getByRole('status').getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leaderboard')
  await context.setOffline(false)
  await expect(company).toBeVisible()
  await expect(page.getByText('You’re offline')).toBeHidden()
})

test('a malicious frame can neither navigate the page nor change it', async ({ page }) => {
  await signInAsSharedMember(page)
  await putInFrame(page, '/evil')
  await page.goto('/leaderboard')
  await expect(page.frameLocator('iframe').getByText('tried everything')).toBeVisible()
  await expectWayOut(page, '/evil')
  await expect(page).toHaveURL('/leaderboard')
  await expect(page).toHaveTitle(/^Leaderboard/)
  expect(page.context().pages()).toHaveLength(1)
})

/** Has the built page name another address, held as any site's that is no provider of ours would be. */
async function putInFrame(page: Page, path: string): Promise<void> {
  const match = matchEmbed('https://elsewhere.example/page')
  if (!match.ok) throw new Error('A plain address is an embed.')
  const { sandbox } = match.embed
  await page.route('**/leaderboard', async (route) => {
    const answer = await route.fetch()
    const html = await answer.text()
    const changed = html
      .replaceAll('/samples/leaderboard', elsewhere.origin + path)
      .replace('<iframe ', `<iframe sandbox="${sandbox}" `)
      .replace('&quot;sandbox&quot;:[0,null]', `&quot;sandbox&quot;:[0,&quot;${sandbox}&quot;]`)
      .replace(/frame-src [^;"]*/, `frame-src ${elsewhere.origin}`)
    const policy = (answer.headers()['content-security-policy'] ?? '').replace(
      /frame-src [^;]*/,
      `frame-src ${elsewhere.origin}`,
    )
    const headers = { ...answer.headers(), 'content-security-policy': policy }
    await route.fulfill({ response: answer, headers, body: changed })
  })
}

/** What a member has left when a frame shows nothing. */
async function expectWayOut(page: Page, path: string): Promise<void> {
  await expect.poll(() => elsewhere.asked).toContain(path)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Leaderboard')
  await expect(main.getByText('Where every company stands this week')).toBeVisible()
  const away = main.getByRole('link', { name: 'Open in new tab' }).first()
  await expect(away).toHaveAttribute('href', elsewhere.origin + path)
  await expect(main.getByRole('button', { name: 'Reload' })).toBeVisible()
}

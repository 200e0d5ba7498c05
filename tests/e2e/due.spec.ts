import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { hindrances } from './axe.ts'
import {
  administrator,
  approvedMember,
  elsewhere,
  expect,
  knownPerson,
  query,
  REFUSED,
  test,
} from './portal.ts'

const PHONE = { width: 390, height: 900 }
const DESKTOP = { width: 1440, height: 900 }

// They remind of the same start.
test.describe.configure({ mode: 'default' })

test('a form says who has sent it, and an administrator reminds the others', async ({ page, request }) => {
  await page.setViewportSize(PHONE)
  await administrator(page)
  const others = await elsewhere(page)
  const founder = await approvedMember(others, 'Keola Kalama')
  await knownPerson()

  await page.goto('/people?due=')
  const create = page.getByRole('button', { name: 'New address…' })
  expect((await create.boundingBox())?.width, 'as wide as its words').toBeLessThan(200)
  await create.click()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText(errorText.form_name_missing)).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Typeform')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Address created')).toBeVisible()
  await expect(page.getByText('Created just now · no form yet')).toBeVisible()
  const address = await page.getByRole('textbox', { name: 'weekly-update' }).inputValue()
  // The portal closes a connection that was idle, which a form tool opens again.
  const send = async (email: string) =>
    (await request.post(address, { data: { email }, maxRetries: 1 })).text()
  const received = await send(founder.email.toUpperCase())
  const stranger = `keola@${'home'.repeat(12)}.example`
  expect(await send(stranger), 'says as little of a stranger').toBe(received)
  await others.goto('/')
  for (const viewport of [DESKTOP, PHONE]) {
    await others.setViewportSize(viewport)
    await expect(others.getByText('Sent Today, ').first()).toBeVisible()
    await expect(others.getByRole('checkbox', { name: /Done Weekly Update/ })).toHaveCount(0)
  }

  await page.reload()
  const unmatched = page.getByRole('region', { name: 'Not matched' })
  const sender = unmatched.locator('section').filter({ hasText: stranger })
  const itsThem = sender.getByRole('button', { name: 'It’s them' })
  const matchThem = async () => {
    await expect(itsThem, 'nobody is chosen').toBeDisabled()
    await sender.getByRole('combobox').selectOption({ label: founder.fullName ?? '' })
    await itsThem.click()
    await expect(page.getByText('Matched', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Not matched' })).toBeFocused()
  }
  await fits(page)
  await matchThem()
  await fits(page)
  await sender.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Not matched any more')).toBeVisible()
  await matchThem()
  expect(await send(stranger)).toBe(received)

  const starts = page.getByRole('main').getByRole('link', { name: /^Weekly Update/ })
  const done = page.getByRole('row').filter({ hasText: founder.fullName ?? '' })
  // They came today, so what they send is of the next.
  await starts.last().click()
  await expect(done).toContainText('· form')
  await page.getByRole('button', { name: 'Person' }).click()
  await expect(page.getByRole('columnheader', { name: 'Person' })).toHaveAttribute('aria-sort', 'ascending')
  await fits(page)
  await page.getByRole('button', { name: /^Remind/ }).click()
  await expect(page.getByText(/emails? leaves? in a minute\./)).toBeVisible()
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Undo the reminder' }).click()
  await expect(page.getByText(/emails? taken back/)).toBeVisible()
  // At once: after a while it leaves by itself.
  expect(await page.getByText(/emails? leaves? in a minute\./).count()).toBe(0)
  await expect(page.getByRole('button', { name: /^Remind/ })).toBeFocused()

  await done.getByRole('link').click()
  const other = page.locator('section').filter({ hasText: 'Also sends from' })
  await other.getByRole('button', { name: 'Remove…' }).click()
  await fits(page)
  await other.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(other).toHaveCount(0)

  await page.goto('/people?due=')
  await expect(sender).toBeVisible()
  const forms = page.getByRole('heading', { name: 'Forms that say it themselves' })
  const row = page.locator('section section').filter({ hasText: 'Typeform' })
  await row.getByRole('button', { name: 'Revoke…' }).click()
  await row.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('Address revoked')).toBeVisible()
  await expect(forms).toBeFocused()
  expect(await send(founder.email)).toBe('Not found.\n')
})

test.describe('when something is refused', () => {
  test.use({ allowConsoleErrors: [REFUSED] })

  test('an administrator reads why', async ({ page, request }) => {
    await page.clock.install()
    await administrator(page)
    await page.goto('/people?due=')
    const create = async () => {
      await page.getByRole('button', { name: 'New address…' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Tally')
      await page.getByRole('button', { name: 'Create' }).click()
    }
    await create()
    const address = await page.getByRole('textbox', { name: 'weekly-update' }).inputValue()
    await create()
    await expect(page.getByText(errorText.form_exists)).toBeVisible()

    const founder = await knownPerson()
    // Other journeys approve members meanwhile, who get an email each: fewer than these, who need none.
    const finished = [founder, await knownPerson(), await knownPerson(), await knownPerson()]
    await request.post(address, { data: { email: 'gone@home.example' } })
    await page.reload()
    const sender = page.locator('section section').filter({ hasText: 'gone@home.example' })
    await expect(sender).toBeVisible()
    await query('DELETE FROM unmatched_submissions', [])
    await sender.getByRole('combobox').selectOption({ label: founder.fullName ?? founder.email })
    await sender.getByRole('button', { name: 'It’s them' }).click()
    await expect(page.getByText(errorText.sender_gone)).toBeVisible()

    await page
      .getByRole('main')
      .getByRole('link', { name: /^Weekly Update/ })
      .last()
      .click()
    const remind = page.getByRole('button', { name: /^Remind/ })
    for (const [message, text] of [
      ['already_reminded', errorText.already_reminded],
      ['deadline_gone', errorText.deadline_gone],
    ] as const) {
      const json = { type: 'AstroActionError', code: 'CONFLICT', message }
      await page.route('**/due.remind', (route) => route.fulfill({ status: 409, json }), { times: 1 })
      await remind.click()
      await expect(page.getByText(text)).toBeVisible()
    }
    // A refusal reads the list again, which would find the tick below.
    await page.reload()
    await expect(remind).toBeVisible()
    const key = new URL(page.url()).searchParams.get('due')
    await query(
      `INSERT INTO deadline_completions (user_id, event, day, is_done, reported_at, source)
        SELECT id, split_part($2, '/', 2), split_part($2, '/', 3)::date, true, now(), 'member' FROM users WHERE email = ANY ($1)`,
      [finished.map(({ email }) => email), key],
    )
    await remind.click()
    await expect(page.getByText(/ in a minute\. People who have done it meanwhile, /)).toBeVisible()
    const undo = page.getByRole('button', { name: 'Undo the reminder' })
    await expect(undo).toBeVisible()
    await query(`DELETE FROM outbox WHERE kind = 'broadcast'`, [])
    await undo.click()
    await expect(page.getByText(errorText.reminders_sent)).toBeVisible()
    await page.clock.fastForward(61_000)
    await expect(page.getByText('Reminded')).toBeFocused()
    await query('DELETE FROM broadcasts', [])
  })
})

/** At both widths; it is left at the larger one. */
async function fits(page: Page): Promise<void> {
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
  }
  expect(await hindrances(page, 'main')).toEqual([])
}

import { createHash, randomBytes } from 'node:crypto'
import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { axeViolations } from './axe.ts'
import {
  CLIENT_ERROR,
  createPerson,
  expect,
  query,
  reviewPath,
  signInAsAdmin,
  signInAsMember,
  test,
} from './portal.ts'

const PHONE = { width: 390, height: 900 }
const DESKTOP = { width: 1440, height: 900 }

test.use({ allowConsoleErrors: [CLIENT_ERROR] })
// They remind of the same start, and the number of addresses decides where the focus goes.
test.describe.configure({ mode: 'default' })

test('the address of a form tool works until it is revoked', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signInAsAdmin(page)
  await page.goto('/people?due=')
  await expect(page.getByRole('link', { name: /^Members \d/ }), 'its tabs have counts as well').toBeVisible()
  const open = page.getByRole('button', { name: 'New address…' })
  const create = page.getByRole('button', { name: 'Create' })
  const name = page.getByRole('textbox', { name: 'Name' })
  expect((await open.boundingBox())?.width, 'as wide as its words').toBeLessThan(200)
  await open.click()
  await create.click()
  await expect(page.getByText(errorText.form_name_missing)).toBeVisible()
  await name.fill('Typeform')
  await create.click()
  await expect(page.getByText('Address created')).toBeVisible()
  const row = section(page, 'Typeform')
  await expect(row).toContainText('Created just now · no form yet')
  const address = await page.getByRole('textbox', { name: 'Weekly Update' }).inputValue()
  const send = () => page.request.post(address, { data: { email: 'nobody@home.example' }, maxRetries: 1 })
  expect((await send()).status()).toBe(200)
  await page.reload()
  await row.getByRole('button', { name: 'Revoke…' }).click()
  await row.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('Address revoked')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Forms that tick deadlines' })).toBeFocused()
  expect(await (await send()).text()).toBe('Not found.\n')
})

test('a form that arrives is shown as done', async ({ page }) => {
  const founder = await signInAsMember(page, 'Keola Kalama')
  await sendForm(page, founder.email.toUpperCase())
  await test.step('to its member', async () => {
    await page.goto('/')
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport)
      await expect(page.getByText('Sent Today, ').first()).toBeVisible()
      await expect(page.getByRole('checkbox', { name: /Done Weekly Update/ })).toHaveCount(0)
    }
  })
  await test.step('to an administrator', async () => {
    await signInAsAdmin(page)
    await openDeadline(page)
    await expect(page.getByRole('row').filter({ hasText: 'Keola Kalama' })).toContainText('· form')
    await page.getByRole('button', { name: 'Person' }).click()
    await expect(page.getByRole('columnheader', { name: 'Person' })).toHaveAttribute('aria-sort', 'ascending')
    await expectFits(page)
  })
})

test('a sender is matched until the address is removed', async ({ page }) => {
  await signInAsAdmin(page)
  const founder = await createPerson('approved', 'Lono Kalama')
  const sender = await sendAsStranger(page)
  await page.goto('/people?due=')
  const submit = section(page, sender).getByRole('button', { name: 'It’s them' })
  await expect(submit).toBeDisabled()
  await expectFits(page)
  await section(page, sender).getByRole('combobox').selectOption({ label: 'Lono Kalama' })
  await submit.click()
  await expect(page.getByText(`${sender}: matched with Lono Kalama`)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Not matched|^Forms that/ }).first()).toBeFocused()
  await test.step('on the page of its member', async () => {
    await page.goto(await reviewPath(founder))
    const aliases = page.locator('section').filter({ hasText: 'Also sends from' })
    await aliases.getByRole('button', { name: 'Remove…' }).click()
    await expectFits(page)
    await aliases.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(aliases).toHaveCount(0)
  })
  await page.goto('/people?due=')
  await expect(section(page, sender)).toBeVisible()
})

test('a reminder leaves out who has done it meanwhile', async ({ page }) => {
  await page.clock.install()
  await signInAsAdmin(page)
  // Other journeys create members meanwhile, who get an email each: fewer than these, who need none.
  const finished = [await createPerson(), await createPerson(), await createPerson(), await createPerson()]
  await openDeadline(page)
  const key = new URL(page.url()).searchParams.get('due')
  await query(
    `INSERT INTO deadline_completions (user_id, event, day, is_done, reported_at, source)
      SELECT id, split_part($2, '/', 2), split_part($2, '/', 3)::date, true, now(), 'member' FROM users WHERE email = ANY ($1)`,
    [finished.map(({ email }) => email), key],
  )
  await page.getByRole('button', { name: /^Remind/ }).click()
  await expect(
    page.getByText(/^One email to each, in a minute: “Weekly Update is due”.+ To .+\. Whoever /),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await axeViolations(page, 'main')).toEqual([])
  await page.getByRole('button', { name: /^Send \d+ emails$/ }).click()
  await expect(page.getByText(/ in a minute\. People who have done it meanwhile, /)).toBeVisible()
  const undo = page.getByRole('button', { name: 'Undo the reminder' })
  await test.step('it is taken back within a minute, also after a reload', async () => {
    await page.setViewportSize(PHONE)
    await page.reload()
    await undo.click()
    await expect(page.getByText(/emails? taken back/)).toBeVisible()
    // At once: after a while it leaves by itself.
    expect(await page.getByText(/ in a minute\./).count()).toBe(0)
    await expect(page.locator(':focus')).toHaveText(/^Remind/)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Send/ }).click()
  })
  await expect(undo).toBeVisible()
  await test.step('it can’t be taken back once its emails have left', async () => {
    await query(`DELETE FROM outbox WHERE kind = 'broadcast'`, [])
    await undo.click()
    await expect(page.getByText(errorText.reminders_sent)).toBeVisible()
    await page.clock.fastForward(11_000)
    await expect(page.locator(':focus')).toHaveText('Reminded')
  })
  await query('DELETE FROM broadcasts', [])
})
/** As a form tool does. */
async function sendForm(page: Page, email: string): Promise<void> {
  const token = randomBytes(32).toString('hex')
  const hash = createHash('sha256').update(token).digest('hex')
  const insert = `INSERT INTO webhook_endpoints (name, token_hash, created_by) VALUES ($1, $2, 'a test')`
  await query(insert, [`Tally ${token.slice(0, 8)}`, hash])
  // The portal closes a connection that was idle, which a form tool opens again.
  await page.request.post(`/submissions/${token}/weekly-update`, { data: { email }, maxRetries: 1 })
}

/** Returns the address of someone who is no member. */
async function sendAsStranger(page: Page): Promise<string> {
  const sender = `keola${randomBytes(4).toString('hex')}@${'home'.repeat(12)}.example`
  await sendForm(page, sender)
  return sender
}

/** The next start, of which is what those send who came today. */
async function openDeadline(page: Page): Promise<void> {
  await page.goto('/people?due=')
  const starts = page.getByRole('main').getByRole('link', { name: /^Weekly Update/ })
  await starts.last().click()
  await expect(page.getByRole('columnheader', { name: 'Person' })).toBeVisible()
}

const section = (page: Page, text: string) => page.locator('section section').filter({ hasText: text })

/** At both widths; it is left at the larger one. */
async function expectFits(page: Page): Promise<void> {
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
  }
  expect(await axeViolations(page, 'main')).toEqual([])
}

import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { broadcastTopicTexts } from '#src/shared/broadcast-topics.ts'
import { dialogOf, openAccount } from './account.ts'
import { expect, holdBack, knownPerson, memberAtHome, type Person, query, test } from './portal.ts'

/** A member's choice of emails. */

test.use({ allowConsoleErrors: [/net::ERR_INTERNET_DISCONNECTED|status of 401/] })

test('choices say why they can’t be read or kept, and the last press counts', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const person = await memberAtHome(page)
  // The first of the library's tries fails, the second waits.
  const letGo = await holdBack(page, '**/account.readEmailPreferences')
  await page.route('**/account.readEmailPreferences', (route) => route.abort('internetdisconnected'), {
    times: 1,
  })
  await openAccount(page)
  await dialogOf(page).getByRole('tab', { name: 'Emails' }).click()
  await expect(dialogOf(page).getByRole('alert')).toContainText(errorText.unreachable)
  letGo()
  await expect(choice(page)).toBeChecked()
  await expect(dialogOf(page).getByRole('alert')).not.toContainText(errorText.unreachable)
  const answers: number[] = []
  page.on(
    'response',
    (answer) => answer.url().endsWith('setEmailPreference') && answers.push(answer.status()),
  )
  let asked = 0
  await context.route('**/account.setEmailPreference', async (route) => {
    asked += 1
    // Until the second one has its answer, where they are sent at once.
    if (asked === 1)
      await Promise.race([page.waitForResponse('**/account.setEmailPreference'), page.waitForTimeout(500)])
    await route.continue()
  })
  await choice(page).click()
  await choice(page).click()
  await expect.poll(() => answers).toEqual([200, 200])
  expect(await wantedBy(person)).toContain('announcements')
  await expect(choice(page)).toBeChecked()
  await context.unroute('**/account.setEmailPreference')

  await context.route('**/account.*EmailPreference*', (route) => route.abort('internetdisconnected'))
  await choice(page).click()
  await expect(dialogOf(page).getByRole('alert')).toContainText(errorText.unreachable)
  await expect(choice(page)).toBeChecked()
  for (const { text } of Object.values(broadcastTopicTexts)) await expect(dialogOf(page)).toContainText(text)
  expect(await wantedBy(person)).toContain('announcements')
  await context.unroute('**/account.*EmailPreference*')

  // The portal has it, though its answer is lost.
  await context.route('**/account.setEmailPreference', async (route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await choice(page).click()
  await expect(dialogOf(page).getByRole('alert')).toContainText(errorText.unreachable)
  await expect(choice(page)).not.toBeChecked()
  expect(await wantedBy(person)).not.toContain('announcements')
  await context.unroute('**/account.setEmailPreference')
  await choice(page).click()
  await expect(dialogOf(page).getByRole('alert')).not.toContainText(errorText.unreachable)
  await expect.poll(() => wantedBy(person)).toContain('announcements')
  await choice(page).click()
  await expect.poll(() => wantedBy(person)).not.toContain('announcements')

  await context.clearCookies()
  await choice(page).click()
  await expect(dialogOf(page).getByRole('alert')).toContainText(errorText.not_signed_in)
  await expect(dialogOf(page).getByRole('link', { name: 'Sign in again' })).toBeVisible()
  await expect(choice(page)).not.toBeChecked()
})

test('an email’s link stops its kind without a session', async ({ page }) => {
  const person = await knownPerson()
  const newLink = `SELECT create_email_token('unsubscribe_announcements', id, '1 hour') AS token FROM users WHERE email = $1`
  const [link] = (await query(newLink, [person.email])) as { token: string }[]
  await page.goto(`/unsubscribe?token=${link?.token}&for=announcements`)
  await expect(page).toHaveURL('/unsubscribe')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByText(errorText.unreachable)).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We’ve stopped these emails')
  await expect(page.getByText('“Announcements” is off.')).toBeVisible()
})

const choice = (page: Page) => dialogOf(page).getByRole('checkbox', { name: 'Announcements' })

async function wantedBy({ email }: Person): Promise<unknown> {
  const [row] = await query('select email_preferences from profiles join users using (id) where email = $1', [
    email,
  ])
  return (row as { email_preferences: string[] }).email_preferences
}

import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { ACCOUNT_HASH } from '#src/shared/paths.ts'
import { broadcastTopicTexts } from '#src/shared/broadcast-topics.ts'
import { dialogOf, openAccount } from './account.ts'
import { createPerson, expect, holdRequests, openHomeAsMember, type Person, query, test } from './portal.ts'

test.use({ allowConsoleErrors: [/net::ERR_INTERNET_DISCONNECTED|status of 401/] })

test.describe('a member’s choice of emails', () => {
  let person: Person
  test.use({ viewport: { width: 390, height: 844 } })
  test.beforeEach(async ({ page }) => {
    person = await openHomeAsMember(page)
  })

  test('is the one that was pressed last', async ({ page }) => {
    await test.step('once it can be read', async () => {
      // The first of the library's tries fails, the second waits.
      const release = await holdRequests(page, '**/account.readMailings')
      await page.route('**/account.readMailings', (route) => route.abort('internetdisconnected'), {
        times: 1,
      })
      await page.goto(`/leaderboard${ACCOUNT_HASH}emails`)
      await expect(dialogOf(page).getByRole('alert')).toContainText(errorText.unreachable)
      release()
      await expect(choice(page)).toBeChecked()
      await expect(dialogOf(page).getByRole('alert')).not.toContainText(errorText.unreachable)
    })
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('chooseMailing')) sent.push(request.postDataJSON())
    })
    const release = await holdRequests(page, '**/account.chooseMailing')
    await choice(page).click()
    await choice(page).click()
    await expect(choice(page)).toBeChecked()
    expect(sent, 'the second waits for the first').toHaveLength(1)
    release()
    await expect.poll(() => sent).toMatchObject([{ isSubscribed: false }, { isSubscribed: true }])
    await expect.poll(() => wantedBy(person)).toContain('announcements')
    await expect(choice(page)).toBeChecked()
  })

  test('shows what the portal has after a failure', async ({ page, context }) => {
    await openEmails(page)
    await context.route('**/account.*Mailing*', (route) => route.abort('internetdisconnected'))
    await choice(page).click()
    await expect(dialogOf(page).getByRole('alert')).toContainText(errorText.unreachable)
    await expect(choice(page)).toBeChecked()
    for (const { text } of Object.values(broadcastTopicTexts))
      await expect(dialogOf(page)).toContainText(text)
    expect(await wantedBy(person)).toContain('announcements')
    await context.unroute('**/account.*Mailing*')
    await test.step('only the answer is lost', async () => {
      await context.route('**/account.chooseMailing', async (route) => {
        await route.fetch()
        await route.abort('internetdisconnected')
      })
      // The alert of the first failure is still there, and until this answer the choice is the one before.
      const reread = page.waitForResponse('**/account.readMailings')
      await choice(page).click()
      await reread
      await expect(dialogOf(page).getByRole('alert')).toContainText(errorText.unreachable)
      await expect(choice(page)).not.toBeChecked()
      expect(await wantedBy(person)).not.toContain('announcements')
      await context.unroute('**/account.chooseMailing')
      await choice(page).click()
      await expect(dialogOf(page).getByRole('alert')).not.toContainText(errorText.unreachable)
      await expect.poll(() => wantedBy(person)).toContain('announcements')
    })
  })
})

test('an email’s link stops its kind without a session', async ({ page }) => {
  const person = await createPerson()
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

async function openEmails(page: Page): Promise<void> {
  await openAccount(page)
  await dialogOf(page).getByRole('tab', { name: 'Emails' }).click()
}

async function wantedBy({ email }: Person): Promise<string[]> {
  const wanted = 'select email_preferences from profiles join users using (id) where email = $1'
  const [row] = (await query(wanted, [email])) as { email_preferences: string[] }[]
  return row?.email_preferences ?? []
}

import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { refusalOf } from '#src/shared/people/notices.ts'
import { deleteAccount, openAccount } from './account.ts'
import { hindrancesInBothThemes } from './axe.ts'
import {
  administrator,
  confirmEmail,
  decide,
  elsewhere,
  emailsLeave,
  expect,
  knownPerson,
  mailsTo,
  memberAtHome,
  type Person,
  PASSWORD,
  reviewOf,
  query,
  REFUSED,
  signedUp,
  signIn,
  test,
} from './portal.ts'
import { ADMINS } from './start-portal.ts'

const PHONE = { width: 390, height: 844 }

test.use({ viewport: PHONE, allowConsoleErrors: [REFUSED] })

test.describe('an administrator on a phone', () => {
  test('opens the email, signs in, and approves with one press', async ({ page }) => {
    const admin = await administrator(page)
    const person = await signedUp(page)
    await confirmEmail(page, person)
    const [link] = await noticeLinks(person)
    await page.context().clearCookies()

    await signIn(page, admin, link)
    await expect(page).toHaveURL(/\/people\?id=[\w-]+$/)
    await expect(page.getByText(person.email).first()).toBeVisible()
    await expect(page.getByText(/^Signed up .+ · Email confirmed$/)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    expect(await hindrancesInBothThemes(page)).toEqual([])
    expect(await statusOf(person)).toBe('pending')

    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('can sign in now')).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
    expect(await statusOf(person)).toBe('approved')

    await page.reload()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
    expect(await statusOf(person)).toBe('pending')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('can sign in now')).toBeVisible()
    await emailsLeave(person)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(refusalOf.too_late_to_undo).first()).toBeVisible()
  })

  test('reviews the list without a link, denies with a reason by keyboard, and takes it back', async ({
    page,
  }) => {
    await administrator(page)
    const person = await knownPerson('pending')
    const other = await knownPerson('pending')
    await page.goto('/')
    await page.locator('[popovertarget=member-menu]:visible').click()
    await page.getByRole('link', { name: 'People' }).click()
    await expect(page.getByRole('link', { name: /^Waiting/ })).toHaveAttribute('aria-current', 'page')
    expect(await hindrancesInBothThemes(page)).toEqual([])
    await find(page, person)
    await page.getByRole('listitem').getByRole('link', { name: person.email }).click()
    await page.getByRole('button', { name: 'Resend confirmation' }).click()
    await expect(page.getByText('Sent another link')).toBeVisible()
    await page.getByRole('button', { name: 'Deny…' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Reason')).toBeFocused()
    await page.keyboard.type('Not in this cohort')
    await page.keyboard.press('Enter')
    await expect(page.getByText(': Not in this cohort')).toBeVisible()
    expect([await statusOf(person), await statusOf(other)]).toEqual(['denied', 'pending'])
    await expect(page.getByRole('link', { name: /^Next: \d+ waiting$/ })).toBeVisible()
    await emailsLeave(person)
    await page.getByRole('button', { name: 'Approve anyway' }).click()
    await expect(page.getByText('can sign in now')).toBeVisible()
    expect(await statusOf(person)).toBe('approved')
  })

  test('sees who decided first, and that a sign-up is gone', async ({ page }) => {
    await administrator(page)
    const person = await knownPerson('pending')
    const path = await reviewOf(person)
    await page.goto(path)
    const approve = page.getByRole('button', { name: 'Approve anyway' })
    await expect(approve).toBeVisible()
    await decide(person, 'denied')
    await approve.click()
    await expect(page.getByText(refusalOf.decided_meanwhile)).toBeVisible()
    await expect(page.getByText(/^Denied .+ by /)).toBeVisible()
    await query('DELETE FROM users WHERE email = $1', [person.email])
    await page.goto(path)
    await expect(page.getByText(errorText.sign_up_gone)).toBeVisible()
    await page.getByRole('link', { name: 'See who’s waiting' }).click()
    await expect(page.getByRole('link', { name: /^Waiting/ })).toHaveAttribute('aria-current', 'page')
  })
})

for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
  test.describe(`at ${viewport.width} px an administrator`, () => {
    test.use({ viewport })

    test('invites a list after its mistakes, and sends new links a week later', async ({ page }) => {
      const admin = await administrator(page)
      const known = await knownPerson('approved')
      const domain = `cohort${viewport.width}.example`
      const rows = Array.from(
        { length: 40 },
        (_, n) => `Person ${n} of ${viewport.width},founder${n}@${domain},Company ${n}`,
      )
      await page.goto('/people')
      await page.getByRole('link', { name: 'Invite people' }).click()
      const list = page.getByLabel('Names and email addresses')
      await list.fill(['Name,Email,Company', ...rows, 'Nobody,nobody,X', rows[0]].join('\n'))
      await page.getByRole('button', { name: 'Check the list' }).click()
      await expect(page.getByText('line 42: "nobody" is not an email address')).toBeVisible()
      await expect(page.getByText(`line 43: founder0@${domain} appears twice`)).toBeVisible()
      expect(await hindrancesInBothThemes(page)).toEqual([])

      await list.fill(['Name,Email,Company', ...rows, `Me,${known.email},Mine`].join('\n'))
      await page.getByRole('button', { name: 'Check the list' }).click()
      await expect(page.getByText('Ignored “Company”.')).toBeVisible()
      await expect(page.getByRole('heading', { name: '40 will be invited' })).toBeVisible()
      expect(await hindrancesInBothThemes(page)).toEqual([])
      await page.getByRole('button', { name: 'Invite 4' }).click()
      await expect(page.getByRole('heading', { name: /^40 invited/ })).toBeVisible()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(list).toBeVisible()
      expect(await query('SELECT FROM users WHERE email LIKE $1', [`%@${domain}`])).toEqual([])

      await page.getByRole('button', { name: 'Check the list' }).click()
      await page.getByRole('button', { name: 'Invite 4' }).click()
      await page.getByRole('link', { name: 'See who’s invited' }).click()
      await query(
        `UPDATE invitations SET invited_at = now() - interval '7 days'
         WHERE user_id IN (SELECT id FROM users WHERE email LIKE $1)`,
        [`%@${domain}`],
      )
      await page.reload()
      await page.getByRole('checkbox', { name: `Select Person 7 of ${viewport.width}` }).check()
      await expect(page.getByText(`Invited 7 days ago by ${admin.email}`).first()).toBeVisible()
      await page.getByRole('button', { name: 'Invite again' }).click()
      await expect(page.getByText('Invited again')).toBeVisible()
      await expect(
        page.getByRole('listitem').filter({ hasText: `Person 7 of ${viewport.width}` }),
      ).toContainText('just now')
    })

    test('approves everyone who is ticked, and undoes it', async ({ page }) => {
      await administrator(page)
      const people = [
        await knownPerson('pending'),
        await knownPerson('pending'),
        await knownPerson('pending'),
      ]
      const emails = people.map(({ email }) => email)
      await query('UPDATE users SET email_confirmed_at = now() WHERE email = ANY ($1)', [emails.slice(0, 2)])
      await page.goto('/people')
      for (const { email } of people)
        await page.getByRole('listitem').filter({ hasText: email }).getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Approve 3' }).click()
      await expect(page.getByText('2 of 3 approved. 1 has an unconfirmed address.')).toBeVisible()
      // Who was refused stays ticked, so the button stays.
      await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeFocused()
      expect(await Promise.all(people.map(statusOf))).toEqual(['approved', 'approved', 'pending'])
      await page.getByRole('button', { name: 'Undo 2 approvals' }).click()
      await expect(page.getByText('2 people undone')).toBeVisible()
      await expect(page.getByText(emails[0] ?? '')).toBeVisible()
      await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
      expect(await Promise.all(people.map(statusOf))).toEqual(['pending', 'pending', 'pending'])
    })

    test('approves nobody who is unconfirmed by ticking them, and hears why', async ({ page }) => {
      await page.clock.install()
      await administrator(page)
      const people = [await knownPerson('pending'), await knownPerson('pending')] as const
      await page.goto('/people')
      await expect(page).toHaveTitle(/^Waiting · People · /)
      const row = ({ email }: Person) =>
        page.getByRole('listitem').filter({ hasText: email }).getByRole('checkbox')
      await row(people[0]).check()
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      await expect(page.getByText(refusalOf.unconfirmed)).toBeVisible()
      for (const person of people) await row(person).check()
      await page.getByRole('button', { name: 'Approve 2' }).click()
      await expect(page.getByText('0 of 2 approved. 2 have an unconfirmed address.')).toBeVisible()
      await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
      for (const person of people) await row(person).check()
      await page.getByRole('button', { name: 'Resend 2 confirmations' }).click()
      await expect(page.getByText('2 people sent another link')).toHaveCount(1)
      expect(await Promise.all(people.map(statusOf))).toEqual(['pending', 'pending'])

      await query('UPDATE users SET email_confirmed_at = now() WHERE email = $1', [people[0].email])
      await page.reload()
      await row(people[0]).check()
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Undo the approval' })).toBeVisible()
      await page.clock.fastForward(61_000)
      await expect(page.getByRole('button', { name: 'Undo the approval' })).toHaveCount(0)
    })

    test('withdraws a mistyped invitation', async ({ page }) => {
      await administrator(page)
      const email = `typo.${'x'.repeat(40)}@${'y'.repeat(30)}${viewport.width}.example`
      const people = JSON.stringify([{ email }])
      await query('SELECT outcome FROM invite($1, $2)', [people, 'somebody else'])
      await query(`UPDATE users SET created_at = now() - interval '1 day' WHERE email = $1`, [email])
      const person = { email, password: '', fullName: null }
      const path = await reviewOf(person)
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(path)
      await page.getByRole('button', { name: 'Deny…' }).click()
      await expect(page).toHaveTitle(`${email} · People · Lanai`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.setViewportSize(viewport)

      await page.getByRole('button', { name: 'Deny…' }).click()
      await page.getByRole('button', { name: 'Deny', exact: true }).click()
      await expect(page.getByText('We don’t email them about it.')).toBeVisible()
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('button', { name: 'Withdraw invitation' }).click()
      await expect(page).toHaveURL(/status=invited/)
      await expect(page.getByText('No longer invited')).toBeVisible()
      expect(await query('SELECT FROM users WHERE email = $1', [email])).toEqual([])
    })

    test('finds a member from the waiting ones, and who is none any more is told', async ({ page }) => {
      const admin = await administrator(page)
      await page.goto('/people')
      await find(page, admin)
      await expect(page.getByText(/^No one in Waiting matches, but 1 person in Members\.$/)).toBeVisible()
      await expect(page.getByRole('link', { name: /^Members/ })).toHaveAttribute('aria-current', 'page')
      await page.getByRole('listitem').getByRole('link', { name: admin.email }).click()
      const offer = page.getByRole('button', { name: 'Make editor' })
      await expect(offer).toBeVisible()
      await query(`SELECT * FROM set_role($1, 'admin', false)`, [[admin.email]])
      await offer.click()
      await expect(page.getByText(errorText.not_admin).first()).toBeVisible()
    })

    test('signs a lost phone out, and makes a member an administrator by password', async ({ page }) => {
      const admin = await administrator(page)
      const phone = await elsewhere(page)
      const person = await knownPerson('approved')
      await signIn(phone, person)
      await expect(phone.getByRole('heading', { level: 1 })).toHaveText(/Aloha|Welcome/)
      await page.goto(await reviewOf(person))
      await page.getByRole('button', { name: 'Sign out everywhere' }).click()
      await expect(page.getByText('Signed out everywhere')).toBeVisible()
      await phone.goto('/')
      await expect(phone).toHaveURL(/\/auth/)

      await page.getByRole('button', { name: 'Make administrator…' }).click()
      await page.getByLabel('Your password', { exact: true }).fill('not the password')
      await page.keyboard.press('Enter')
      await expect(page.getByText(errorText.current_password_wrong)).toBeVisible()
      await page.getByLabel('Your password', { exact: true }).fill(PASSWORD)
      await page.keyboard.press('Enter')
      await expect(page.getByText('An administrator now')).toBeVisible()
      // The other journeys have administrators, too.
      const json = { type: 'AstroActionError', code: 'CONFLICT', message: 'last_admin' }
      await page.route('**/_actions/people.act', (route) => route.fulfill({ status: 409, json }))
      await page.getByRole('button', { name: 'Remove administrator…' }).click()
      await page.getByLabel('Your password', { exact: true }).fill(PASSWORD)
      await page.keyboard.press('Enter')
      await expect(page.getByText(errorText.last_admin)).toBeVisible()
      expect(await hindrancesInBothThemes(page)).toEqual([])
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page
          .goto(`/people?status=approved&q=${admin.email}`)
          .then(() => page.getByRole('button', { name: 'Download CSV' }).click()),
      ])
      expect(download.suggestedFilename()).toBe('approved.csv')
    })
  })
}

test('a member whom an administrator deletes can’t ask for less', async ({ page }) => {
  const person = await memberAtHome(page)
  await query(
    `INSERT INTO account_deletions (user_id, due_at, requested_by)
     SELECT id, now() + interval '1 day', 'an administrator' FROM users WHERE email = $1`,
    [person.email],
  )
  await openAccount(page)
  await page.getByRole('tab', { name: 'My data' }).click()
  await deleteAccount(page, person.password)
  await expect(page.getByText(errorText.deletion_decided)).toBeVisible()
})

test('two administrators who decide about one person at once see who was first', async ({
  page,
  browser,
  baseURL,
}) => {
  await administrator(page)
  const person = await knownPerson('pending')
  const context = await browser.newContext({ baseURL })
  const other = await context.newPage()
  await administrator(other)
  for (const each of [page, other]) await each.goto(await reviewOf(person))
  const pages = [page, other]
  for (const each of pages) await expect(each.getByRole('button', { name: 'Approve anyway' })).toBeVisible()
  await Promise.all(pages.map((each) => each.getByRole('button', { name: 'Approve anyway' }).click()))
  for (const each of pages)
    await expect(
      each.getByText('can sign in now').or(each.getByText(refusalOf.decided_meanwhile)),
    ).toBeVisible()
  expect(
    await query(`SELECT FROM approval_events e JOIN users u ON u.id = e.user_id WHERE u.email = $1`, [
      person.email,
    ]),
  ).toHaveLength(1)
  await context.close()
})

test('a scanner that opens every link and runs scripts decides nothing, with or without a session', async ({
  page,
  browser,
  baseURL,
}) => {
  await administrator(page)
  const person = await signedUp(page)
  await confirmEmail(page, person)
  const links = await noticeLinks(person)
  const stranger = await browser.newContext({ baseURL })
  for (const opened of [page, await stranger.newPage()]) {
    for (const link of [...links, ...links]) {
      await opened.goto(link)
      await opened.waitForLoadState('networkidle')
    }
  }
  await stranger.close()
  expect(await statusOf(person)).toBe('pending')
  expect(
    await query('SELECT FROM approval_events e JOIN users u ON u.id = e.user_id WHERE u.email = $1', [
      person.email,
    ]),
  ).toEqual([])
})

/** The links in the notice about this person, once it has arrived; the review is the first. */
async function noticeLinks({ email }: Person): Promise<[string, ...string[]]> {
  let links: string[] = []
  await expect(async () => {
    const notices = await mailsTo({ email: ADMINS, password: '', fullName: null })
    const notice = notices.find((mail) => mail.includes(email)) ?? ''
    links = notice.match(/https?:\/\/[^\s"<>]+/g)?.filter((link) => link.includes('/auth?next=')) ?? []
    expect(links).not.toEqual([])
  }).toPass()
  return links as [string, ...string[]]
}

async function find(page: Page, { email }: Person): Promise<void> {
  await page.getByRole('searchbox', { name: 'Name or email' }).fill(email)
  await page.keyboard.press('Enter')
}

async function statusOf({ email }: Person): Promise<unknown> {
  const [member] = (await query('SELECT approval_status AS status FROM members WHERE email = $1', [
    email,
  ])) as {
    status: string
  }[]
  return member?.status
}

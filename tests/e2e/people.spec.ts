import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { refusalText } from '#src/shared/people/notices.ts'
import { hindrances } from './axe.ts'
import {
  administrator,
  confirmEmail,
  decide,
  elsewhere,
  emailsLeave,
  expect,
  holdBack,
  hydrated,
  knownPerson,
  mailsTo,
  type Person,
  PASSWORD,
  reviewOf,
  query,
  signedUp,
  signIn,
  test,
} from './portal.ts'
import { ADMINS } from './start-portal.ts'

const PHONE = { width: 390, height: 844 }

test.use({ viewport: PHONE, allowConsoleErrors: [/status of 4\d\d|net::ERR_FAILED/] })

test.describe('an administrator on a phone', () => {
  test('opens the email, signs in, and approves with one press', async ({ page }) => {
    const admin = await administrator(page)
    const person = await signedUp(page)
    await confirmEmail(page, person)
    const link = await noticeLink(person)
    await page.context().clearCookies()

    await signIn(page, admin, link)
    await expect(page).toHaveURL(/\/people\?id=[\w-]+$/)
    await expect(page.getByText(person.email).first()).toBeVisible()
    await expect(page.getByText(/^Signed up .+ · Email confirmed$/)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    expect(await hindrances(page, 'main')).toEqual([])

    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('can sign in now')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    const setting = page.getByRole('button', { name: 'Make editor' })
    await setting.evaluate((button) => scrollBy(0, button.getBoundingClientRect().top))
    await setting.focus()
    const bar = await page.getByRole('banner').boundingBox()
    expect((await setting.boundingBox())?.y, 'below the bar').toBeGreaterThanOrEqual(bar?.height ?? NaN)

    await page.reload()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('can sign in now')).toBeVisible()
    await emailsLeave(person)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(refusalText.too_late_to_undo).first()).toBeVisible()
  })

  test('reviews the list, denies with a reason by keyboard, and takes it back', async ({ page }) => {
    await administrator(page)
    const person = await knownPerson('pending')
    await page.goto('/leaderboard')
    await page.locator('[popovertarget=member-menu]:visible').click()
    await page.getByRole('link', { name: 'People' }).click()
    await expect(page.getByRole('link', { name: /^Waiting/ })).toHaveAttribute('aria-current', 'page')
    expect(await hindrances(page, 'main', true)).toEqual([])
    await find(page, person)
    await expect(page).toHaveURL(/[?&]q=/)
    const row = page.getByRole('row').getByRole('link', { name: person.email })
    await expect(row).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
    await row.click()
    await page.getByRole('button', { name: 'Resend confirmation' }).click()
    await expect(page.getByText('Sent another link')).toBeVisible()
    await page.getByRole('button', { name: 'Deny…' }).focus()
    await page.keyboard.press('Enter')
    const reason = page.getByLabel('Reason')
    await expect(reason).toBeFocused()
    await reason.fill('x'.repeat(1001))
    await page.keyboard.press('Enter')
    await expect(reason).toHaveAccessibleDescription(errorText.reason_too_long)
    await expect(reason).toBeFocused()
    await reason.fill('Not in this cohort')
    await page.keyboard.press('Enter')
    await expect(page.getByText(': Not in this cohort')).toBeVisible()
    await emailsLeave(person)
    await page.getByRole('button', { name: 'Approve anyway' }).click()
    await expect(page.getByText('can sign in now')).toBeVisible()
  })

  test('sees who decided first, and that a sign-up is gone', async ({ page }) => {
    await administrator(page)
    const person = await knownPerson('pending')
    await page.goto(await reviewOf(person))
    const approve = page.getByRole('button', { name: 'Approve anyway' })
    await expect(approve).toBeVisible()
    await decide(person, 'denied')
    await approve.click()
    await expect(page.getByText(refusalText.decided_meanwhile)).toBeVisible()
    await expect(page.getByText(/^Denied .+ · By /)).toBeVisible()
    await query('DELETE FROM users WHERE email = $1', [person.email])
    await page.getByRole('button', { name: /^Approve/ }).click()
    await expect(page.getByText(errorText.sign_up_gone).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
    await page.getByRole('link', { name: '← People' }).click()
    await expect(page.getByRole('link', { name: /^Waiting/ })).toHaveAttribute('aria-current', 'page')
  })

  test('invites a list after a check, takes it back, and sends new links a week later', async ({ page }) => {
    const admin = await administrator(page)
    const known = await knownPerson('approved')
    const domain = 'cohort.example'
    const rows = Array.from({ length: 40 }, (_, n) => `Person ${n},founder${n}@${domain},Company ${n}`)
    await page.goto('/people')
    await page.getByRole('link', { name: 'Invite people' }).click()
    const list = page.getByLabel('Names and email addresses')
    await list.fill(['Name,Email,Company', ...rows, `Me,${known.email},Mine`].join('\n'))
    await page.getByRole('button', { name: 'Check the list' }).click()
    await expect(page.getByText('companies from “Company”')).toBeVisible()
    await expect(page.getByRole('heading', { name: '40 will be invited' })).toBeVisible()
    expect(await hindrances(page, 'main')).toEqual([])
    const invite = page.getByRole('button', { name: 'Invite 4' })
    await invite.click()
    await expect(page.getByText(errorText.current_password_wrong)).toBeVisible()
    await password(page).fill(PASSWORD)
    await invite.click()
    await expect(page.getByRole('heading', { name: /^40 invited/ })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(list).toBeVisible()

    await page.getByRole('button', { name: 'Check the list' }).click()
    await password(page).fill(PASSWORD)
    await invite.click()
    await page.getByRole('link', { name: 'See who’s invited' }).click()
    await expect(page.getByRole('checkbox', { name: 'Select Person 7' })).toBeVisible()
    const weekAgo = `UPDATE invitations SET invited_at = now() - interval '7 days'
      WHERE user_id IN (SELECT id FROM users WHERE email LIKE $1)`
    await query(weekAgo, [`%@${domain}`])
    await page.reload()
    await page.getByRole('checkbox', { name: 'Select Person 7' }).check()
    const row = page.getByRole('row').filter({ hasText: 'Person 7' })
    await expect(row).toContainText(`7 days ago${admin.email}`)
    await page.getByRole('button', { name: 'Invite again' }).click()
    await expect(page.getByText('Invited again')).toBeVisible()
    await expect(row).toContainText('just now')
  })

  test('withdraws a mistyped invitation', async ({ page }) => {
    await administrator(page)
    const email = `typo.${'x'.repeat(40)}@${'y'.repeat(30)}.example`
    const people = JSON.stringify([{ email }])
    await query('SELECT outcome FROM invite($1, $2)', [people, 'somebody else'])
    await query(`UPDATE users SET created_at = now() - interval '1 day' WHERE email = $1`, [email])
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(await reviewOf({ email }))
    await expect(page).toHaveTitle(`${email} · People · Lanai`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.getByRole('button', { name: 'Withdraw invitation' }).click()
    await expect(page).toHaveURL(/status=invited/)
    await expect(page.getByText('No longer invited')).toBeVisible()
  })
})

test.describe('an administrator on a desktop', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('approves those of the ticked who have confirmed, and undoes it for a minute', async ({ page }) => {
    await page.clock.install()
    await administrator(page)
    const people = [
      await knownPerson('pending'),
      await knownPerson('pending'),
      await knownPerson('pending'),
      await knownPerson('pending'),
    ] as const
    const [kai, noe, ...unconfirmed] = people
    await query('UPDATE users SET email_confirmed_at = now() WHERE email = ANY ($1)', [
      [kai.email, noe.email],
    ])
    const tick = ({ email }: Person) => page.getByRole('row').filter({ hasText: email }).getByRole('checkbox')
    await page.goto('/people')
    await expect(page).toHaveTitle(/^Waiting · People · /)

    for (const person of unconfirmed) await tick(person).check()
    await page.getByRole('button', { name: 'Approve 2' }).click()
    await expect(page.getByText('0 of 2 approved. 2 have an unconfirmed address.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Resend 2 confirmations' }).click()
    await expect(page.getByText('2 people sent another link')).toHaveCount(1)

    for (const person of unconfirmed) await expect(tick(person)).not.toBeChecked()
    for (const person of people.slice(0, 3)) await tick(person).check()
    await page.getByRole('button', { name: 'Approve 3' }).click()
    await expect(page.getByText('2 of 3 approved. 1 has an unconfirmed address.')).toBeVisible()
    // Who was refused stays ticked, so the button stays.
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeFocused()
    await page.getByRole('button', { name: 'Undo 2 approvals' }).click()
    await expect(page.getByText('2 people undone')).toBeVisible()
    expect(await page.getByText('2 of 3 approved.').count(), 'not true any more').toBe(0)
    await expect(tick(kai)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)

    await tick(unconfirmed[0]).uncheck()
    const press = ({ email }: Person, name: RegExp) =>
      page.getByRole('row').filter({ hasText: email }).getByRole('button', { name }).click()
    await press(unconfirmed[0], /^Deny /)
    await page.getByRole('button', { name: 'Undo the denial' }).click()
    await expect(tick(unconfirmed[0])).toBeVisible()
    await press(kai, /^Approve /)
    await expect(page.getByRole('button', { name: 'Undo the approval' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo the approval' }).focus()
    await page.clock.fastForward(61_000)
    await expect(page.getByRole('button', { name: 'Undo the approval' })).toHaveCount(0)
    await expect(page.locator('main p[role=status]')).toBeFocused()
  })

  test('enters the password for many people, also of several selections', async ({ page }) => {
    await administrator(page)
    await query(
      `WITH people AS (
         INSERT INTO users (email, email_confirmed_at, password_hash)
         SELECT 'p' || n || CASE WHEN n > 10 THEN '@many-a.example' ELSE '@many-b.example' END, now(), '$argon2id$x'
         FROM generate_series(1, 21) n RETURNING id
       ) INSERT INTO profiles (id) SELECT id FROM people`,
      [],
    )
    await page.goto('/people?q=many-')
    await page.getByLabel('Select all').check()
    await page.getByRole('button', { name: 'Approve 21…' }).click()
    await expect(password(page)).toBeFocused()
    await expect(password(page)).toHaveAccessibleDescription(/^For more than 20 people/)
    expect(await hindrances(page, 'main', true)).toEqual([])
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await expect(page.getByText(errorText.current_password_wrong)).toBeVisible()
    await password(page).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText('21 people approved')).toBeVisible()
    await page.getByRole('button', { name: 'Undo 21 approvals' }).click()
    await expect(page.getByText('21 people undone')).toBeVisible()

    await page.goto('/people?q=many-a')
    await page.getByLabel('Select all').check()
    await page.getByRole('button', { name: 'Approve 11', exact: true }).click()
    await expect(page.getByText('11 people approved')).toBeVisible()
    await page.goto('/people?q=many-b')
    await page.getByLabel('Select all').check()
    await page.getByRole('button', { name: 'Approve 10', exact: true }).click()
    await expect(page.getByText(errorText.password_missing)).toBeVisible()
    await page.getByRole('button', { name: 'Approve 10…' }).click()
    await password(page).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText('10 people approved')).toBeVisible()

    await page.goto('/people?invite')
    await page.getByLabel('Names and email addresses').fill('a@many-c.example\nb@many-c.example')
    await page.getByRole('button', { name: 'Check the list' }).click()
    await page.getByRole('button', { name: 'Invite 2' }).click()
    await expect(page.getByRole('alert').filter({ hasText: errorText.password_missing })).toBeVisible()
    await password(page).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '2 invited' })).toBeVisible()
  })

  test('removes another, who is a member then until somebody keeps them by password', async ({ page }) => {
    await administrator(page)
    const theirs = await elsewhere(page)
    const other = await administrator(theirs)
    await page.goto(await reviewOf(other))
    await page.getByRole('button', { name: 'Delete account…' }).click()
    await password(page).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText('To be deleted in 24 hours')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Make|^Remove (?:editor|administrator)/ })).toHaveCount(0)

    await signIn(theirs, other, '/auth?next=/people')
    await expect(theirs.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible()
    await theirs.goto('/')
    await expect(theirs.locator('#member-menu a[href="/people"]')).toHaveCount(0)
    const keep = page.getByRole('button', { name: 'Keep account…' })
    await keep.click()
    const confirm = page.getByRole('button', { name: 'Keep account', exact: true })
    await expect(confirm, 'nothing is lost by it').toContainClass('button-primary')
    await confirm.click()
    await expect(page.getByText(errorText.current_password_wrong)).toBeVisible()
    await password(page).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Kept', { exact: true })).toBeVisible()
    await theirs.goto('/people')
    await expect(theirs.getByRole('link', { name: /^Waiting/ })).toBeVisible()
  })

  test('finds a member, downloads the list, and is told once they administer no more', async ({ page }) => {
    const admin = await administrator(page)
    await page.goto('/leaderboard')
    await hydrated(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('approve deny')
    await expect(page.getByRole('option').first()).toContainText('People')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/people')
    const company = 'Kona Labs '.repeat(8).trim()
    await query('UPDATE profiles SET company = $1 WHERE id = (SELECT id FROM users WHERE email = $2)', [
      company,
      admin.email,
    ])
    await find(page, admin)
    await expect(page.getByText(/^No one in Waiting matches, but 1 person in Members\.$/)).toBeVisible()
    await expect(page.getByRole('link', { name: /^Members/ })).toHaveAttribute('aria-current', 'page')
    for (const width of [640, 768, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      const link = await page.getByRole('row').getByRole('link', { name: admin.email }).boundingBox()
      expect(link?.width, `beside ${company} at ${width} px`).toBeGreaterThan(200)
    }
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    expect((await download).suggestedFilename()).toBe('approved.csv')
    await page.getByRole('row').getByRole('link', { name: admin.email }).click()
    const offer = page.getByRole('button', { name: 'Make editor' })
    await expect(offer).toBeVisible()
    await query(`SELECT * FROM set_role($1, 'admin', false)`, [[admin.email]])
    await offer.click()
    await expect(page.getByText(errorText.not_admin).first()).toBeVisible()
  })

  test('makes a member an editor, and an administrator by password', async ({ page }) => {
    await administrator(page)
    const person = await knownPerson('approved')
    await page.goto(await reviewOf(person))
    await expect(page.getByText(/^Last seen .+ · Videos \d+ of \d+ · Role Member$/)).toBeVisible()
    const offer = page.getByRole('button', { name: 'Make editor' })
    await expect(offer).toBeVisible()
    // Only the answer is lost, and the page waits for what is true then.
    await page.route('**/_actions/people.act', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const letGo = await holdBack(page, '**/_actions/people.read')
    await offer.click()
    await expect(page.getByText(errorText.unreachable)).toBeVisible()
    letGo()
    await expect(page.getByRole('button', { name: 'Remove editor' })).toBeVisible()
    await page.unroute('**/_actions/people.act')
    const save = await holdBack(page, '**/_actions/people.describe')
    await page.getByRole('button', { name: 'Company and role…' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Make administrator…' }).click()
    save()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Company and role…' })).toBeVisible()
    await expect(password(page)).toBeFocused()
    await password(page).fill('not the password')
    await page.keyboard.press('Enter')
    await expect(page.getByText(errorText.current_password_wrong)).toBeVisible()
    await password(page).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText('An administrator now')).toBeVisible()
    // The other journeys have administrators, too.
    const json = { type: 'AstroActionError', code: 'CONFLICT', message: 'last_admin' }
    await page.route('**/_actions/people.act', (route) => route.fulfill({ status: 409, json }))
    await page.getByRole('button', { name: 'Remove administrator…' }).click()
    await password(page).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText(errorText.last_admin)).toBeVisible()
  })
})

/** The link to this person's review in the notice about them, once it has arrived. */
async function noticeLink({ email }: Person): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const notices = await mailsTo({ email: ADMINS })
    const notice = notices.find((mail) => mail.includes(email)) ?? ''
    link = /https?:\/\/[^\s"<>]+\/auth\?next=[^\s"<>]+/.exec(notice)?.[0]
    expect(link).toBeDefined()
  }).toPass()
  return link ?? ''
}

function password(page: Page) {
  return page.getByLabel('Your password', { exact: true })
}

async function find(page: Page, { email }: Person): Promise<void> {
  await page.getByRole('searchbox', { name: 'Name, email or company' }).fill(email)
  await page.keyboard.press('Enter')
}

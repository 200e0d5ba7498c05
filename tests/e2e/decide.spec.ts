import { errorText } from '#src/shared/errors.ts'
import { linkSentTo } from '#src/shared/notices.ts'
import { hindrancesInBothThemes } from './axe.ts'
import {
  administrator,
  confirmEmail,
  decide,
  expect,
  knownPerson,
  mailsTo,
  type Person,
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
    await expect(page).toHaveURL(/\/decide\?id=[\w-]+$/)
    await expect(page.getByText(person.email).first()).toBeVisible()
    await expect(page.getByText(/^Signed up .+ · Email confirmed$/)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    expect(await hindrancesInBothThemes(page)).toEqual([])
    expect(await statusOf(person)).toBe('pending')

    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Approved')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await statusOf(person)).toBe('approved')

    await page.reload()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
    expect(await statusOf(person)).toBe('pending')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Approved')
    const sent = 'UPDATE outbox o SET sent_at = now(), payload = null FROM users u WHERE u.id = o.user_id'
    await query(`${sent} AND u.email = $1`, [person.email])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(errorText.too_late_to_undo).first()).toBeVisible()
  })

  test('reviews the list without a link, and denies with a reason by keyboard', async ({ page }) => {
    await administrator(page)
    const person = await knownPerson('pending')
    const other = await knownPerson('pending')
    await page.goto('/')
    await page.locator('[popovertarget=member-menu]:visible').click()
    await page.getByRole('button', { name: 'Dark' }).click()
    await page.getByRole('link', { name: 'Review sign-ups' }).click()
    await expect(page.getByRole('heading', { name: /waiting$/ })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'evening')
    expect(await hindrancesInBothThemes(page)).toEqual([])
    await page.getByRole('listitem').filter({ hasText: person.email }).getByRole('link').click()
    await expect(page.getByText('it may belong to someone else')).toBeVisible()
    await page.getByRole('button', { name: 'Resend confirmation' }).click()
    await expect(page.getByText(linkSentTo(person.email))).toBeVisible()
    await page.getByRole('button', { name: 'Deny…' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Reason')).toBeFocused()
    await page.keyboard.type('Not in this cohort')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Denied')
    expect([await statusOf(person), await statusOf(other)]).toEqual(['denied', 'pending'])
    await expect(page.getByRole('link', { name: /^Next: \d+ waiting$/ })).toBeVisible()
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
    await expect(page.getByText(errorText.decided_meanwhile)).toBeVisible()
    await expect(page.getByText(`${person.email} was denied by`)).toBeVisible()
    await query('DELETE FROM users WHERE email = $1', [person.email])
    await page.goto(path)
    await expect(page.getByText(errorText.sign_up_gone)).toBeVisible()
    await page.getByRole('link', { name: 'See who’s waiting' }).click()
    await expect(page.getByRole('heading', { name: /waiting$/ })).toBeVisible()
  })
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

async function statusOf({ email }: Person): Promise<unknown> {
  const [member] = (await query('SELECT approval_status AS status FROM members WHERE email = $1', [
    email,
  ])) as {
    status: string
  }[]
  return member?.status
}

import type { Locator, Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import { refusalText } from '#src/shared/people/notices.ts'
import { axeViolations } from './axe.ts'
import { readLayoutShifts, recordLayoutShifts } from './layout.ts'
import {
  confirmByQuery,
  confirmEmail,
  createPerson,
  emailsTo,
  expect,
  holdRequests,
  markEmailsSent,
  PASSWORD,
  type Person,
  query,
  reviewPath,
  signIn,
  signInAsAdmin,
  signUpByAction,
  test,
  waitForHydration,
} from './portal.ts'
import { ADMINS } from './start-portal.ts'

const PHONE = { width: 390, height: 844 }

test.use({ viewport: PHONE, allowConsoleErrors: [/status of 4\d\d|net::ERR_FAILED/] })

test.describe('an administrator on a phone', () => {
  test('approves with one press from the email', async ({ page }) => {
    const admin = await signInAsAdmin(page)
    const person = await signUpByAction(page)
    await confirmEmail(page, person)
    const link = await noticeLink(person)
    await page.context().clearCookies()

    await signIn(page, admin, link)
    await expect(page).toHaveURL(/\/people\?id=[\w-]+$/)
    await expect(page.getByText(person.email).first()).toBeVisible()
    await expect(page.getByText(/^Signed up .+ · Email confirmed$/)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    expect(await axeViolations(page, 'main')).toEqual([])
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('can sign in now')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await test.step('a focused button is below the bar', async () => {
      const setting = page.getByRole('button', { name: 'Make editor' })
      await setting.evaluate((button) => scrollBy(0, button.getBoundingClientRect().top))
      await setting.focus()
      const bar = await page.getByRole('banner').boundingBox()
      expect((await setting.boundingBox())?.y).toBeGreaterThanOrEqual(bar?.height ?? NaN)
    })
    await test.step('undoes it until the email leaves', async () => {
      await page.reload()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
      await page.getByRole('button', { name: 'Approve' }).click()
      await expect(page.getByText('can sign in now')).toBeVisible()
      await markEmailsSent(person)
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText(refusalText.too_late_to_undo).first()).toBeVisible()
    })
  })

  test('finds a person in the list', async ({ page }) => {
    await signInAsAdmin(page)
    const person = await createPerson('pending')
    await page.goto('/leaderboard')
    await waitForHydration(page)
    await page.locator('[popovertarget=member-menu]:visible').click()
    await page.getByRole('link', { name: 'People' }).click()
    await expect(page.getByRole('link', { name: /^Waiting/ })).toHaveAttribute('aria-current', 'page')
    expect(await axeViolations(page, 'main', true)).toEqual([])
    await find(page, person)
    await expect(page).toHaveURL(/[?&]q=/)
    const row = page.getByRole('row').getByRole('link', { name: person.email })
    await expect(row).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
    await row.click()
    await page.getByRole('button', { name: 'Resend confirmation' }).click()
    await expect(page.getByText('Sent another link')).toBeVisible()
    await test.step('denies them with a reason by keyboard', async () => {
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
    })
  })

  test('sees people beside filters, buttons and notices', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await signInAsAdmin(page)
    await createApplicants(6, 'small.example')
    await page.goto('/people')
    await expect(page.getByRole('row').first().getByRole('checkbox')).toBeInViewport()
    await page.getByRole('button', { name: 'Filter and sort' }).click()
    await expect(page.getByLabel('Sort', { exact: true })).toBeVisible()
    await page.goto('/people?q=small.example')
    await expect(page.getByText('Signed up just now · Email confirmed'), 'in one line').toHaveCount(6)
    const boxes = page.getByRole('row').getByRole('checkbox')
    await boxes.first().check()
    await boxes.nth(1).check()
    await page.getByRole('button', { name: 'Company and role…' }).click()
    await page.getByLabel(/^Role/).fill('Angel')
    const bar = page.getByRole('group', { name: 'For those selected' })
    await expect(bar, 'hides no row with its form').toHaveCSS('position', 'static')
    await page.keyboard.press('Enter')
    await expect(bar).toHaveCSS('position', 'sticky')
    const notice = await page.locator('#toasts > *').filter({ hasText: 'Saved for 2 people' }).boundingBox()
    const top = (await bar.boundingBox())?.y ?? 0
    expect((notice?.y ?? 0) + (notice?.height ?? Infinity)).toBeLessThanOrEqual(top)
  })

  test('withdraws a mistyped invitation', async ({ page }) => {
    await signInAsAdmin(page)
    const email = `typo.${'x'.repeat(40)}@${'y'.repeat(30)}.example`
    const people = JSON.stringify([{ email }])
    await query('SELECT outcome FROM invite($1, $2)', [people, 'somebody else'])
    await query(`UPDATE users SET created_at = now() - interval '1 day' WHERE email = $1`, [email])
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(await reviewPath({ email }))
    await expect(page).toHaveTitle(`${email} · People · Lanai`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await expect(page.getByText('Sign out everywhere'), 'they have no devices').toHaveCount(0)
    await page.getByRole('button', { name: 'Withdraw invitation…' }).click()
    await page.getByRole('button', { name: 'Withdraw invitation', exact: true }).click()
    await expect(page).toHaveURL(/status=invited/)
    await expect(page.getByText('No longer invited')).toBeVisible()
  })
})

test.describe('an administrator on a desktop', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('approves only those of several who have confirmed', async ({ page }) => {
    await signInAsAdmin(page)
    const [kai, noe] = [await createPerson('pending'), await createPerson('pending')]
    const unconfirmed = [await createPerson('pending'), await createPerson('pending')] as const
    await confirmByQuery(kai, noe)
    const tick = (person: Person) => rowOf(page, person).getByRole('checkbox')
    await page.goto('/people')
    await expect(page).toHaveTitle(/^Waiting · People · /)

    for (const person of unconfirmed) await tick(person).check()
    await expect(
      page.getByRole('button', { name: /^Approve( \d+)?$/ }),
      'neither can be approved',
    ).toHaveCount(0)
    await page.getByRole('button', { name: 'Resend 2 confirmations' }).click()
    await expect(page.getByText('2 people sent another link')).toHaveCount(1)
    for (const person of unconfirmed) await expect(tick(person)).not.toBeChecked()

    for (const person of [kai, unconfirmed[0]]) await tick(person).check()
    await expect(page.getByRole('button', { name: 'Approve 1', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Resend 1 confirmation', exact: true })).toBeVisible()
    await tick(noe).check()
    await page.getByRole('button', { name: 'Approve 2' }).click()
    await expect(page.getByText('2 people approved')).toBeVisible()
    await expect(tick(unconfirmed[0])).toBeChecked()
    await test.step('undoes the approvals', async () => {
      await page.getByRole('button', { name: 'Undo 2 approvals' }).click()
      await expect(page.getByText('2 people back where they were')).toBeVisible()
      expect(await page.getByText('2 people approved').count(), 'not true any more').toBe(0)
      await expect(tick(kai)).toBeVisible()
      await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
    })
    await test.step('denies several', async () => {
      await tick(kai).check()
      await page.getByRole('button', { name: 'Deny 2' }).click()
      await expect(page.getByText('2 people denied')).toBeVisible()
      await page.getByRole('button', { name: 'Undo 2 denials' }).click()
      await expect(tick(kai)).toBeVisible()
    })
  })

  test('decides about one person by a double click', async ({ page }) => {
    await signInAsAdmin(page)
    const company = `Double ${Date.now()}`
    const people = [await createPerson('pending'), await createPerson('pending')]
    for (const { email } of people)
      await query('UPDATE profiles SET company = $1 FROM users u WHERE u.id = profiles.id AND u.email = $2', [
        company,
        email,
      ])
    await page.goto(`/people?q=${encodeURIComponent(company)}`)
    const rows = page.getByRole('row').getByRole('button', { name: /^Deny / })
    await expect(rows).toHaveCount(2)
    await rows.first().click()
    await expect(rows).toHaveCount(1)
    await rows.dispatchEvent('click', { detail: 2 })
    await expect(page.getByText(/ denied/).first()).toBeVisible()
    const denied = `SELECT FROM members WHERE approval_status = 'denied' AND email = ANY ($1)`
    expect(await query(denied, [people.map(({ email }) => email)])).toHaveLength(1)
  })

  test('undoes a decision in its row until its email leaves', async ({ page }) => {
    await page.clock.install()
    await signInAsAdmin(page)
    const [kai, noe] = [await createPerson('pending'), await createPerson('pending')]
    await confirmByQuery(kai)
    await page.goto('/people')
    await rowOf(page, noe)
      .getByRole('button', { name: /^Deny / })
      .click()
    await page.getByText(`${noe.fullName ?? noe.email}: denied`).waitFor()
    await page.reload()
    await page.getByRole('button', { name: `Undo the denial of ${noe.fullName ?? noe.email}` }).click()
    await expect(rowOf(page, noe)).toBeVisible()
    await rowOf(page, kai)
      .getByRole('button', { name: /^Approve / })
      .click()
    const undo = page.getByRole('button', { name: `Undo the approval of ${kai.fullName ?? kai.email}` })
    await undo.focus()
    await markEmailsSent(kai)
    await page.clock.fastForward(11_000)
    await expect(undo).toHaveCount(0)
    await expect(page.locator('main p[role=status]')).toBeFocused()
  })

  test('reads once why a decision failed', async ({ page }) => {
    await signInAsAdmin(page)
    const person = await createPerson('pending')
    await page.goto('/people')
    const deny = rowOf(page, person).getByRole('button', { name: /^Deny / })
    await expect(deny).toBeVisible()
    await page.route('**/_actions/people.*', (route) => route.abort())
    const refetch = page.waitForEvent('requestfailed', (request) => request.url().endsWith('people.list'))
    const place = await placeInRow(deny)
    await deny.click()
    await refetch
    await expect(rowOf(page, person).getByText(errorText.unreachable)).toBeVisible()
    await expect(page.getByText(errorText.unreachable)).toHaveCount(1)
    expect(await placeInRow(deny), 'the button stays').toEqual(place)
  })

  test('enters the password for more than 20 people', async ({ page }) => {
    await signInAsAdmin(page)
    await createApplicants(21, 'many.example')
    await page.goto('/people?q=many.example')
    await page.getByLabel('Select all').check()
    await page.getByRole('button', { name: 'Approve 21…' }).click()
    await expect(password(page)).toBeFocused()
    await expect(password(page)).toHaveAccessibleDescription(/^For more than 20 people/)
    expect(await axeViolations(page, 'main', true)).toEqual([])
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await expect(page.getByText(errorText.current_password_wrong)).toBeVisible()
    await password(page).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText('21 people approved')).toBeVisible()
  })

  test('filters and sorts the list', async ({ page }) => {
    await signInAsAdmin(page)
    await createApplicants(3, 'sorted.example')
    const set = `UPDATE profiles SET full_name = $2, role = $3 WHERE id = (SELECT id FROM users WHERE email = $1)`
    await query(set, ['p1@sorted.example', 'Pua', 'Angel'])
    await query(set, ['p2@sorted.example', 'Ana', 'Angel'])
    await page.goto('/people?q=p3@sorted.example')
    await expect(page.getByLabel('Filter by role'), 'the roles of all').toContainText('Angel')
    await page.goto('/people?q=sorted.example')
    await expect(page.getByText('3 people match.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Waiting 3 found' })).toBeVisible()
    await page.getByLabel('Filter by role').selectOption('Angel')
    await expect(page.getByText('2 people match.')).toBeVisible()
    await expect(page.getByLabel('Sort', { exact: true })).not.toContainText('Fewest videos')
    await page.getByLabel('Sort', { exact: true }).selectOption('By name')
    await expect(page.getByRole('row').getByRole('link')).toHaveText([/Ana/, /Pua/])
    await expect(page.getByLabel('Sort', { exact: true })).toHaveValue('name')
    expect(await axeViolations(page, 'main')).toEqual([])
    await page.getByRole('link', { name: 'Denied' }).click()
    await expect(page).toHaveURL('/people?status=denied&q=sorted.example&role=Angel&sort=name')
  })

  test('opens a list that doesn’t shift', async ({ page }) => {
    await page.setViewportSize({ width: 820, height: 1180 })
    await signInAsAdmin(page)
    await page.addInitScript(recordLayoutShifts)
    await page.goto('/people?status=approved')
    await expect(page.getByRole('row').first()).toBeVisible()
    const shifts = await readLayoutShifts(page)
    expect(shifts.filter(({ value }) => value > 0.001)).toEqual([])
  })

  test('finds a member under another status', async ({ page }) => {
    const admin = await signInAsAdmin(page)
    const company = 'Kona Labs '.repeat(8).trim()
    await query('UPDATE profiles SET company = $1 WHERE id = (SELECT id FROM users WHERE email = $2)', [
      company,
      admin.email,
    ])
    await page.goto('/leaderboard')
    await waitForHydration(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('approve deny')
    await expect(page.getByRole('option').first()).toContainText('Manage people')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/people')
    await find(page, admin)
    await expect(page.getByText(/^No one in Waiting matches, but 1 person in Members\.$/)).toBeVisible()
    await expect(page.getByRole('link', { name: /^Members/ })).toHaveAttribute('aria-current', 'page')
    await query(`SELECT * FROM set_groups($1, '{naupaka}')`, [[admin.email]])
    await page.reload()
    for (const width of [640, 768, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      const link = await page.getByRole('row').getByRole('link', { name: admin.email }).boundingBox()
      expect(link?.width, `beside ${company} at ${width} px`).toBeGreaterThan(200)
      await expect(page.getByRole('row').getByText('Naupaka cohort').filter({ visible: true })).toHaveCount(1)
    }
    await test.step('downloads the list', async () => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download CSV' }).click()
      expect((await download).suggestedFilename()).toBe('approved.csv')
    })
  })

  test('makes a member an editor and an administrator', async ({ page }) => {
    await signInAsAdmin(page)
    await page.goto(await reviewPath(await createPerson()))
    await expect(page.getByText(/^Last seen .+ · Videos \d+ of \d+$/)).toBeVisible()
    const progress = page.getByRole('region', { name: 'Progress' })
    await expect(progress).toContainText(/Videos\s*0 of \d+ watched/)
    await expect(progress).toContainText('Not yet')
    expect(await axeViolations(page, 'main')).toEqual([])
    const makeEditor = page.getByRole('button', { name: 'Make editor' })
    await expect(makeEditor).toBeVisible()
    // Only the answer is lost, and the page waits for what is true then.
    await page.route('**/_actions/people.act', async (route) => {
      await route.fetch()
      await route.abort()
    })
    const release = await holdRequests(page, '**/_actions/people.read')
    await makeEditor.click()
    await expect(page.getByText(errorText.unreachable)).toBeVisible()
    release()
    await expect(page.getByRole('button', { name: 'Remove editor' })).toBeVisible()
    await page.unroute('**/_actions/people.act')
    await test.step('a form that is still saved leaves the focus in the next one', async () => {
      const release = await holdRequests(page, '**/_actions/people.describe')
      await page.getByRole('button', { name: 'Company and role…' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('button', { name: 'Make administrator…' }).click()
      release()
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Company and role…' })).toBeVisible()
      await expect(password(page)).toBeFocused()
    })
    await test.step('an administrator needs the password', async () => {
      await password(page).fill('not the password')
      await page.keyboard.press('Enter')
      await expect(page.getByText(errorText.current_password_wrong)).toBeVisible()
      await password(page).fill(PASSWORD)
      await page.keyboard.press('Enter')
      await expect(page.getByText('An administrator now')).toBeVisible()
    })
  })
})

/** The link to this person's review in the notice about them, once it has arrived. */
async function noticeLink({ email }: Person): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const notices = await emailsTo({ email: ADMINS })
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
  await page.getByRole('searchbox', { name: 'Search people' }).fill(email)
  await page.keyboard.press('Enter')
}

const rowOf = (page: Page, { email }: Person) => page.getByRole('row').filter({ hasText: email })

/** Right and top, to within 4 px: the row's height rounds differently. */
function placeInRow(button: Locator) {
  return button.evaluate((element) => {
    const [own, row] = [element.getBoundingClientRect(), element.closest('tr')?.getBoundingClientRect()]
    return [own.right, own.top - (row?.top ?? 0)].map((n) => Math.round(n / 8))
  })
}

/** They have confirmed their addresses, all of this domain. */
async function createApplicants(count: number, domain: string): Promise<void> {
  await query(
    `WITH people AS (
       INSERT INTO users (email, email_confirmed_at, password_hash)
       SELECT 'p' || n || '@' || $2, now(), '$argon2id$x' FROM generate_series(1, $1) n RETURNING id
     ) INSERT INTO profiles (id) SELECT id FROM people`,
    [count, domain],
  )
}

test.describe('an administrator with groups', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('makes a cohort alumni in one press, and takes it back', async ({ page }) => {
    const admin = await signInAsAdmin(page)
    const people = [await createPerson(), await createPerson(), await createPerson()]
    const [kai] = people as [Person]
    const emails = people.map(({ email }) => email)
    await query(
      `UPDATE profiles SET company = 'Reef groups' WHERE id IN (SELECT id FROM users WHERE email = ANY($1))`,
      [emails],
    )
    await query(`SELECT * FROM set_groups($1, '{naupaka}')`, [emails])
    await query(`SELECT * FROM set_groups($1, '{ohelo}')`, [[kai.email]])
    const invited = { email: 'invited@groups.example', company: 'Reef groups', groups: ['naupaka'] }
    await query('SELECT outcome FROM invite($1, $2)', [JSON.stringify([invited]), admin.email])
    await page.goto('/people?status=approved&q=reef groups')
    await page.getByLabel('Filter by group').selectOption('Naupaka cohort')
    await page.getByRole('search').getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/group=naupaka/)
    await expect(rowOf(page, kai).getByRole('cell', { name: 'Naupaka cohort, Ohelo alumni' })).toBeVisible()

    await page.getByLabel('Select all').check()
    await page.getByRole('button', { name: 'Add to…' }).click()
    const to = page.getByRole('combobox', { name: 'Add to', exact: true })
    await expect(to).toBeFocused()
    await expect(to).not.toContainText('Naupaka cohort')
    await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
    await to.selectOption('Ohelo alumni')
    const from = page.getByRole('combobox', { name: /^And remove from/ })
    await expect(from).not.toContainText('Ohelo alumni')
    await from.selectOption('Naupaka cohort')
    expect(await axeViolations(page, 'main', true)).toEqual([])
    await page.getByRole('button', { name: 'Add 2 and remove 3', exact: true }).click()
    await expect(page.getByText('2 added to Ohelo alumni, 3 removed from Naupaka cohort')).toBeVisible()
    await expect(page.getByText('No one matches.')).toBeFocused()
    await expect(page.getByRole('link', { name: /^Members/ })).toHaveAttribute('aria-current', 'page')

    await page.getByRole('button', { name: 'Undo the groups of 3 people' }).click()
    await expect(page.getByText('3 people back in their groups')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Ohelo alumni' })).toHaveCount(1)
    await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)

    await test.step('removes one, and says so by name', async () => {
      await rowOf(page, kai).getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Remove from…' }).click()
      await page.getByRole('combobox', { name: 'Remove from', exact: true }).selectOption('Ohelo alumni')
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await expect(page.getByText(`${kai.fullName ?? kai.email}: removed from Ohelo alumni`)).toBeVisible()
    })
    await test.step('changes the groups of one person on their page', async () => {
      await rowOf(page, kai).getByRole('link').click()
      await page.getByRole('button', { name: 'Groups…' }).click()
      await expect(page.getByLabel('Naupaka cohort')).toBeChecked()
      await page.getByLabel('Kiawe mentors').check()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(`${kai.fullName ?? kai.email}: added to Kiawe mentors`)).toBeVisible()
      await expect(page.getByText(`just now · by ${admin.email}: Kiawe mentors`)).toBeVisible()
    })
  })

  test('invites a list into groups', async ({ page }) => {
    await signInAsAdmin(page)
    await page.goto('/people?invite')
    await page
      .getByLabel('Names and email addresses')
      .fill('Name,Email,Cohort\nLono,lono@groups.example,naupaka\nPele,pele@groups.example,Kiawe mentros')
    await page.getByRole('button', { name: 'Check the list' }).click()
    const cell = page.getByLabel('Cohort', { exact: true })
    await expect(cell).toHaveAccessibleDescription(
      'There is no group “Kiawe mentros”; did you mean Kiawe mentors?',
    )
    await cell.fill('kiawe')
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByText('Pele, Kiawe mentors')).toBeVisible()
    await page.getByLabel('Add everyone to').selectOption('Ohelo alumni')
    expect(await axeViolations(page, 'main', true)).toEqual([])
    await page.getByRole('button', { name: 'Invite 2' }).click()
    await expect(page.getByText('Lono, Naupaka cohort, Ohelo alumni')).toBeVisible()
    await expect(page.getByText('Pele, Kiawe mentors, Ohelo alumni')).toBeVisible()
    const rows = await query(
      `SELECT groups FROM people WHERE email IN ('lono@groups.example', 'pele@groups.example') ORDER BY email`,
      [],
    )
    expect(rows).toEqual([{ groups: ['naupaka', 'ohelo'] }, { groups: ['kiawe', 'ohelo'] }])
  })
})

import { errorText } from '#src/shared/errors.ts'
import {
  createPerson,
  expect,
  holdRequests,
  signIn,
  signInAsMember,
  signOut,
  test,
  waitForHydration,
} from './portal.ts'
import { translatePage } from './translate.ts'

/** Browsers whose owners, or their extensions, have changed what pages may do. */

test.use({ allowConsoleErrors: [/status of 4\d\d|net::ERR_FAILED/] })

test('a browser without storage serves a whole visit', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, area, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  await signIn(page, await createPerson())
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'This week' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Due' })).toBeVisible()
  await waitForHydration(page)

  await test.step('a change that isn’t saved says that it is lost', async () => {
    const due = page.getByRole('region', { name: 'Due' })
    const box = due.getByRole('checkbox').last()
    await page.route('**/progress.save', (route) => route.abort(), { times: 1 })
    await box.check()
    await expect(due.getByRole('alert')).toContainText(errorText.progress_unsent_unkept)
    await expect(box).toBeChecked()
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await box.uncheck()
    await expect(due.getByRole('alert')).toContainText(errorText.progress_signed_out_unkept)
    await page.context().addCookies(cookies)
  })

  await signOut(page)
  await expect(page).toHaveURL('/auth')
  await page.goto('/')
  await expect(page).toHaveURL('/auth?next=%2F')
})

test.describe('what was typed at /auth before hydration', () => {
  // React says that it has rendered the form again.
  test.use({ allowConsoleErrors: [/React error #418/] })

  for (const [cause, changePage] of [
    ['', () => undefined],
    [' in a translated page', translatePage],
  ] as const)
    test(`is kept${cause}`, async ({ page }) => {
      const person = await signInAsMember(page)
      await page.context().clearCookies()
      const release = await holdRequests(page, '**/_astro/*.js')
      await page.goto('/auth', { waitUntil: 'commit' })
      await page.getByLabel('Email').fill(person.email)
      await page.getByLabel('Password', { exact: true }).fill(person.password)
      await page.evaluate(changePage)
      await page.keyboard.press('Enter')
      const submit = page.getByRole('button', { name: 'Sign in', exact: true })
      await expect(submit).toBeDisabled()
      const waiting = await submit.evaluate(backgroundOf)
      release()
      await expect(submit).toBeEnabled()
      expect(await submit.evaluate(backgroundOf), 'it looks as it did').toBe(waiting)
      await expect(page).toHaveURL('/auth')
      await page.getByLabel('Password', { exact: true }).press('Enter')
      await expect(page).toHaveURL('/')
    })
})

const backgroundOf = (element: Element) => getComputedStyle(element).backgroundColor

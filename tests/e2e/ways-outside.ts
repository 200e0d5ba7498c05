import type { Page } from 'playwright/test'
import { errorText } from '#src/shared/errors.ts'
import {
  confirmEmail,
  decide,
  expect,
  knownPerson,
  mailedLink,
  newPerson,
  type Person,
  signedUp,
  signIn,
  signUp,
} from './portal.ts'
import { badGateway, busy, disown, STRANGE_LINK, STRANGE_TOKEN, type Way, withAnswer } from './ways.ts'

/** Ways to what is said to people who are not signed in. */
export const waysOutside = {
  email_invalid: (page) => typeAtSignIn(page, { ...newPerson(), email: 'not an address' }),
  password_too_short: (page) => typeAtSignIn(page, { ...newPerson(), password: '12345' }),
  password_too_long: (page) => typeAtSignIn(page, { ...newPerson(), password: 'x'.repeat(257) }),
  passwords_differ: (page) => chooseNewPassword(page, STRANGE_LINK, 'one password', 'another one'),

  account_denied: async (page) => signIn(page, await knownPerson('denied')),
  account_pending: async (page) => signIn(page, await knownPerson('pending')),
  invalid_credentials: (page) => typeAtSignIn(page, newPerson()),
  auth_failed: (page) => withAnswer(page, badGateway, () => typeAtSignIn(page, newPerson())),
  email_taken: async (page) => {
    const person = newPerson()
    await signUp(page, person)
    await page.getByRole('button', { name: 'Create another account' }).click()
    await page.getByLabel('Email').fill(` ${person.email.toUpperCase()} `)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText(errorText.email_taken)).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password)
  },

  confirmation_token_missing: (page) => page.goto('/confirm-email'),
  confirmation_failed: confirmStrangely,
  confirmation_failed_title: confirmStrangely,
  confirmation_failed_advice: confirmStrangely,
  confirmation_error: (page) => withAnswer(page, 'none', () => confirmStrangely(page)),
  sign_up_decided: async (page) => {
    const person = await signedUp(page)
    await decide(person, 'denied')
    await disown(page, person)
  },

  reset_request_failed: (page) => withAnswer(page, badGateway, () => forget(page, newPerson())),
  reset_link_invalid: async (page) => {
    await page.goto('/reset-password')
    await expect(page).toHaveURL('/auth')
  },
  reset_token_invalid: (page) => chooseNewPassword(page, STRANGE_LINK, 'a new password'),
  reset_failed: (page) =>
    withAnswer(page, badGateway, () => chooseNewPassword(page, STRANGE_LINK, 'a new password')),

  too_many_attempts: async (page) => {
    const person = await knownPerson()
    await page.goto('/auth')
    await expect(async () => {
      await submitCredentials(page, { ...person, password: 'not the password' })
      await expect(page.getByText(errorText.too_many_attempts)).toBeVisible({ timeout: 500 })
    }).toPass({ intervals: [0] })
  },
  busy: (page) => withAnswer(page, busy, () => typeAtSignIn(page, newPerson())),
  unexpected: (page) => withAnswer(page, 'none', () => typeAtSignIn(page, newPerson())),
  signed_in: async (page) => signIn(page, await knownPerson()),
  signed_up: (page) => signUp(page, newPerson()),
  email_confirmed: confirmOwnEmail,
  email_confirmed_title: confirmOwnEmail,
  sign_up_discarded: async (page) => disown(page, await signedUp(page)),
  confirmation_resent: async (page) => {
    await signUp(page, newPerson())
    await page.getByRole('button', { name: 'Resend email' }).click()
  },
  reset_requested: (page) => forget(page, newPerson()),
  password_reset: async (page) => {
    const person = await knownPerson()
    await forget(page, person)
    await chooseNewPassword(page, await mailedLink(person, '/reset-password'), 'a new password')
  },
} satisfies Record<string, Way>

async function typeAtSignIn(page: Page, person: Person): Promise<void> {
  await page.goto('/auth')
  await submitCredentials(page, person)
}

async function submitCredentials(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function forget(page: Page, person: Person): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
}

async function confirmOwnEmail(page: Page): Promise<void> {
  await confirmEmail(page, await signedUp(page))
}

async function confirmStrangely(page: Page): Promise<void> {
  await page.goto(`/confirm-email?token=${STRANGE_TOKEN}`)
}

async function chooseNewPassword(
  page: Page,
  link: string,
  password: string,
  again = password,
): Promise<void> {
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(again)
  await page.getByRole('button', { name: 'Update password' }).click()
}

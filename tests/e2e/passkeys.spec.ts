import type { CDPSession, Page, Request } from 'playwright/test'
import { sha256Hex } from '#src/server/tokens.ts'
import { openAccount } from './account.ts'
import { axeViolations } from './axe.ts'
import {
  createPerson,
  emailsTo,
  expect,
  openHomeAsMember,
  PASSWORD,
  query,
  signIn,
  signInAsAdmin,
  signInAsMember,
  signOut,
  test,
} from './portal.ts'

const HOME = 'Welcome back!'
const ADVICE = 'Passwords get stolen, and yours can let anyone in.'

test('a member adds a passkey, signs in with it and removes it', async ({ page }) => {
  await addAuthenticator(page)
  const member = await openHomeAsMember(page)
  const dialog = await openAccount(page, 'Security')
  await test.step('adds it with the password', async () => {
    await dialog.getByRole('button', { name: 'Add a passkey' }).click()
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByText('Passkey added')).toBeVisible()
    await expect(dialog.getByText(/Not used yet · Added just now/)).toBeVisible()
    await expect(async () => {
      expect((await emailsTo(member)).join()).toContain('passkey that was just added')
    }).toPass()
  })
  await page.keyboard.press('Escape')
  await signOut(page)
  await test.step('signs in by the browser’s offer in the field', async () => {
    await expect(page.getByText(HOME)).toBeVisible()
  })
  await test.step('uses it in place of the password', async () => {
    await openAccount(page, 'Security')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(dialog.getByRole('button', { name: 'Use your password' })).toBeFocused()
    await dialog.getByLabel('New password', { exact: true }).fill('another good one')
    await dialog.getByRole('button', { name: 'Update password' }).click()
    await expect(page.getByText('Your password has been updated successfully!')).toBeVisible()
  })
  await test.step('removes it', async () => {
    await dialog.getByRole('button', { name: /Remove passkey of Chrom/ }).click()
    await dialog.getByLabel('Current password', { exact: true }).fill('another good one')
    await dialog.getByRole('button', { name: 'Remove passkey', exact: true }).click()
    await expect(page.getByText('Passkey removed')).toBeVisible()
    await expect(dialog.getByText(/Not used yet|Used/)).toHaveCount(0)
  })
})

test('a button signs in where the browser offers nothing in the field', async ({ page }) => {
  await withoutAutofill(page)
  const device = await addAuthenticator(page)
  await addPasskeyAs(page)
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText(HOME)).toBeVisible()
  await device.detach()
})

test.describe('a refused passkey', () => {
  test.use({ allowConsoleErrors: [/status of 4\d\d|net::ERR_FAILED/] })

  test('leaves the password', async ({ page }) => {
    await withoutAutofill(page)
    await addAuthenticator(page)
    const member = await addPasskeyAs(page)
    await signOut(page)
    await query('DELETE FROM passkeys k USING users u WHERE u.id = k.user_id AND u.email = $1', [
      member.email,
    ])
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByText('This passkey doesn’t work here. Use your password.')).toBeVisible()
    await signIn(page, member)
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(page.getByText(HOME)).toBeVisible()
  })

  test('of the browser’s own offer is asked for again', async ({ page }) => {
    await addAuthenticator(page)
    await addPasskeyAs(page)
    await page.route(
      '**/_actions/passkeys.signIn',
      async (route) => {
        await query('UPDATE passkey_challenges SET expires_at = now() WHERE token_hash = $1', [
          challengeHash(route.request()),
        ])
        await route.continue()
      },
      { times: 1 },
    )
    await signOut(page)
    await expect(page.getByText(HOME)).toBeVisible()
  })

  test('whose offer can’t be prepared is not mentioned', async ({ page }) => {
    await page.route('**/_actions/passkeys.startSignIn', (route) => route.abort())
    const asked = page.waitForRequest('**/_actions/passkeys.startSignIn')
    await page.goto('/auth')
    await asked
    await page.getByLabel('Email').fill('kai@example.org')
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
  })

  test('says what became of the account', async ({ page }) => {
    await withoutAutofill(page)
    await addAuthenticator(page)
    const member = await addPasskeyAs(page)
    await signOut(page)
    await query(`SELECT * FROM decide_memberships(array[$1], 'denied')`, [member.email])
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByText('Your account access has been denied.')).toBeVisible()
  })
})

test('a passkey that nobody chose changes nothing', async ({ page }) => {
  await withoutAutofill(page)
  await addAuthenticator(page, { isUserVerified: false })
  await openHomeAsMember(page)
  const dialog = await openAccount(page, 'Security')
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('No passkey was added. You can try again.')).toBeVisible()
  await expect(dialog.getByLabel('Current password', { exact: true })).toHaveValue(PASSWORD)
})

test('a member who signs in by password is offered a passkey until they decline', async ({ page }) => {
  await withoutAutofill(page)
  await addAuthenticator(page)
  const member = await createPerson()
  await signIn(page, member)
  await expect(page.getByRole('heading', { name: 'Skip the password next time' })).toBeFocused()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Don’t ask again' }).click()
  await expect(page.getByText(HOME)).toBeVisible()
  await leave(page)
  await signIn(page, member)
  await expect(page.getByText(HOME)).toBeVisible()
  await test.step('and takes it', async () => {
    const other = await createPerson()
    await leave(page)
    await signIn(page, other)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByText('Passkey added')).toBeVisible()
    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByText(HOME)).toBeVisible()
  })
})

test('a browser without passkeys says so', async ({ page }) => {
  await page.addInitScript(() => void Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('This browser can’t use passkeys. Use your password.')).toBeVisible()
  await openHomeAsMember(page)
  const dialog = await openAccount(page, 'Security')
  await expect(dialog.getByText('This browser can’t use passkeys.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
})

test.describe('offline', () => {
  test.use({ allowConsoleErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('adding one says so', async ({ page, context }) => {
    await addAuthenticator(page)
    await openHomeAsMember(page)
    const dialog = await openAccount(page, 'Security')
    await dialog.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD)
    await context.setOffline(true)
    await dialog.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(
      page.getByText('Can’t reach the portal: check your connection, then try again.'),
    ).toBeVisible()
    await context.setOffline(false)
    await dialog.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByText('Passkey added')).toBeVisible()
  })

  test('declining the offer says so', async ({ page, context }) => {
    await withoutAutofill(page)
    await addAuthenticator(page)
    await signIn(page, await createPerson())
    const decline = page.getByRole('button', { name: 'Don’t ask again' })
    await decline.waitFor()
    await context.setOffline(true)
    await decline.click()
    await expect(
      page.getByText('Can’t reach the portal: check your connection, then try again.'),
    ).toBeVisible()
    await context.setOffline(false)
    await decline.click()
    await expect(page.getByText(HOME)).toBeVisible()
  })
})

test('an administrator without a passkey is advised to add one', async ({ page }) => {
  await addAuthenticator(page)
  await signInAsAdmin(page)
  await page.goto('/people')
  await page.getByText(ADVICE).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Passkey added')).toBeVisible()
  await expect(page.getByText(ADVICE)).toHaveCount(0)
})

async function leave(page: Page): Promise<void> {
  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
}

async function addPasskeyAs(page: Page) {
  const member = await signInAsMember(page)
  await page.goto('/')
  const dialog = await openAccount(page, 'Security')
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  await page.keyboard.press('Escape')
  return member
}

/** A device that verifies its owner at once. */
async function addAuthenticator(page: Page, options: { isUserVerified?: boolean } = {}): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...options,
    },
  })
  return session
}

function challengeHash(request: Request): string {
  const { response } = request.postDataJSON() as { response: { response: { clientDataJSON: string } } }
  const clientData = Buffer.from(response.response.clientDataJSON, 'base64url').toString()
  return sha256Hex((JSON.parse(clientData) as { challenge: string }).challenge)
}

/** A browser that has no offers in fields. */
async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: undefined })
  })
}

import { beforeEach, describe, expect, test } from 'vitest'
import { confirmEmail, discardSignUp } from '#src/server/sign-up/confirm-email.ts'
import { proveSignUp, setSignUpPassword } from '#src/server/sign-up/prove-sign-up.ts'
import { signIn } from '#src/server/sign-in/sign-in.ts'
import { signUp } from '#src/server/sign-up/sign-up.ts'
import { SignInForm, SignUpForm } from '#src/shared/forms.ts'
import { fastHasher } from '../fakes/fast-hasher.ts'
import { memoryPortal } from '../fakes/memory-portal.ts'

const input = { email: 'owner@example.org', password: 'chosen by somebody' }
const STRANGER = { address: '192.0.2.1', sessionToken: null, deviceToken: null, userAgent: null }
const OWNER = { address: '198.51.100.1', signUpToken: null }
const NOT_GOOD = { ok: false, code: 'confirmation_failed' }

let portal: ReturnType<typeof memoryPortal>
let deps: ReturnType<typeof memoryPortal> & { passwords: ReturnType<typeof fastHasher> }
let token: string
/** The cookie of the browser that signed up. */
let signUpToken: string

beforeEach(async () => {
  portal = memoryPortal()
  deps = { ...portal, passwords: fastHasher() }
  const { email } = SignUpForm.parse(input)
  await portal.addToRoster(email)
  const result = await signUp(deps, SignUpForm.parse(input), STRANGER)
  signUpToken = result.ok ? result.browserCookie.value : ''
  token = (await portal.mails()).find(({ token }) => token)?.token ?? ''
})

describe('somebody signs up with an address on the roster that is not theirs', () => {
  test('the owner of the mailbox confirms elsewhere: the address is confirmed, and the stranger does not get in', async () => {
    expect(await confirmEmail(deps, token, OWNER)).toEqual({ ok: true, passwordNeeded: true })
    expect(await trySignIn()).toBe('account_pending')
    expect(await confirmEmail(deps, token, OWNER)).toEqual({ ok: true, passwordNeeded: true })
    expect(await trySignIn()).toBe('account_pending')
  })

  test('the owner sets a password of their own: the owner gets in, and the stranger’s password is worth nothing', async () => {
    await confirmEmail(deps, token, OWNER)
    const form = { token, password: 'chosen by the owner' }
    expect(await setSignUpPassword(deps, form, OWNER)).toMatchObject({ ok: true })
    expect(await trySignIn()).toBe('invalid_credentials')
    expect(await trySignIn('chosen by the owner')).toBe('ok')
  })

  test('the owner says ‘It was not me’: the account is gone, and the owner can sign up', async () => {
    expect(await discardSignUp(deps, token)).toEqual({ ok: true, discarded: 'sign_up' })
    expect(await trySignIn()).toBe('invalid_credentials')
    expect(await signUp(deps, SignUpForm.parse(input), OWNER)).toMatchObject({ ok: true })
  })
})

describe('whoever signed up is let in', () => {
  test('by confirming in the same browser', async () => {
    expect(await confirmEmail(deps, token, { signUpToken })).toEqual({ ok: true, passwordNeeded: false })
    expect(await trySignIn()).toBe('ok')
  })

  test('by the password in another browser', async () => {
    await confirmEmail(deps, token, OWNER)
    expect(await proveSignUp(deps, { token, password: input.password }, OWNER)).toEqual({ ok: true })
    expect(await trySignIn()).toBe('ok')
  })
})

test('a sign-up by a program gets a cookie too, which nobody knows', async () => {
  const trapped = SignUpForm.parse({ email: 'trap@example.org', password: 'aloha kakahiaka', website: 'x' })
  const result = await signUp(deps, trapped, STRANGER)
  expect(result).toMatchObject({ ok: true, browserCookie: { name: '__Host-sign-up' } })
})

describe('proving the password', () => {
  test('is tried five times with one link, from however many networks, and then in pauses', async () => {
    const codes = []
    for (let n = 0; n < 7; n++) codes.push(await guess(`203.0.113.${n}`))
    expect(codes).toEqual([
      ...Array<string>(5).fill('current_password_wrong'),
      'too_many_attempts',
      'too_many_attempts',
    ])
    expect(deps.passwords.verified).toHaveLength(5)
  })

  test('is tried ten times from one network, together with signing in', async () => {
    for (let n = 0; n < 10; n++) {
      await signIn(deps, SignInForm.parse({ ...input, email: `a${n}@example.org` }), {
        ...STRANGER,
        address: OWNER.address,
      })
    }
    expect(await guess(OWNER.address)).toBe('too_many_attempts')
  })

  test('costs nothing when it is right', async () => {
    for (let n = 0; n < 20; n++) {
      expect(await proveSignUp(deps, { token, password: input.password }, OWNER)).toEqual({ ok: true })
    }
  })

  test('and setting a new one share the attempts of a link, and after five nothing more is hashed', async () => {
    for (let n = 0; n < 5; n++) await guess(`203.0.113.${n}`)
    const form = { token, password: 'a new password' }
    expect(await setSignUpPassword(deps, form, OWNER)).toMatchObject({ code: 'too_many_attempts' })
  })

  test.each(['', 'x', 'a'.repeat(43), `${'a'.repeat(43)}\n`])(
    'with the link %j is nothing, and nothing is hashed',
    async (other) => {
      expect(await proveSignUp(deps, { token: other, password: input.password }, OWNER)).toEqual(NOT_GOOD)
      expect(await setSignUpPassword(deps, { token: other, password: 'a new one' }, OWNER)).toEqual(NOT_GOOD)
      expect(deps.passwords.verified).toEqual([])
    },
  )

  test('a password that was proven is not replaced by the link', async () => {
    await confirmEmail(deps, token, { signUpToken })
    expect(await setSignUpPassword(deps, { token, password: 'a new one' }, OWNER)).toEqual(NOT_GOOD)
    expect(await trySignIn()).toBe('ok')
  })

  async function guess(address: string): Promise<string> {
    const result = await proveSignUp(deps, { token, password: 'not the password' }, { address })
    return result.ok ? 'ok' : result.code
  }
})

async function trySignIn(password = input.password): Promise<string> {
  const result = await signIn(deps, SignInForm.parse({ ...input, password }), STRANGER)
  return result.ok ? 'ok' : result.code
}

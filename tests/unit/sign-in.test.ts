import { beforeEach, describe, expect, test } from 'vitest'
import { approvalStatuses } from '#src/server/vendors/ports.ts'
import { signIn, type SignInDeps } from '#src/server/sign-in/sign-in.ts'
import { signUp, type SignUpDeps } from '#src/server/sign-up/sign-up.ts'
import { errorText } from '#src/shared/errors.ts'
import { Email, SignInForm, SignUpForm } from '#src/shared/forms.ts'
import { fastHash, fastHasher, weakHash } from '../fakes/fast-hasher.ts'
import { memoryPortal, type MemoryPortal } from '../fakes/memory-portal.ts'

const EMAIL = Email.parse('leilani@example.org')
const PASSWORD = 'aloha kakahiaka'
const browser = { address: '192.0.2.1', sessionToken: null, deviceToken: null, userAgent: 'Test' }

let portal: MemoryPortal
let passwords: ReturnType<typeof fastHasher>
let deps: SignInDeps & SignUpDeps

beforeEach(async () => {
  portal = memoryPortal()
  passwords = fastHasher()
  deps = { ...portal, passwords }
  await signUp(deps, SignUpForm.parse({ email: EMAIL, password: PASSWORD }), browser)
})

function form(password = PASSWORD, email = EMAIL): SignInForm {
  return SignInForm.parse({ email, password })
}

describe('who may sign in', () => {
  test('an approved member gets a session cookie', async () => {
    await portal.decide(EMAIL, 'approved')
    const result = await signIn(deps, form(), browser)
    expect(result).toMatchObject({ ok: true, cookie: { name: '__Host-session' } })
    expect(await portal.sessionCount()).toBe(1)
  })

  test.each([
    ['pending', 'Your account is pending approval. Please wait for approval before signing in.'],
    ['denied', 'Your account access has been denied.'],
  ] as const)('the right password of a %s member gets the message and no session', async (status, text) => {
    await portal.decide(EMAIL, status)
    const result = await signIn(deps, form(), browser)
    expect(result.ok ? '' : errorText[result.code]).toBe(text)
    expect(await portal.sessionCount()).toBe(0)
  })

  test.each(approvalStatuses)(
    'a wrong password of a %s member is answered like a stranger',
    async (status) => {
      await portal.decide(EMAIL, status)
      const member = await signIn(deps, form('not the password'), browser)
      const stranger = await signIn(deps, form(PASSWORD, Email.parse('stranger@example.org')), browser)
      expect(member).toEqual({ ok: false, code: 'invalid_credentials' })
      expect(stranger).toEqual(member)
      expect(await portal.sessionCount()).toBe(0)
    },
  )

  test('an unknown e-mail costs as much hashing as a known one', async () => {
    await signIn(deps, form('not the password'), browser)
    await signIn(deps, form('not the password', Email.parse('stranger@example.org')), browser)
    expect(passwords.verified).toEqual([fastHash(PASSWORD), null])
  })
})

describe('the session of a browser is replaced at sign-in', () => {
  beforeEach(() => portal.decide(EMAIL, 'approved'))

  test('the old session is dead and the new one has another token', async () => {
    const first = await tokenOfSignIn(null)
    const second = await tokenOfSignIn(first)
    expect(second).not.toBe(first)
    expect(await portal.sessions.find(first)).toBeNull()
    expect(await portal.sessions.find(second)).not.toBeNull()
  })

  test('a token that the client made up is never adopted', async () => {
    const token = await tokenOfSignIn('chosen-by-an-attacker')
    expect(token).not.toBe('chosen-by-an-attacker')
    expect(await portal.sessions.find('chosen-by-an-attacker')).toBeNull()
  })

  test('a failed attempt leaves the session of the browser alone', async () => {
    const token = await tokenOfSignIn(null)
    await signIn(deps, form('not the password'), { ...browser, sessionToken: token })
    expect(await portal.sessions.find(token)).not.toBeNull()
  })

  async function tokenOfSignIn(sessionToken: string | null): Promise<string> {
    const result = await signIn(deps, form(), { ...browser, sessionToken })
    if (!result.ok) throw new Error(result.code)
    return result.cookie.value
  }
})

describe('a hash with weaker parameters is replaced', () => {
  beforeEach(async () => {
    await portal.decide(EMAIL, 'approved')
    const account = await portal.accounts.findByEmail(EMAIL)
    if (account)
      await portal.accounts.replacePasswordHash(account.id, account.passwordHash, weakHash(PASSWORD))
  })

  test('after the right password', async () => {
    await signIn(deps, form(), browser)
    expect((await portal.accounts.findByEmail(EMAIL))?.passwordHash).toBe(fastHash(PASSWORD))
  })

  test('never after a wrong one', async () => {
    await signIn(deps, form('not the password'), browser)
    expect((await portal.accounts.findByEmail(EMAIL))?.passwordHash).toBe(weakHash(PASSWORD))
  })
})

describe('an attempt is counted', () => {
  test('before anything is hashed', async () => {
    for (let n = 0; n < 5; n++) await signIn(deps, form('not the password'), browser)
    passwords.verified.length = 0
    expect(await signIn(deps, form(), browser)).toEqual({
      ok: false,
      code: 'too_many_attempts',
      retryAfterSeconds: 1,
    })
    expect(passwords.verified).toEqual([])
  })

  test('against the network first, so that one that is refused does not slow the owner down', async () => {
    for (let n = 0; n < 10; n++) {
      await signIn(deps, form('guessed', Email.parse(`a${n}@example.org`)), browser)
    }
    for (let n = 0; n < 20; n++) await signIn(deps, form('guessed'), browser)
    await portal.decide(EMAIL, 'approved')
    expect(await signIn(deps, form(), { ...browser, address: '198.51.100.1' })).toMatchObject({ ok: true })
  })

  test('for a known browser against that browser alone, and anew after the right password', async () => {
    await portal.decide(EMAIL, 'approved')
    const first = await signIn(deps, form(), browser)
    const known = { ...browser, deviceToken: first.ok ? (first.deviceCookie?.value ?? null) : null }
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 9; n++) await signIn(deps, form('not the password'), known)
      expect(await signIn(deps, form(), known)).toMatchObject({ ok: true, deviceCookie: null })
    }
  })

  test('a pending member who knows the password is told so, however often', async () => {
    for (let n = 0; n < 12; n++) {
      expect(await signIn(deps, form(), browser)).toEqual({ ok: false, code: 'account_pending' })
    }
  })
})

test('a sign-in that began before a reset and ends after it gets no session', async () => {
  await portal.decide(EMAIL, 'approved')
  const slow = {
    ...deps,
    passwords: {
      ...passwords,
      async verify(passwordHash: string | null, password: string) {
        const isTheirs = await passwords.verify(passwordHash, password)
        const account = await portal.accounts.findByEmail(EMAIL)
        await portal.accounts.replacePasswordHash(account?.id ?? '', fastHash(PASSWORD), fastHash('new one'))
        return isTheirs
      },
    },
  }
  expect(await signIn(slow, form(), browser)).toEqual({ ok: false, code: 'invalid_credentials' })
  expect(await portal.sessionCount()).toBe(0)
})

test('an outage is thrown, whether the account exists or not', async () => {
  const away = {
    ...deps,
    accounts: { ...deps.accounts, findByEmail: () => Promise.reject(new Error('away')) },
  }
  await expect(signIn(away, form(), browser)).rejects.toThrow('away')
})

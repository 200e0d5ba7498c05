import { beforeEach, describe, expect, test } from 'vitest'
import { signIn } from '#src/server/sign-in/sign-in.ts'
import { signUp } from '#src/server/sign-up/sign-up.ts'
import { errorText } from '#src/shared/errors.ts'
import { SignInForm, SignUpForm } from '#src/shared/forms.ts'
import { fastHasher } from '../fakes/fast-hasher.ts'
import { memoryPortal } from '../fakes/memory-portal.ts'

const browser = { address: '192.0.2.1', sessionToken: null, deviceToken: null, userAgent: null }
const input = { email: 'leilani@example.org', password: 'aloha kakahiaka' }

let portal: ReturnType<typeof memoryPortal>
let deps: ReturnType<typeof memoryPortal> & { passwords: ReturnType<typeof fastHasher> }

beforeEach(() => {
  portal = memoryPortal()
  deps = { ...portal, passwords: fastHasher() }
})

function register(fields: object) {
  return signUp(deps, SignUpForm.parse(fields), browser)
}

test('a new account waits for approval and is not signed in', async () => {
  expect(await register(input)).toMatchObject({ ok: true })
  expect(await signIn(deps, SignInForm.parse(input), browser)).toEqual({ ok: false, code: 'account_pending' })
  expect(await portal.sessionCount()).toBe(0)
})

test('a taken e-mail is told so, and the account keeps its password', async () => {
  await register(input)
  const result = await register({ ...input, password: 'another password' })
  expect(result.ok ? '' : errorText[result.code]).toBe(
    'An account with this email already exists. Please sign in instead.',
  )
  expect(await signIn(deps, SignInForm.parse(input), browser)).toEqual({ ok: false, code: 'account_pending' })
})

describe('one address is one account however it is typed', () => {
  beforeEach(() => register({ ...input, email: 'kala@example.org' }))

  test.each(['KALA@Example.org', ' kala@example.org ', 'kala＠example.org', '\u212aala@example.org'])(
    '%j',
    async (email) => {
      expect(await register({ ...input, email })).toEqual({
        ok: false,
        code: 'email_taken',
      })
    },
  )

  test('a tag after a plus makes another address', async () => {
    const tagged = { ...input, email: 'kala+lanai@example.org' }
    expect(await register(tagged)).toMatchObject({ ok: true })
  })

  test.each([
    'kala@example',
    'kalaexample.org',
    `${'k'.repeat(250)}@example.org`,
    'kal\u0131@example.org',
    '',
    'a b@example.org',
  ])('%j is refused', (email) => {
    const { error } = SignUpForm.safeParse({ ...input, email })
    expect(error?.issues).toMatchObject([{ path: ['email'], message: 'Please enter a valid email address' }])
  })
})

describe('a password is taken as typed', () => {
  test.each([
    ['of 64 characters', 'x'.repeat(64)],
    ['of 256 characters', 'x'.repeat(256)],
    ['of emoji', '🌺🌺🌺🌺🌺🌺'],
    ['with spaces around it', '  spaced  '],
    ['with a zero byte', 'zero\u0000byte'],
  ])('%s', async (_, password) => {
    await register({ ...input, password })
    expect(await codeOfSignIn(password)).toBe('account_pending')
    expect(await codeOfSignIn(password.replace(/.$/su, '!'))).toBe('invalid_credentials')
  })

  test('the spaces around it belong to it', async () => {
    await register({ ...input, password: '  spaced  ' })
    expect(await codeOfSignIn('spaced')).toBe('invalid_credentials')
  })

  test('é typed as one character or as two is the same password', async () => {
    await register({ ...input, password: 'cafe\u0301 noir' })
    expect(await codeOfSignIn('caf\u00e9 noir')).toBe('account_pending')
  })

  test.each([
    ['five characters', '12345', 'Password must be at least 6 characters'],
    ['five emoji', '🌺🌺🌺🌺🌺', 'Password must be at least 6 characters'],
    ['257 characters', 'x'.repeat(257), 'Password must be at most 256 characters'],
    ['a megabyte', 'x'.repeat(1024 * 1024), 'Password must be at most 256 characters'],
  ])('%s: refused', (_, password, message) => {
    expect(SignUpForm.safeParse({ ...input, password }).error?.issues).toMatchObject([
      { path: ['password'], message },
    ])
  })

  async function codeOfSignIn(password: string): Promise<string> {
    const result = await signIn(deps, SignInForm.parse({ ...input, password }), browser)
    return result.ok ? 'ok' : result.code
  }
})

test('fields nobody asked for are dropped at the door', () => {
  const hostile: unknown = JSON.parse(`{ "email": "a@example.org", "password": "aloha kakahiaka",
    "approval_status": "approved", "approvalStatus": "approved", "id": "1", "__proto__": { "role": "admin" } }`)
  const parsed = SignUpForm.parse(hostile)
  expect(Object.keys(parsed)).not.toContain('approval_status')
  expect(Object.keys(parsed)).not.toContain('id')
  expect(parsed).not.toHaveProperty('role')
})

test.each([
  ['Kalākaua ʻŌhiʻa 張 🌺 "quotes" </script>', 'Kalākaua ʻŌhiʻa 張 🌺 "quotes" </script>'],
  ['  Leilani  ', 'Leilani'],
  ['zero\u0000byte\r\nBcc: x', 'zero byte Bcc: x'],
  ['half an emoji \ud83c', 'half an emoji \ufffd'],
  [' \t ', null],
  [undefined, null],
])('the full name %j is kept as %j', (typed, kept) => {
  expect(SignUpForm.parse({ ...input, fullName: typed }).fullName).toBe(kept)
})

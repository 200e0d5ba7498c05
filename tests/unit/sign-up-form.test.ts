import { describe, expect, test } from 'vitest'
import { SignUpForm } from '#src/shared/forms.ts'

const input = { email: 'leilani@example.org', password: 'aloha kakahiaka' }

describe('one address is one account however it is typed', () => {
  test.each(['KALA@Example.org', ' kala@example.org ', 'kala＠example.org', '\u212aala@example.org'])(
    '%j',
    (email) => {
      expect(SignUpForm.parse({ ...input, email }).email).toBe('kala@example.org')
    },
  )

  test('a tag after a plus makes another address', () => {
    expect(SignUpForm.parse({ ...input, email: 'kala+lanai@example.org' }).email).toBe(
      'kala+lanai@example.org',
    )
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

test.each(['  spaced  ', 'zero\u0000byte'])('a password is taken as typed: %j', (password) => {
  expect(SignUpForm.parse({ ...input, password }).password).toBe(password)
})

test('a form drops unknown fields', () => {
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

import { expect, test } from 'vitest'
import { isUncommon } from '#src/server/members/common-passwords.ts'
import { SignUpForm } from '#src/shared/forms.ts'

const form = SignUpForm.check(isUncommon('password'))

async function said(password: string) {
  const { error } = await form.safeParseAsync({ email: 'kai@example.org', password })
  return error?.issues.map(({ path, message }) => [...path, message])
}

test.each(['123456', 'password', 'PassWord', 'ｐａｓｓｗｏｒｄ', 'wassup'])(
  'one of the 3,000 most common passwords is refused: %s',
  async (password) => {
    expect(await said(password)).toEqual([['password', 'password_common']])
  },
)

test.each(['password ', 'correct horse', 'aloha kakahiaka', 'wassupwassup'])(
  'any other password is accepted: %s',
  async (password) => {
    expect(await said(password)).toBeUndefined()
  },
)

test('a common password that is too short is refused as too short', async () => {
  expect(await said('1234')).toEqual([['password', 'password_too_short']])
})

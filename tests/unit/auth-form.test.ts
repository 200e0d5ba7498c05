import { describe, expect, test } from 'vitest'
import { check, fieldProblem, formProblem, without } from '#src/islands/form/problem.ts'
import { errorText } from '#src/shared/errors.ts'
import { failure } from '#src/shared/failure.ts'
import { destination } from '#src/shared/next-path.ts'

describe('after signing in a member goes', () => {
  test.each([
    ['home when nothing was asked for', '', '', '/'],
    ['to the page asked for', '?next=%2Fleaderboard', '', '/leaderboard'],
    ['to its query too', '?next=%2Fnetwork%3Ftab%3Dinvestors', '', '/network?tab=investors'],
    [
      'to its fragment, which the browser kept',
      '?next=%2Fvideo-playlist',
      '#Sales-101',
      '/video-playlist#Sales-101',
    ],
    ['to the fragment `next` names itself', '?next=%2Fvideo-playlist%23PR', '#Sales', '/video-playlist#PR'],
    ['home when a fragment came alone', '', '#Sales-101', '/'],
    ['home instead of another site', '?next=%2F%2Fevil.example', '', '/'],
    ['home instead of another site behind a fragment', '?next=%5C%5Cevil.example', '#x', '/'],
    ['home instead of back to signing in', '?next=%2Fauth', '', '/'],
  ])('%s', (_, search, hash, expected) => {
    expect(destination({ search, hash })).toBe(expected)
  })
})

describe('a form', () => {
  test('says at each field what is wrong with it', async () => {
    expect(await check('SignInForm', { email: 'kai', password: '12345' })).toEqual({
      fields: { email: errorText.email_invalid, password: errorText.password_too_short },
      form: null,
    })
  })

  test('takes a new password only when it was typed twice alike', async () => {
    expect(await check('NewPasswordForm', { password: '123456', confirmPassword: '1234567' })).toEqual({
      fields: { confirmPassword: errorText.passwords_differ },
      form: null,
    })
    expect(await check('NewPasswordForm', { password: '123456', confirmPassword: '123456' })).toBeNull()
  })

  test('needs no name to sign up', async () => {
    expect(await check('SignUpForm', { email: 'kai@reef.example', password: '123456' })).toBeNull()
  })

  test('shows the first of several messages of a field', () => {
    const issues = ['first', 'second'].map((message) => ({ path: ['email'], message }))
    expect(fieldProblem(issues).fields).toEqual({ email: 'first' })
  })

  test("takes a field's message back once it is being corrected, and keeps the others", () => {
    const both = { fields: { email: 'a', password: 'b' }, form: null }
    expect(without(both, 'email')).toEqual({ fields: { password: 'b' }, form: null })
  })

  test('keeps what is wrong with the whole while a field is being corrected', () => {
    const whole = formProblem(failure('auth_failed'))
    expect(without(whole, 'email')).toEqual(whole)
  })
})

import { expect, test } from 'vitest'
import { errorText, isErrorText, refusalText } from '#src/shared/errors.ts'

test.each([
  [1, 'Too many attempts. Please try again in 1 second.'],
  [59, 'Too many attempts. Please try again in 59 seconds.'],
  [60, 'Too many attempts. Please try again in 1 minute.'],
  [61, 'Too many attempts. Please try again in 2 minutes.'],
  [3412, 'Too many attempts. Please try again in 57 minutes.'],
])('a refusal says how long to wait, never less than it takes: %i s', (seconds, sentence) => {
  expect(refusalText('too_many_attempts', seconds)).toBe(sentence)
  expect(isErrorText(sentence)).toBe(true)
})

test('other sentences stand as they are, also where an answer says when to come back', () => {
  expect(refusalText('busy', 5)).toBe(errorText.busy)
  expect(isErrorText(errorText.busy)).toBe(true)
})

test.each(['Bad gateway', 'Too many attempts. Please try again in <b>1</b> minutes.', ''])(
  'what is no sentence of ours is none: %j',
  (text) => {
    expect(isErrorText(text)).toBe(false)
  },
)

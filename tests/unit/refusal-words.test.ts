import { expect, test } from 'vitest'
import { errorText } from '#src/shared/errors.ts'
import { refusalText } from '#src/shared/failure.ts'

test.each([
  [1, 'Too many attempts. Please try again in 1 second.'],
  [59, 'Too many attempts. Please try again in 59 seconds.'],
  [60, 'Too many attempts. Please try again in 1 minute.'],
  [61, 'Too many attempts. Please try again in 2 minutes.'],
  [3412, 'Too many attempts. Please try again in 57 minutes.'],
])('a refusal says how long to wait, never less than it takes: %i s', (seconds, sentence) => {
  expect(refusalText('too_many_attempts', seconds)).toBe(sentence)
})

test('other sentences stand as they are, also where an answer says when to come back', () => {
  expect(refusalText('too_many_attempts')).toBe(errorText.too_many_attempts)
  expect(refusalText('busy', 5)).toBe(errorText.busy)
})

import { expect, test } from 'vitest'
import { nearest } from '#src/shared/nearest.ts'

test.each([
  ['a letter too many', 'aprove', 'approve'],
  ['a letter that is missing', 'approvve', 'approve'],
  ['another letter', 'appropriate', 'appropriete'],
  ['two that changed places', 'apporve', 'approve'],
  ['two that changed places in a short word', 'form', 'from'],
  ['capitals', 'APPROVE', 'approve'],
  ['capitals of its own', 'approve', 'Approve'],
  ['one that stops too early', 'pend', 'pending-for-long'],
])('%s: %s is taken for %s', (_, typed, meant) => {
  expect(nearest(typed, ['status', meant, 'zz'])).toBe(meant)
})

test('the nearest word is taken, and of those that are as near the first', () => {
  expect(nearest('denied', ['denies', 'denie', 'deny', 'denied!'])).toBe('denies')
  expect(nearest('roster', ['roasters', 'rosters'])).toBe('rosters')
  expect(nearest('approve', [])).toBeUndefined()
})

test.each([
  // A third of the letters may be wrong.
  ['abcdef', 'abcdxy', true],
  ['abcdef', 'abcxyz', false],
  ['abcde', 'abcxy', false],
  ['abcde', 'xbcde', true],
  // Of the shortest one letter, whatever its share.
  ['a', 'x', true],
  ['a', 'xy', false],
  // Three letters begin a word; fewer are too few to guess by.
  ['app', 'approve', true],
  ['ap', 'approve', false],
])('%j is taken for %j: %s', (typed, known, isMeant) => {
  expect(nearest(typed, [known])).toBe(isMeant ? known : undefined)
})

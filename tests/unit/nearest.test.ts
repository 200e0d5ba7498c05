import { describe, expect, test } from 'vitest'
import { nearest } from '#src/shared/nearest.ts'

describe('the word that was meant', () => {
  test.each([
    ['a letter too many', 'aprove', 'approve'],
    ['a letter that is missing', 'approvve', 'approve'],
    ['another letter', 'appropriate', 'appropriete'],
    ['two that changed places', 'apporve', 'approve'],
    ['two that changed places at the beginning', 'ot', 'to'],
    ['two that changed places at the end', 'abdc', 'abcd'],
    ['capitals', 'APPROVE', 'approve'],
    ['capitals of its own', 'approve', 'Approve'],
    ['one that stops too early', 'pend', 'pending-for-long'],
  ])('%s: %s is %s', (_, typed, meant) => {
    expect(nearest(typed, ['status', meant, 'zz'])).toBe(meant)
  })

  test('is the nearest of all, and of those that are as near the first', () => {
    expect(nearest('denied', ['denies', 'denie', 'deny', 'denied!'])).toBe('denies')
    expect(nearest('roster', ['roasters', 'rosters'])).toBe('rosters')
  })

  test.each([
    // A third of the letters may be wrong.
    ['abcdef', 'abcdxy', true],
    ['abcdef', 'abcxyz', false],
    ['abcde', 'abcxy', false],
    ['abcde', 'xbcde', true],
    ['abcdefghi', 'xyzdefghi', true],
    // Of the shortest one letter, whatever its share.
    ['ab', 'ax', true],
    ['a', 'x', true],
    ['a', 'xy', false],
    ['', 'x', true],
    ['', 'xy', false],
    // Three letters begin a word; fewer are too few to guess by.
    ['app', 'approve', true],
    ['ap', 'approve', false],
    ['pro', 'approve', false],
    // Neighbours alone change places, and not across another letter.
    ['abcd', 'dbca', false],
    ['abc', 'cba', false],
    ['ab', 'ba', true],
    ['abab', 'baba', false],
    ['abxcdef', 'cbaxdef', false],
    ['abcdef', 'acbdxf', true],
    ['abcdef', 'axbxef', false],
  ])('%j is taken for %j: %s', (typed, known, isMeant) => {
    expect(nearest(typed, [known])).toBe(isMeant ? known : undefined)
  })

  test('is none where there is nothing to choose from', () => {
    expect(nearest('approve', [])).toBeUndefined()
  })
})

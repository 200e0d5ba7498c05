import { describe, expect, test } from 'vitest'
import { formatTable } from '../../tools/table.ts'

test('columns are aligned, and lines end where their text ends', () => {
  expect(
    formatTable(
      ['e-mail', 'name'],
      [
        ['a@example.org', 'A'],
        ['b@b.co', ''],
      ],
      Infinity,
    ),
  ).toBe(['e-mail         name', 'a@example.org  A', 'b@b.co'].join('\n'))
})

test('wide letters take two columns, an emoji of several code points too', () => {
  expect(
    formatTable(
      ['n', 'x'],
      [
        ['張', '1'],
        ['👩‍🚀', '2'],
        ['Kā', '3'],
      ],
      Infinity,
    ),
  ).toBe(['n   x', '張  1', '👩‍🚀  2', 'Kā  3'].join('\n'))
})

describe('a narrow terminal', () => {
  test('shortens the widest column first, and says that something is missing', () => {
    expect(formatTable(['e-mail', 'name'], [['a@example.org', 'A very long name indeed']], 30)).toBe(
      ['e-mail         name', 'a@example.org  A very long na…'].join('\n'),
    )
  })

  test.each([20, 40, 60])('no line is longer than %i columns', (columns) => {
    const rows = [['someone@example.org', 'x'.repeat(500), 'pending → approved']]
    const lines = formatTable(['e-mail', 'name', 'decision'], rows, columns).split('\n')
    expect(lines.filter((line) => line.length > Math.max(columns, 3 * 8 + 4))).toEqual([])
  })

  test('never cuts a letter in half', () => {
    expect(formatTable(['n'], [['👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀']], 8)).toBe(['n', '👩‍🚀👩‍🚀👩‍🚀…'].join('\n'))
  })
})

test('control and direction characters of strangers do not reach the terminal', () => {
  expect(formatTable(['n'], [['\u001b[2J\u202egnp\nx']], Infinity)).toBe('n\n�[2J�gnp�x')
})

import { describe, expect, test } from 'vitest'
import { isNew, visitAt, type Visit } from '#src/shared/news/visit.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/shared/units.ts'

const NOW = Date.parse('2025-06-12T20:00Z')
const MONDAY = NOW - 3 * DAY_MS
const ago = (ms: number) => NOW - ms

describe('a visit', () => {
  const begun: Visit = { since: MONDAY, seen: ago(HOUR_MS) }

  test.each<[rule: string, known: Visit | null, now: Visit]>([
    ['the first knows of none before it', null, { since: null, seen: NOW }],
    ['goes on from page to page, and what was new stays new', begun, { ...begun, seen: NOW }],
    [
      'ends with six hours without a page: the next begins, and what came after its last page is new',
      { ...begun, seen: ago(6 * HOUR_MS) },
      { since: ago(6 * HOUR_MS), seen: NOW },
    ],
    ['the second has a first before it', { since: null, seen: MONDAY }, { since: MONDAY, seen: NOW }],
    ['goes on when the clock was set back', { ...begun, seen: NOW + DAY_MS }, { ...begun, seen: NOW }],
  ])('%s', (_, known, expected) => {
    expect(visitAt(known, NOW)).toEqual(expected)
  })
})

test.each<[what: string, at: number, since: number | null, expected: boolean]>([
  ['what came since', ago(DAY_MS), MONDAY, true],
  ['not what was there then', MONDAY, MONDAY, false],
  ['not what is to come', NOW + MINUTE_MS, MONDAY, false],
  ['nothing on a first visit', ago(MINUTE_MS), null, false],
])('new to a member is %s', (_, at, since, expected) => {
  expect(isNew(at, since, NOW)).toBe(expected)
})

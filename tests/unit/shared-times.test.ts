import { describe, expect, test, vi } from 'vitest'
import { momentsOf, packRuns } from '#src/shared/events/runs.ts'
import { offsetIn, ownOffset, wallAt } from '#src/shared/wall.ts'
import { asUtc, instantOf, offsetsOf } from '#src/shared/wall-time.ts'

const DAY_MS = 86_400_000

describe('moments are packed as runs, and come back', () => {
  test.each([
    [[], []],
    [[7], [7, 0, 1]],
    [
      [1, 8, 15],
      [1, 7, 3],
    ],
    [
      [1, 8, 20, 30, 40],
      [1, 7, 2, 20, 10, 3],
    ],
    // Two at the same moment are two, and so are those that do not ascend.
    [
      [5, 5, 5],
      [5, 0, 1, 5, 0, 1, 5, 0, 1],
    ],
    [
      [9, 5, 1],
      [9, -4, 1, 5, -4, 1, 1, 0, 1],
    ],
  ])('%j', (moments, runs) => {
    expect(packRuns(moments)).toEqual(runs)
    expect([...momentsOf(runs)]).toEqual(moments)
  })
})

describe('a wall', () => {
  test.each([
    ['2025-06-26T15:42Z', { weekday: 'Thursday', month: 'June', date: 26, clock: '3:42\u202fPM' }],
    ['2025-01-01T00:05Z', { weekday: 'Wednesday', month: 'January', date: 1, clock: '12:05\u202fAM' }],
    ['2025-12-31T12:00Z', { weekday: 'Wednesday', month: 'December', date: 31, clock: '12:00\u202fPM' }],
    ['2025-02-02T11:59Z', { weekday: 'Sunday', month: 'February', date: 2, clock: '11:59\u202fAM' }],
  ])('at %s shows %j', (moment, shown) => {
    expect(wallAt(Date.parse(moment), 0)).toMatchObject(shown)
  })

  test('has its own offset: how far it is ahead of UTC', () => {
    const moment = Date.parse('2025-06-26T12:00Z')
    const { date, clock } = wallAt(moment, ownOffset(moment))
    const local = new Date(moment)
    expect(date).toBe(local.getDate())
    expect(clock.split(':')[0]).toBe(String(local.getHours() % 12 || 12))
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValueOnce(600)
    expect(ownOffset(moment)).toBe(-600)
  })

  test('goes by the last offset that has begun, before all of them by the first, and without any by UTC', () => {
    const offsetAt = offsetIn([
      [10, 60],
      [20, 120],
    ])
    expect([0, 10, 19, 20, 99].map((minute) => offsetAt(minute * 60_000))).toEqual([60, 60, 60, 120, 120])
    expect(offsetIn([])(0)).toBe(0)
  })
})

test('a day without a time begins at midnight and ends at 24:00', () => {
  expect([asUtc('2025-06-02'), asUtc('2025-06-02 24:00')]).toEqual([
    Date.parse('2025-06-02T00:00Z'),
    Date.parse('2025-06-03T00:00Z'),
  ])
})

test.each([
  ['2025-03-30 02:30', '2025-03-30T01:30Z'],
  ['2025-10-26 02:30', '2025-10-26T00:30Z'],
  ['2025-07-01 12:00', '2025-07-01T10:00Z'],
  ['2025-01-01 12:00', '2025-01-01T11:00Z'],
])('in Berlin %s is %s', (time, moment) => {
  expect(new Date(instantOf(time, 'Europe/Berlin')).toISOString()).toBe(new Date(moment).toISOString())
})

test('offsets are told up to a moment and no further, and only where they change', () => {
  const from = Date.parse('2025-03-28T00:00Z')
  const change = Date.parse('2025-03-30T01:00Z')
  const minute = (moment: number) => moment / 60_000
  const first = [minute(from), 60]
  expect(offsetsOf('Europe/Berlin', from, from)).toEqual([first])
  expect(offsetsOf('Europe/Berlin', from, from + 2 * DAY_MS)).toEqual([first])
  expect(offsetsOf('Europe/Berlin', from, from + 3 * DAY_MS)).toEqual([first, [minute(change), 120]])
  expect(offsetsOf('Pacific/Honolulu', from, from + 365 * DAY_MS)).toEqual([[minute(from), -600]])
})

import { describe, expect, test, vi } from 'vitest'
import { ownOffset, wallAt } from '#src/shared/wall.ts'
import { asUtc, instantOf } from '#src/shared/wall-time.ts'

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

import { afterEach, expect, test, vi } from 'vitest'
import { formatEventTime, formatStart, type EventTime } from '#src/shared/events/event-time.ts'

const NOW = Date.parse('2025-06-05T20:00Z')
const LUNCH: EventTime = {
  dates: 'Every Wednesday',
  starts: '2025-06-04 12:00',
  repeats: true,
  zone: 'Pacific/Honolulu',
}

afterEach(() => vi.unstubAllEnvs())

test.each<[string, Partial<EventTime>, string]>([
  ['Pacific/Honolulu', {}, 'Every Wednesday, 12:00 PM'],
  ['America/New_York', {}, 'Every Wednesday, 6:00 PM · 12:00 PM in Honolulu'],
  ['Asia/Tokyo', {}, 'Every Wednesday, 7:00 AM the next day · 12:00 PM in Honolulu'],
  [
    'America/New_York',
    { zone: 'Asia/Tokyo' },
    'Every Wednesday, 11:00 PM the day before · 12:00 PM in Tokyo',
  ],
  // In winter, New York is five hours ahead of Honolulu.
  [
    'America/New_York',
    { dates: 'December 3, 2025', starts: '2025-12-03 12:00', repeats: false },
    'December 3, 2025, 5:00 PM · 12:00 PM in Honolulu',
  ],
  ['America/New_York', { starts: '2025-12-03 12:00' }, 'Every Wednesday, 5:00 PM · 12:00 PM in Honolulu'],
])('a member in %s reads when %j is: %s', (zone, time, said) => {
  vi.stubEnv('TZ', zone)
  expect(formatEventTime({ ...LUNCH, ...time }, NOW).replaceAll('\u202f', ' ')).toBe(said)
})

test.each([
  ['Pacific/Honolulu', 'Thursday, June 5, 5:00 PM'],
  ['America/New_York', 'Thursday, June 5, 11:00 PM · 5:00 PM in Honolulu'],
  ['Asia/Tokyo', 'Friday, June 6, 12:00 PM · Thu, 5:00 PM in Honolulu'],
])('an administrator in %s reads of a deadline: %s', (zone, said) => {
  vi.stubEnv('TZ', zone)
  const start = Date.parse('2025-06-06T03:00Z')
  expect(formatStart(start, -600, 'Pacific/Honolulu').replaceAll('\u202f', ' ')).toBe(said)
})

import { expect, test } from 'vitest'
import { occurrencesBetween } from '#src/events/recurrence.ts'
import { formatRecurrence } from '#src/events/format-recurrence.ts'
import { eventSchema } from '#src/schemas/event.ts'
import { asUtc, instantOf } from '#src/shared/zoned-instant.ts'
import { toZoned } from '#src/shared/zoned-time.ts'

const rule = { starts: '2025-06-05 17:30', except: [] }

test('an event stays at its time of day when summer time begins', () => {
  const event = { ...rule, starts: '2025-03-06 09:00', repeats: 'FREQ=WEEKLY' }
  const from = Date.parse('2025-03-01T00:00Z')
  const starts = occurrencesBetween(event, 'America/Los_Angeles', from, from + 21 * 86_400_000)
  expect(starts.map(([minute, offset]) => [new Date(minute * 60_000).toISOString(), offset])).toEqual([
    ['2025-03-06T17:00:00.000Z', -480],
    ['2025-03-13T16:00:00.000Z', -420],
    ['2025-03-20T16:00:00.000Z', -420],
  ])
})

test.each([
  ['Pacific/Honolulu', '2025-06-05 17:30', '2025-06-06T03:30Z'],
  ['Pacific/Honolulu', '2025-06-02', '2025-06-02T10:00Z'],
  ['Pacific/Honolulu', '2025-06-02 24:00', '2025-06-03T10:00Z'],
  ['UTC', '2025-06-05 17:30', '2025-06-05T17:30Z'],
  ['America/Los_Angeles', '2025-03-08 09:00', '2025-03-08T17:00Z'],
  ['America/Los_Angeles', '2025-03-09 09:00', '2025-03-09T16:00Z'],
  // Skipped by summer time, and shown twice after it.
  ['America/Los_Angeles', '2025-03-09 02:30', '2025-03-09T10:30Z'],
  ['America/Los_Angeles', '2025-11-02 01:30', '2025-11-02T08:30Z'],
  ['Australia/Lord_Howe', '2025-10-05 09:00', '2025-10-04T22:00Z'],
])('the local time in %s is %s at %s', (zone, time, instant) => {
  expect(instantOf(time, zone)).toBe(Date.parse(instant))
  if (zone === 'UTC') expect(asUtc(time)).toBe(Date.parse(instant))
})

test.each([
  [undefined, 'June 5, 2025, 5:30 PM'],
  ['FREQ=WEEKLY', 'Every Thursday, 5:30 PM'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH', 'Every second Monday and Thursday, 5:30 PM'],
  ['FREQ=WEEKLY;INTERVAL=4', 'Every 4 weeks on Thursday, 5:30 PM'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Monday to Friday, 5:30 PM'],
  ['FREQ=WEEKLY;COUNT=5', 'Every Thursday, 5 times, 5:30 PM'],
  ['FREQ=WEEKLY;COUNT=1', 'June 5, 2025, 5:30 PM'],
  ['FREQ=MONTHLY;BYDAY=1TH,-1SA', 'First Thursday and last Saturday of the month, 5:30 PM'],
  ['FREQ=MONTHLY;INTERVAL=2;BYDAY=1TH', 'First Thursday every 2 months, 5:30 PM'],
  ['FREQ=MONTHLY', 'The 5th of the month, 5:30 PM'],
  ['FREQ=MONTHLY;BYMONTHDAY=5,21,-1', 'The 5th, the 21st, and the last day of the month, 5:30 PM'],
  ['FREQ=YEARLY', 'Every June 5, 5:30 PM'],
  ['FREQ=DAILY', 'Every day, 5:30 PM'],
  ['FREQ=DAILY;INTERVAL=3', 'Every 3 days, 5:30 PM'],
  ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', 'Monday to Friday, 5:30 PM'],
  ['FREQ=DAILY;BYDAY=TH,SA', 'Every Thursday and Saturday, 5:30 PM'],
  ['FREQ=DAILY;INTERVAL=2;BYDAY=TH', 'Every 2 days, only on Thursday, 5:30 PM'],
])('the rule %s reads as “%s”', (repeats, sentence) => {
  expect(formatRecurrence({ ...rule, repeats })).toBe(sentence)
})

test.each([
  ...[
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=WEEKLY;INTERVAL=0',
    'FREQ=WEEKLY;COUNT=3;COUNT=4',
    'FREQ=WEEKLY;COUNT=-1',
  ],
  ...['FREQ=DAILY;BYDAY=1FR', 'FREQ=WEEKLY;BYDAY=1FR', 'FREQ=MONTHLY;BYDAY=TH', 'FREQ=MONTHLY;BYDAY=6TU'],
  ...['FREQ=MONTHLY;BYDAY=TH;BYSETPOS=1', 'FREQ=MONTHLY;BYMONTHDAY=-2', 'FREQ=YEARLY;INTERVAL=2'],
])('an event refuses the rule %s', (repeats) => {
  const { error } = eventSchema.safeParse({ title: 'Lunch', starts: rule.starts, repeats })
  expect(error?.issues.map(({ path }) => path)).toEqual([['repeats']])
})

test('local times match Intl through a year', () => {
  const intl = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })
  const words = (text: string) => text.replace(/\W+/g, ' ')
  const start = Date.parse('2025-06-05T20:00Z')
  for (let moment = start; moment < start + 365 * 86_400_000; moment += 7.25 * 3_600_000) {
    const { weekday, month, date, clock } = toZoned(moment, 0)
    const year = new Date(moment).getUTCFullYear()
    expect(words(`${weekday} ${month} ${date} ${year} at ${clock}`)).toBe(words(intl.format(moment)))
  }
})

import ICAL from 'ical.js'
import { sync as nodeIcal } from 'node-ical'
import { describe, expect, test } from 'vitest'
import { calendarFile } from '#src/events/calendar-file.ts'
import type { ProgrammeEvent } from '#src/events/event.ts'
import { occurrencesBetween } from '#src/events/recurrence.ts'
import { eventSchema } from '#src/schemas/event.ts'

const NOW = new Date('2026-11-22T09:00Z')
const plain = { kind: 'session', minutes: 60, except: [] } as const
const events: Record<string, ProgrammeEvent> = {
  'founders-lunch': {
    ...plain,
    title: 'Founders’ lunch; bring, please: a friend',
    starts: '2025-03-05 12:00',
    repeats: 'FREQ=WEEKLY;BYDAY=WE',
    until: '2025-05-28',
    except: ['2025-04-09'],
    place: 'Lānai\\Deck',
  },
  'weekly-update': {
    ...plain,
    title: 'Weekly Update',
    kind: 'due',
    starts: '2025-03-06 17:30',
    repeats: 'FREQ=WEEKLY;COUNT=5',
  },
  'demo-day': {
    ...plain,
    title: `${'Long '.repeat(40)}day with ʻōkina 🌺`,
    minutes: 480,
    starts: '2025-08-29 09:00',
    join: 'https://meet.example.org/demo?a=1,2;b',
    text: 'Two lines\nof text',
  },
}
const about = { name: 'Lanai', zone: 'America/Los_Angeles', domain: 'example.org', now: NOW }
const file = calendarFile(new Map(Object.entries(events)), about)

describe('the calendar file', () => {
  test('has lines of at most 75 bytes', () => {
    const lines = file.split('\r\n')
    expect(lines.at(-1)).toBe('')
    expect(lines.filter((line) => /[\r\n]/.test(line) || Buffer.byteLength(line) > 75)).toEqual([])
  })

  test('marks no time as busy for a deadline', () => {
    const [due = ''] = file.split('BEGIN:VEVENT').filter((part) => part.includes('UID:weekly-update'))
    expect(due).toContain('SUMMARY:Weekly Update is due')
    expect(due).toContain('TRANSP:TRANSPARENT')
  })
})

test('node-ical reads the calendar file', () => {
  const read = Object.values(nodeIcal.parseICS(file)).flatMap((event) =>
    event?.type === 'VEVENT' ? [event] : [],
  )
  expect(read.map(({ uid }) => uid)).toEqual(Object.keys(events).map((name) => `${name}@example.org`))
  const [lunch, due, day] = read
  expect([lunch?.summary, lunch?.location]).toEqual([events['founders-lunch']?.title, 'Lānai\\Deck'])
  expect(due?.summary).toBe('Weekly Update is due')
  expect([day?.summary, day?.start.toISOString(), day?.description]).toEqual([
    events['demo-day']?.title,
    '2025-08-29T16:00:00.000Z',
    'Two lines\nof text\n\nJoin: https://meet.example.org/demo?a=1,2;b',
  ])
})

test.each<[string, Partial<ProgrammeEvent>, number]>([
  ['2026-06-05 12:00', { minutes: 75 }, 75],
  ['2026-06-05 12:00', { minutes: 10_080, repeats: 'FREQ=MONTHLY' }, 10_080],
  ['2026-06-05 17:30', { kind: 'due' }, 1],
  ['2026-03-07 23:00', { minutes: 300, repeats: 'FREQ=WEEKLY' }, 300],
  ['2026-11-01 00:30', { minutes: 120 }, 120],
  ['2026-11-01 01:30', { kind: 'due' }, 1],
  ['2026-11-01 00:30', { minutes: 75 }, 75],
  ['2026-10-31 23:30', { minutes: 120, repeats: 'FREQ=DAILY;COUNT=3' }, 120],
])(
  'an event at %s in Los Angeles with %j takes %i minutes in two calendar libraries',
  (starts, given, minutes) => {
    const written = calendarFile(new Map([['t', { ...plain, title: 'T', starts, ...given }]]), about)
    const [event] = Object.values(nodeIcal.parseICS(written)).filter((each) => each?.type === 'VEVENT')
    const entry = new ICAL.Event(readEntry(written))
    const { start, end } = event as { start: Date; end: Date }
    expect((end.getTime() - start.getTime()) / 60_000).toBe(minutes)
    expect((entry.endDate.toUnixTime() - entry.startDate.toUnixTime()) / 60).toBe(minutes)
    expect(written).toMatch(/^DTEND/m)
  },
)

const UNTIL = Date.parse('2027-11-30T00:00Z')

test.each([
  [
    'Pacific/Honolulu',
    '2026-06-05 09:00',
    { repeats: 'FREQ=DAILY;INTERVAL=3;COUNT=9', except: ['2026-06-08'] },
  ],
  ['America/Los_Angeles', '2026-10-05 23:45', { repeats: 'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR' }],
  [
    'Europe/London',
    '2026-10-05 09:00',
    { repeats: 'FREQ=DAILY;INTERVAL=2;BYDAY=MO,TU,WE', except: ['2026-10-07'] },
  ],
  ['America/Los_Angeles', '2026-10-05 23:45', { repeats: 'FREQ=WEEKLY;BYDAY=MO,TH', until: '2026-11-12' }],
  ['Australia/Sydney', '2026-03-03 00:15', { repeats: 'FREQ=WEEKLY;INTERVAL=2', until: '2027-03-16' }],
  [
    'Europe/London',
    '2026-03-30 09:00',
    { repeats: 'FREQ=MONTHLY;BYDAY=5MO,-1SA', except: ['2026-06-27', '2026-05-30'] },
  ],
  [
    'Asia/Kolkata',
    '2026-01-31 23:45',
    { repeats: 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=15,31,-1', except: ['2026-03-15'] },
  ],
  ['America/Los_Angeles', '2026-01-30 00:15', { repeats: 'FREQ=MONTHLY' }],
  ['UTC', '2026-03-14 09:00', { repeats: 'FREQ=YEARLY', until: '2027-03-14' }],
])('two calendar libraries compute our times in %s from %s with %j', (zone, starts, rule) => {
  const event = eventSchema.parse({ title: 'T', starts, ...rule })
  const written = calendarFile(new Map([['t', event]]), { ...about, zone })
  const own = occurrencesBetween(event, zone, 0, UNTIL).map(([minute]) => minute * 60_000)
  expect([readByNodeIcal(written), readByIcal(written)]).toEqual([own, own])
})

function readByNodeIcal(file: string): number[] {
  const [event] = Object.values(nodeIcal.parseICS(file)).flatMap((each) =>
    each?.type === 'VEVENT' ? [each] : [],
  )
  const left = Object.values(event?.exdate ?? {}).map((date) => (date as Date).getTime())
  return (event?.rrule?.between(new Date(0), new Date(UNTIL)) ?? [])
    .map((date) => date.getTime())
    .filter((at) => !left.includes(at))
}

function readByIcal(file: string): number[] {
  const times = new ICAL.Event(readEntry(file)).iterator()
  const read: number[] = []
  for (
    let next = times.next() as ICAL.Time | null;
    next && next.toUnixTime() * 1000 < UNTIL;
    next = times.next() as ICAL.Time | null
  )
    read.push(next.toUnixTime() * 1000)
  return read
}

function readEntry(file: string): ICAL.Component | undefined {
  const calendar = ICAL.Component.fromString(file)
  const zone = calendar.getFirstSubcomponent('vtimezone')
  if (zone) ICAL.TimezoneService.register(zone)
  return calendar.getFirstSubcomponent('vevent') ?? undefined
}

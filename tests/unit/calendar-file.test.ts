import { sync as nodeIcal } from 'node-ical'
import { describe, expect, test } from 'vitest'
import { calendarFile } from '#src/events/calendar-file.ts'
import type { ProgrammeEvent } from '#src/events/event.ts'
import { startsOf } from '#src/events/recurrence.ts'

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
  breakfast: {
    ...plain,
    title: 'Breakfast',
    starts: '2025-03-21 07:30',
    repeats: 'FREQ=MONTHLY;BYDAY=3FR;COUNT=4',
  },
}
const about = { name: 'Lanai', zone: 'America/Los_Angeles', domain: 'example.org', now: NOW }
const file = calendarFile(new Map(Object.entries(events)), about)
const [FROM, UNTIL] = [Date.parse('2025-01-01T00:00Z'), Date.parse('2026-01-01T00:00Z')]

/** When each event takes place, as this program says. */
const expected = Object.fromEntries(
  Object.entries(events).map(([name, event]) => [
    `${name}@example.org`,
    startsOf(event, about.zone, FROM, UNTIL).map(([minute]) => iso(minute)),
  ]),
)

describe('the calendar file', () => {
  test('has lines of at most 75 bytes, each ended as the standard has it', () => {
    const lines = file.split('\r\n')
    expect(lines.at(-1)).toBe('')
    expect(lines.filter((line) => /[\r\n]/.test(line) || Buffer.byteLength(line) > 75)).toEqual([])
  })

  test('marks no hour as busy for what is due', () => {
    const [due = ''] = file.split('BEGIN:VEVENT').filter((part) => part.includes('UID:weekly-update'))
    expect(due).toContain('SUMMARY:Weekly Update is due')
    expect(due).toContain('TRANSP:TRANSPARENT')
    expect(due).not.toMatch(/^(?:DURATION|DTEND)/m)
  })
})

test('another program reads the same times, texts and places out of the calendar file', () => {
  const read = Object.values(nodeIcal.parseICS(file)).flatMap((event) =>
    event?.type === 'VEVENT' ? [event] : [],
  )
  const times = read.map((event) => {
    const left = Object.values(event.exdate ?? {}).map((date) => (date as Date).getTime())
    const all = event.rrule ? event.rrule.between(new Date(FROM), new Date(UNTIL)) : [event.start]
    const held = all.filter((date) => !left.includes(date.getTime()))
    return [event.uid, held.map((date) => new Date(date).toISOString())]
  })
  expect(Object.fromEntries(times)).toEqual(expected)
  const [lunch, due, day] = read
  expect([lunch?.summary, lunch?.location]).toEqual([events['founders-lunch']?.title, 'Lānai\\Deck'])
  expect(due?.summary).toBe('Weekly Update is due')
  expect([day?.summary, day?.description]).toEqual([
    events['demo-day']?.title,
    'Two lines\nof text\n\nJoin: https://meet.example.org/demo?a=1,2;b',
  ])
})

function iso(minute: number): string {
  return new Date(minute * 60_000).toISOString()
}

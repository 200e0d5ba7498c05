import ICAL from 'ical.js'
import { sync as nodeIcal } from 'node-ical'
import { convertIcsCalendar } from 'ts-ics'
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
    title: 'Weekly update',
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

  test('is the same for two builds of a day', () => {
    const later = { ...about, now: new Date('2026-11-22T23:00Z') }
    expect(calendarFile(new Map(Object.entries(events)), later)).toBe(file)
  })

  test('says which events are which, whatever else changes', () => {
    expect([...file.matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid)).toEqual(Object.keys(expected))
  })

  test('has the rules of its time zone in it', () => {
    expect(file).toMatch(
      /BEGIN:VTIMEZONE\r\nTZID:America\/Los_Angeles\r\n[^]*BEGIN:DAYLIGHT[^]*END:VTIMEZONE/,
    )
  })

  test('of a zone that has another name is right, too', () => {
    const zone = calendarFile(new Map(Object.entries(events)), { ...about, zone: 'UTC' })
    const [, tzid = ''] = /^TZID:(.*)\r$/m.exec(zone) ?? []
    expect(zone).toContain(`DTSTART;TZID=${tzid}:20250829T090000`)
  })

  test('keeps nobody busy with what is due', () => {
    const [due = ''] = file.split('BEGIN:VEVENT').filter((part) => part.includes('UID:weekly-update'))
    expect(due).toContain('SUMMARY:Weekly update is due')
    expect(due).toContain('TRANSP:TRANSPARENT')
    expect(due).not.toMatch(/^(?:DURATION|DTEND)/m)
  })
})

describe('every parser reads the same times out of it', () => {
  test('ical.js', () => {
    const calendar = new ICAL.Component(ICAL.parse(file) as unknown[])
    const [rules] = calendar.getAllSubcomponents('vtimezone')
    const zone = new ICAL.Timezone(rules)
    const read = calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component)
      const times = event.iterator()
      const found: string[] = []
      for (
        let next = times.next() as ICAL.Time | undefined;
        next;
        next = times.next() as ICAL.Time | undefined
      ) {
        next.zone = zone
        found.push(next.toJSDate().toISOString())
        if (!event.isRecurring()) break
      }
      return [event.uid, found]
    })
    expect(Object.fromEntries(read)).toEqual(expected)
  })

  test('node-ical', () => {
    const read = Object.values(nodeIcal.parseICS(file)).flatMap((event) => {
      if (event?.type !== 'VEVENT') return []
      const left = Object.values(event.exdate ?? {}).map((date) => (date as Date).getTime())
      const all = event.rrule ? event.rrule.between(new Date(FROM), new Date(UNTIL)) : [event.start]
      const times = all.filter((date) => !left.includes(date.getTime()))
      return [[event.uid, times.map((date) => new Date(date).toISOString())]]
    })
    expect(Object.fromEntries(read)).toEqual(expected)
  })

  test('ts-ics', () => {
    const { events: read = [], timezones = [] } = convertIcsCalendar(undefined, file)
    expect(timezones.map(({ id }) => id)).toEqual(['America/Los_Angeles'])
    expect(read.map(({ uid, start }) => [uid, start.date.toISOString()])).toEqual(
      Object.entries(expected).map(([uid, [first]]) => [uid, first]),
    )
    expect(read.map(({ summary }) => summary)).toEqual([
      events['founders-lunch']?.title,
      'Weekly update is due',
      events['demo-day']?.title,
      'Breakfast',
    ])
    expect(read[2]?.description).toBe('Two lines\nof text\n\nJoin: https://meet.example.org/demo?a=1,2;b')
    expect(read[0]?.location).toBe('Lānai\\Deck')
  })
})

function iso(minute: number): string {
  return new Date(minute * 60_000).toISOString()
}

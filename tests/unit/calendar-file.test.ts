import { sync as nodeIcal } from 'node-ical'
import { describe, expect, test } from 'vitest'
import { calendarFile } from '#src/events/calendar-file.ts'
import type { ProgrammeEvent } from '#src/events/event.ts'

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

test('another program reads the same texts, places and single times out of the calendar file', () => {
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

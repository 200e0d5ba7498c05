import { describe, expect, test } from 'vitest'
import { broadcastsDueAt } from '#src/server/broadcasts/queue.ts'
import { weekAhead } from '#src/server/broadcasts/week-ahead.ts'
import type { PlannedEvent, Programme } from '#src/server/programme.ts'
import { UNWATCHED } from '#src/shared/playlist/watch-state.ts'
import { readProgramme } from '../../tools/programme.ts'
import { useContentCopy } from '../support/content-copy.ts'
import { EMPTY_PROGRAMME } from '../support/programme.ts'

const HOUR = 3_600_000
const due: PlannedEvent = { name: 'pitch', title: 'Pitch', kind: 'due', minutes: 0, starts: '', except: [] }
const content = useContentCopy()

test.each([
  ['as summer time begins, 23 hours', '2026-03-08 17:30', '2026-03-08T01:30Z', '2026-03-08T21:30Z'],
  ['as summer time ends, 25 hours', '2026-11-01 23:30', '2026-11-01T06:30Z', '2026-11-02T04:30Z'],
  ['on any other day, 24 hours', '2026-06-04 17:30', '2026-06-04T00:30Z', '2026-06-04T21:30Z'],
])(
  'the first reminder leaves at the same local time a day before, in Los Angeles %s',
  (_, starts, first, last) => {
    const programme = programmeIn('America/Los_Angeles', [{ ...due, starts }])
    const whichAt = (now: number) => broadcastsDueAt(programme, now)[0]?.name.split(' ')[2]
    const moments = [first, last].flatMap((moment) => [Date.parse(moment) - 1, Date.parse(moment)])
    expect(moments.map(whichAt)).toEqual([undefined, 'first', 'first', 'last'])
  },
)

test.each([
  ['America/Los_Angeles', '2026-03-09T14:00Z', '2026-11-02T15:00Z'],
  ['Australia/Sydney', '2026-04-05T21:00Z', '2026-10-04T20:00Z'],
])('the weekly email leaves at 7:00 in %s also when the clocks change', (zone, ...moments) => {
  for (const moment of moments) {
    const at = Date.parse(moment)
    const names = [at - 1, at, at + 48 * HOUR - 1, at + 48 * HOUR].map(
      (now) => broadcastsDueAt(programmeIn(zone, []), now)[0]?.name,
    )
    const name = `weekly ${new Date(at + 12 * HOUR).toISOString().slice(0, 8)}`
    expect(names).toEqual([
      undefined,
      expect.stringContaining(name),
      expect.stringContaining(name),
      undefined,
    ])
  }
})

test('the weekly email leaves at the time in site.yaml', () => {
  const at = Date.parse('2026-06-05T19:00Z')
  const planned = (weekly: string, now = at) =>
    broadcastsDueAt({ ...programmeIn('Pacific/Honolulu', []), weekly }, now)
  expect(planned('Friday 9:00')).toMatchObject([{ name: 'weekly 2026-06-05', at }])
  expect([planned('Friday 9:00', at - 1), planned('never')]).toEqual([[], []])
})

describe('on a day with a session and an announcement at noon', () => {
  const noon = Date.parse('2026-06-03T12:00Z')
  const session = { ...due, name: 'lunch', kind: 'session', starts: '2026-06-03 12:00' }
  const news = { name: 'news', title: 'News', from: noon, until: noon + HOUR, html: '' }
  const announcements = [
    { ...news, email: true },
    { ...news, name: 'quiet', email: false },
  ]
  const programme = { ...programmeIn('UTC', [session]), weekly: 'never', announcements }
  const names = (now: number) => broadcastsDueAt(programme, now).map(({ name }) => name)

  test('the session has an email an hour before', () => {
    expect([noon - HOUR - 1, noon - HOUR].map(names)).toEqual([[], [`session/lunch ${noon}`]])
  })

  test('the announcement has an email while it is shown', () => {
    expect([noon, noon + HOUR].map(names)).toEqual([['announcement/news 2026-06-03'], []])
  })
})

describe('the week ahead', () => {
  const at = Date.parse('2026-06-01T07:00Z')
  const events = [
    { ...due, starts: '2026-06-04 17:30' },
    { ...due, name: 'lunch', kind: 'session', minutes: 60, starts: '2026-06-01 06:30' },
    { ...due, name: 'over', kind: 'session', minutes: 60, starts: '2026-06-01 05:30' },
    { ...due, name: 'next-week', kind: 'session', minutes: 60, starts: '2026-06-08 07:00' },
  ]
  const video = { cohort: 'c', audience: [], title: 'Pricing', fragment: 'Pricing' }
  const videos = [
    { ...video, key: 'c/w/old', publishedAt: at - 8 * 24 * HOUR },
    { ...video, key: 'c/w/new', publishedAt: at - HOUR },
    { ...video, key: 'c/w/undated', publishedAt: null },
  ]
  const programme = { ...programmeIn('UTC', events), videos }
  const names = (week: ReturnType<typeof weekAhead>) =>
    week && [week.due, week.sessions].map((each) => each.map(({ name }) => name))

  test('lists what is still to come', () => {
    const week = weekAhead(programme, new Map(), at, at)
    expect(names(week)).toEqual([['pitch'], ['lunch']])
    expect(week).toMatchObject({ newVideos: [{ key: 'c/w/new' }], watchNext: null })
  })

  const watched = { ...UNWATCHED, watched: true, markedAt: at }
  const progress = new Map([
    ['due/pitch/2026-06-04', watched],
    ['c/w/new', watched],
  ])

  test('leaves out what is done', () => {
    expect(names(weekAhead(programme, progress, at, at))).toEqual([[], ['lunch']])
    expect(weekAhead(programme, progress, at, at)).toMatchObject({
      newVideos: [],
      watchNext: { key: 'c/w/undated' },
    })
  })

  test('is null when nothing is left', () => {
    expect(weekAhead(programme, progress, at, at + HOUR)).toBeNull()
  })
})

test('the programme of a deploy has its events, videos and announcements', () => {
  const { events, videos, announcements, weekly, calendar } = readProgramme(content.root)
  expect(events.find(({ name }) => name === 'weekly-update')).toMatchObject({ kind: 'due' })
  expect(videos[0]).toMatchObject({
    key: expect.stringMatching(/^cohort-\d+\//) as string,
    publishedAt: null,
  })
  expect(announcements.find(({ name }) => name === 'lunch')).toMatchObject({
    email: false,
    html: expect.any(String) as string,
  })
  expect(weekly).toBe('Monday 7:00')
  expect(calendar).toBe('/calendar')
})

test('the programme has no calendar without a calendar page', () => {
  content.remove('src/content/pages/calendar.yaml')
  expect(readProgramme(content.root)).toMatchObject({ calendar: undefined })
})

test('the programme has each date of a deadline for a year', () => {
  const file = (rest: string) =>
    `title: Number\nkind: due\nstarts: 2016-01-01 17:30\nrepeats: FREQ=DAILY\n${rest}`
  content.write('src/content/events/daily.yaml', file(''))
  content.write('src/content/events/ended.yaml', file('until: 2016-01-03\n'))
  content.write('src/content/events/once.yaml', 'title: Once\nkind: due\nstarts: 2099-01-01 09:00\n')
  const progressKeys = Object.keys(readProgramme(content.root).progressKeys)
  for (const days of [0, 35, 366]) {
    const day = new Date(Date.now() + days * 24 * HOUR).toISOString().slice(0, 10)
    expect(progressKeys).toContain(`due/daily/${day}`)
  }
  expect(progressKeys.filter((key) => /ended|once/.test(key))).toEqual([
    ...['01', '02', '03'].map((day) => `due/ended/2016-01-${day}`),
    'due/once/2099-01-01',
  ])
})

function programmeIn(timezone: string, events: readonly PlannedEvent[]): Programme {
  return { ...EMPTY_PROGRAMME, timezone, weekly: 'Monday 7:00', events }
}

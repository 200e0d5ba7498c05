import { afterEach, describe, expect, test, vi } from 'vitest'
import { occurrencesBetween, type Rule } from '#src/events/recurrence.ts'
import {
  canJoin,
  formatDay,
  missedDeadlines,
  nextVideo,
  progressKeyOf,
  upcomingDeadlines,
  thisWeek,
} from '#src/islands/home/this-week.ts'
import type { EventView } from '#src/shared/events/event-view.ts'
import type { HomeVideo } from '#src/shared/home.ts'
import { UNWATCHED } from '#src/shared/playlist/watch-state.ts'
import { DAY_MS } from '#src/shared/units.ts'
import { programmeClock } from '#src/shared/zoned-time.ts'

/** Thursday, ten in the morning in Honolulu. */
const NOW = Date.parse('2025-06-05T20:00Z')
const THURSDAYS = { starts: '2025-06-05 17:30', repeats: 'FREQ=WEEKLY', except: [] }

function event(name: string, kind: EventView['kind'], rule: Rule = THURSDAYS): EventView {
  const starts = occurrencesBetween(rule, 'Pacific/Honolulu', NOW - DAY_MS, NOW + 91 * DAY_MS)
  return { name, title: name, kind, minutes: 60, starts }
}

function once(name: string, starts: string): EventView {
  return event(name, 'session', { starts, except: [] })
}

const namesAt = (events: EventView[], now = NOW) => {
  const week = thisWeek({ events, datesEndAt: NOW + 91 * DAY_MS }, now)
  return week.status === 'planned' ? week.sessions.map((session) => session.event.name) : week.status
}

afterEach(() => vi.unstubAllEnvs())

describe('home’s week', () => {
  test('has the sessions of seven days in order', () => {
    const [over, now, last, after] = ['06-05 08:59', '06-05 09:30', '06-11 23:59', '06-12 00:00']
    vi.stubEnv('TZ', 'Pacific/Honolulu')
    const events = [after, last, over, now].map((time) => once(time, `2025-${time}`))
    expect(namesAt(events)).toEqual([now, last])
    expect(namesAt([event('due', 'due')])).toBe('free')
    expect(namesAt(events, NOW + 85 * DAY_MS)).toBe('unknown')
  })

  test('lets members join from 15 minutes before a session', () => {
    const isOpen = [NOW - 1, NOW + 900_000, NOW + 900_001].map((start) => canJoin({ start }, NOW))
    expect(isOpen).toEqual([true, true, false])
  })
})

describe('a deadline', () => {
  const ticksAt = (rule: Rule, ...days: string[]) =>
    days.map((day) =>
      upcomingDeadlines([event('update', 'due', rule)], Date.parse(`${day}T20:00Z`)).map(progressKeyOf),
    )

  test.each<[string, Rule, string[]]>([
    ['every week', THURSDAYS, ['06-05', '06-12', '06-19']],
    ['with a week left out', { ...THURSDAYS, except: ['2025-06-12'] }, ['06-05', '06-19', '06-19']],
    ['on two weekdays', { ...THURSDAYS, repeats: 'FREQ=WEEKLY;BYDAY=MO,TH' }, ['06-05', '06-09', '06-16']],
  ])('%s is ticked for one of its days', (_, rule, days) => {
    const keys = days.map((day) => [`due/update/2025-${day}`])
    expect(ticksAt(rule, '2025-06-05', '2025-06-06', '2025-06-13')).toEqual(keys)
  })

  test('isn’t shown after its last date', () => {
    const rule = { ...THURSDAYS, until: '2025-06-12' }
    expect(ticksAt(rule, '2025-06-06', '2025-06-13')).toEqual([['due/update/2025-06-12'], []])
  })

  test('that was missed stays for a month at most', () => {
    const update = event('update', 'due', { ...THURSDAYS, until: '2025-06-12' })
    const ticked = new Map([['due/update/2025-06-05', { ...UNWATCHED, watched: true, markedAt: NOW }]])
    const missed = (time: string, ticks: typeof ticked | null = new Map(), since: number | null = NOW) =>
      missedDeadlines([update], ticks, since, Date.parse(time)).map(progressKeyOf)
    expect(missed('2025-06-06T03:29Z')).toEqual([])
    for (const time of ['2025-06-06T03:30Z', '2025-06-13T03:29Z'])
      expect(missed(time)).toEqual(['due/update/2025-06-05'])
    expect(missed('2025-06-06T03:30Z', ticked)).toEqual([])
    expect(missed('2025-06-13T03:30Z', ticked)).toEqual(['due/update/2025-06-12'])
    expect(missed('2025-07-14T03:31Z')).toEqual([])
  })

  test('was missed by nobody who joined after it', () => {
    const missedBy = (since: number | null, ticks: Parameters<typeof missedDeadlines>[1] = new Map()) =>
      missedDeadlines([event('update', 'due')], ticks, since, Date.parse('2025-06-06T03:31Z')).length
    const due = Date.parse('2025-06-06T03:30Z')
    expect([missedBy(due - 1), missedBy(due), missedBy(due + 1), missedBy(null)]).toEqual([1, 1, 0, 0])
    expect(missedBy(due - 1, null), 'before the ticks are known').toBe(0)
  })

  test('more than seven days ahead is shown only if there is no nearer one', () => {
    const [soon, later] = [
      event('soon', 'due'),
      event('later', 'due', { ...THURSDAYS, starts: '2025-06-19 12:00' }),
    ]
    const namesOf = (...events: EventView[]) => upcomingDeadlines(events, NOW).map((each) => each.event.name)
    expect([namesOf(later, soon), namesOf(later)]).toEqual([['soon'], ['later']])
  })
})

test('home suggests the next video by what was watched', () => {
  const video: HomeVideo = {
    progressKey: 'c/w/v',
    weekTitle: 'Week 0',
    title: 'V',
    fragment: 'V',
    minutes: 4,
  }
  const watched = { ...UNWATCHED, watched: true, markedAt: NOW }
  const isNext = (...keys: string[]) => nextVideo([video], new Map(keys.map((key) => [key, watched]))).status
  expect(nextVideo([video], null).status).toBe('unknown')
  expect([isNext(), isNext('due/update/2025-06-05'), isNext('c/w/v')]).toEqual(['start', 'start', 'none'])
})

test.each([
  ['Pacific/Honolulu', '2025-06-05T22:00Z', 'Today', null],
  ['America/Los_Angeles', '2025-06-06T07:30Z', 'Tomorrow', 'Thu, 9:30 PM'],
  ['America/Los_Angeles', '2025-06-06T06:30Z', 'Today', '8:30 PM'],
  ['Asia/Tokyo', '2025-06-12T22:00Z', 'Friday, June 13', 'Thu, 12:00 PM'],
  ['Asia/Tokyo', '2025-06-08T20:00Z', 'Mon 9', 'Sun, 10:00 AM'],
  ['Pacific/Honolulu', '2025-05-30T22:00Z', 'Fri 30', null],
  ['Pacific/Honolulu', '2025-05-29T22:00Z', 'Thursday, May 29', null],
])('on Thursday at ten in Honolulu, a member in %s reads for %s: %s', (zone, time, day, programme) => {
  vi.stubEnv('TZ', zone)
  const moment = Date.parse(time)
  const clock = programmeClock(moment, -600)?.replace('\u202f', ' ') ?? null
  expect([formatDay(moment, NOW), clock]).toEqual([day, programme])
})

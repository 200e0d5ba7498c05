import { describe, expect, test } from 'vitest'
import { choose, isTimeToJoin, sayWhen } from '#src/islands/week/choose.ts'
import type { EventView } from '#src/shared/events/event-view.ts'

const NOW = Date.parse('2025-06-05T20:00Z')
const HOUR = 60

/** Begins so many hours from now, and every week again. */
function event(title: string, hours: number, extra: Partial<EventView> = {}): EventView {
  return {
    name: title,
    title,
    kind: 'session',
    minutes: 60,
    starts: [0, 1, 2].map((week) => [NOW / 60_000 + hours * HOUR + week * 10_080, -600] as const),
    ...extra,
  }
}

describe('home picks', () => {
  test.each<[string, EventView[], string | null]>([
    ['the next session', [event('later', 5), event('sooner', 2)], 'sooner'],
    ['a session that is under way', [event('soon', 1), event('now', -0.5)], 'now'],
    [
      'of several under way the last to begin',
      [event('long', -2, { minutes: 300 }), event('short', -0.5)],
      'short',
    ],
    ['next week’s when this week’s is over', [event('over', -1)], 'over'],
    ['none of what is due', [event('due', 1, { kind: 'due' })], null],
    ['none after the last', [event('past', -3, { starts: [[NOW / 60_000 - 3 * HOUR, -600]] })], null],
  ])('%s', (_, events, title) => {
    expect(choose(events, 'session', NOW)?.event.title ?? null).toBe(title)
  })

  test('a deadline that has passed gives way to the next one', () => {
    const due = [event('today', -0.1, { kind: 'due' }), event('tomorrow', 20, { kind: 'due' })]
    expect(choose(due, 'due', NOW)?.event.title).toBe('tomorrow')
  })

  test("'Join' shows from 15 minutes before a session until its end", () => {
    const at = (start: number) => isTimeToJoin({ start }, NOW)
    expect([at(NOW - 1), at(NOW + 900_000), at(NOW + 900_001)]).toEqual([true, true, false])
    expect(choose([event('now', -0.5)], 'session', NOW)?.end).toBe(NOW + 1_800_000)
  })
})

test.each([
  ['2025-06-05T22:00Z', -600, 'Today, 12:00 PM'],
  ['2025-06-06T22:00Z', -600, 'Tomorrow, 12:00 PM'],
  ['2025-06-06T03:30Z', -600, 'Today, 5:30 PM'],
  ['2025-06-06T03:30Z', 120, 'Tomorrow, 5:30 AM'],
  ['2025-06-11T22:00Z', -600, 'Wednesday, 12:00 PM'],
  ['2025-06-12T22:00Z', -600, 'Thu, Jun 12, 12:00 PM'],
])('on Thursday at ten in Honolulu, %s on a clock %i minutes ahead of UTC is %s', (moment, offset, said) => {
  expect(sayWhen(Date.parse(moment), NOW, offset).replace(/\s/g, ' ')).toBe(said)
})

import { expect, test, vi } from 'vitest'
import { deadlineRows, formatCompletion, formatCount } from '#src/islands/people/deadline-rows.ts'
import { DAY_MS } from '#src/shared/units.ts'

// What shows the rows also acts on them.
vi.mock('astro:actions', () => ({ actions: {} }))

const at = (days: number) => new Date(Date.now() + days * DAY_MS)

test.each([
  [-1, { text: 'Not yet', isMissed: true }],
  [5, { text: 'Not yet', isMissed: false }],
])('a deadline %s days from now', (days, state) => {
  expect(formatCompletion(null, { start: at(days) })).toEqual(state)
})

test('a deadline leaves out who joined later, unless they have done it', () => {
  const person = (id: string, memberSince: Date | null) => ({ id, memberSince, groups: [] })
  const people = [
    person('early', at(-9)),
    person('late', at(-1)),
    person('late-done', at(-1)),
    person('unknown', null),
  ]
  const done = [{ event: 'update', day: '2026-06-11', userId: 'late-done', source: 'member' }]
  const deadline = { event: 'update', day: '2026-06-11', start: at(-2), audience: [] }
  const rows = deadlineRows({ people, done } as never, deadline as never)
  expect(rows.map(({ person: { id } }) => id)).toEqual(['early', 'late-done', 'unknown'])
})

test.each([
  [-1, [], 'Nobody had to'],
  [5, [], 'Nobody has to yet'],
  [-1, [null, {}], '1 of 2'],
])('a deadline %s days from now counts who has done it: %j', (days, completions, text) => {
  const rows = completions.map((completion) => ({ completion }))
  expect(formatCount(rows as never, { start: at(days) })).toBe(text)
})

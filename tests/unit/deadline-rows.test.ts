import { expect, test, vi } from 'vitest'
import { formatCompletion } from '#src/islands/people/deadline-rows.ts'
import { DAY_MS } from '#src/shared/units.ts'

// What shows the rows also acts on them.
vi.mock('astro:actions', () => ({ actions: {} }))

const at = (days: number) => new Date(Date.now() + days * DAY_MS)

test.each([
  ['a week after they joined', at(-1), at(-8), { text: 'Not yet', isMissed: true }],
  ['before they joined', at(-2), at(-1), { text: 'Before they joined', isMissed: false }],
  ['whenever they joined', at(-1), null, { text: 'Not yet', isMissed: true }],
  ['in five days', at(5), at(-1), { text: 'Not yet', isMissed: false }],
])('a deadline %s', (_, start, memberSince, state) => {
  expect(formatCompletion(null, { start }, memberSince)).toEqual(state)
})

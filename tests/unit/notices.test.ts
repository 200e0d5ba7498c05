import { expect, test } from 'vitest'
import { type Notice, started } from '#src/islands/notices.ts'

const NOW = 1_750_000_000_000

test('a notice nobody has seen starts its time when it is shown, however long the navigation took', () => {
  expect(started([notice({ until: null })], NOW)).toEqual([notice({ until: NOW + 4500 })])
})

test('a notice that was interrupted by a navigation is shown for the rest of its time', () => {
  expect(started([notice({ until: NOW + 700 })], NOW)).toEqual([notice({ until: NOW + 700 })])
})

test('a notice that has been seen does not come back', () => {
  expect(started([notice({ until: NOW })], NOW)).toEqual([])
})

function notice(some: Pick<Notice, 'until'>): Notice {
  return { id: 'a', kind: 'success', text: 'Welcome back!', ...some }
}

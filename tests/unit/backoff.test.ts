import { expect, test } from 'vitest'
import { backoffMs } from '#src/server/outbox/deliver-outbox.ts'

const HOUR_MS = 3_600_000

test.each([
  [1, 30_000],
  [2, 60_000],
  [3, 120_000],
  [7, 1_920_000],
  [8, HOUR_MS],
  [20, HOUR_MS],
])('after try %i a row waits %i ms, give or take a fifth, never more than an hour', (attempts, expected) => {
  expect(backoffMs(attempts, 0.5)).toBe(expected)
  expect(backoffMs(attempts, 0)).toBeLessThanOrEqual(expected)
  expect(backoffMs(attempts, 0)).toBeGreaterThanOrEqual(expected * 0.8)
  expect(backoffMs(attempts, 0.999)).toBeLessThanOrEqual(Math.min(HOUR_MS, expected * 1.2))
})

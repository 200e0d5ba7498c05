import { expect, test } from 'vitest'
import { readRetryAfterMs } from '#src/server/net/checked-request.ts'
import { backoffMs } from '#src/server/outbox/deliver-outbox.ts'

const HOUR_MS = 3_600_000
const NOW = Date.UTC(2026, 0, 1)

test.each([
  [1, 30_000],
  [7, 1_920_000],
  [8, HOUR_MS],
  [20, HOUR_MS],
])('after try %i a row waits %i ms, give or take a fifth, never more than an hour', (attempts, expected) => {
  expect(backoffMs(attempts, 0.5)).toBe(expected)
  expect(backoffMs(attempts, 0)).toBeGreaterThanOrEqual(expected * 0.8)
  expect(backoffMs(attempts, 0.999)).toBeLessThanOrEqual(Math.min(HOUR_MS, expected * 1.2))
})

test.each([
  ['120', 120_000],
  [' 5 ', 5000],
  [new Date(NOW + 60_000).toUTCString(), 60_000],
  [new Date(NOW - 60_000).toUTCString(), 0],
  ['99999999', 86_400_000],
  ['soon', null],
  [null, null],
])('Retry-After: %j asks for %j ms', (header, expected) => {
  expect(readRetryAfterMs(header, NOW)).toBe(expected)
})

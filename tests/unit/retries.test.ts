import { expect, test } from 'vitest'
import { readRetryAfterMs } from '#src/server/net/checked-request.ts'

const NOW = Date.UTC(2026, 0, 1)

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

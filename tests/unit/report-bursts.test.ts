import { expect, test, vi } from 'vitest'
import { inBursts } from '#src/server/adapters/report-bursts.ts'

test('of many events one is reported at once and one in ten seconds, with how many it stands for', () => {
  let nowMs = 0
  const report = vi.fn()
  const tell = inBursts(() => nowMs, report)
  for (const atMs of [0, 1, 9999, 10_000, 10_001, 60_000, 60_001]) {
    nowMs = atMs
    tell(`at ${atMs}`)
  }
  expect(report.mock.calls).toEqual([
    ['at 0', 1],
    ['at 10000', 3],
    ['at 60000', 2],
  ])
})

import { expect, test, vi } from 'vitest'
import { inBursts } from '#src/server/adapters/report-bursts.ts'

test('an event unlike the last one is reported at once', () => {
  const report = vi.fn()
  const tell = inBursts(
    () => 0,
    report,
    (event: string) => event,
  )
  for (const event of ['slow', 'slow', 'gone', 'gone', 'slow']) tell(event)
  expect(report.mock.calls).toEqual([
    ['slow', 1],
    ['gone', 2],
    ['slow', 2],
  ])
})

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

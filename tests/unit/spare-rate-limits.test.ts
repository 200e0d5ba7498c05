import { beforeEach, expect, test, vi } from 'vitest'
import { createMemoryRateLimits } from '#src/server/adapters/memory-rate-limits.ts'
import { withSpare } from '#src/server/adapters/spare-rate-limits.ts'
import type { Limit, RateLimits } from '#src/server/auth/ports.ts'

const limit: Limit = { name: 'tries', allowed: 3, seconds: 60 }
const away = () => Promise.reject(new Error('away'))
const broken: RateLimits = { take: away, peek: away, giveBack: away, forget: away }

let nowMs: number
const clock = () => nowMs
const report = vi.fn()
beforeEach(() => {
  nowMs = 0
  report.mockClear()
})

test('attempts that cannot be counted in the database are counted in memory', async () => {
  const limits = withSpare(broken, createMemoryRateLimits(clock), { clock, report })
  expect(await granted(limits, 5)).toEqual([true, true, true, false, false])
  await limits.giveBack(limit, 'a')
  expect(await granted(limits, 2)).toEqual([true, false])
  await limits.forget(limit, 'a')
  expect(await granted(limits, 3)).toEqual([true, true, true])
})

test('the outage is reported once in ten seconds', async () => {
  const limits = withSpare(broken, createMemoryRateLimits(clock), { clock, report })
  await granted(limits, 5)
  expect(report).toHaveBeenCalledTimes(1)
  nowMs = 10_000
  await granted(limits, 5)
  expect(report).toHaveBeenCalledTimes(2)
})

test('what the database says is not asked of the memory', async () => {
  const limits = withSpare(createMemoryRateLimits(clock), broken, { clock, report })
  expect(await granted(limits, 4)).toEqual([true, true, true, false])
  expect(report).not.toHaveBeenCalled()
})

test('memory that is full lets nobody new in until some are forgotten', async () => {
  const limits = createMemoryRateLimits(clock)
  for (let n = 0; n < 10_000; n++) await limits.take(limit, `subject ${n}`)
  expect((await limits.take(limit, 'one more')).ok).toBe(false)
  expect((await limits.take(limit, 'subject 7')).ok).toBe(true)
  nowMs = 61_000
  expect((await limits.take(limit, 'one more')).ok).toBe(true)
})

async function granted(limits: RateLimits, times: number): Promise<boolean[]> {
  const results = []
  for (let n = 0; n < times; n++) results.push((await limits.take(limit, 'a')).ok)
  return results
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Limit } from '#src/server/vendors/ports.ts'
import { portals, type Portal } from '../support/portals.ts'

const FIVE_AN_HOUR: Limit = { name: 'five', allowed: 5, seconds: 3600 }
const FIVE_THEN_PAUSES: Limit = { name: 'pauses', allowed: 5, seconds: 86_400, longestPauseSeconds: 300 }

describe.each(portals)('RateLimits: %s', (_, open) => {
  let portal: Portal
  beforeAll(async () => {
    portal = await open()
  })
  afterAll(() => portal.close())

  test('as many as allowed are granted; the next is told how long to wait', async () => {
    expect(await take(FIVE_AN_HOUR, 'a', 5)).toEqual([0, 0, 0, 0, 0])
    const [wait] = await take(FIVE_AN_HOUR, 'a')
    expect(wait).toBeGreaterThan(3590)
    expect(wait).toBeLessThanOrEqual(3600)
  })

  test('whoever comes again while refused does not wait longer for it', async () => {
    await take(FIVE_AN_HOUR, 'patience', 8)
    await portal.pass(3000)
    const [wait] = await take(FIVE_AN_HOUR, 'patience')
    expect(wait).toBeLessThanOrEqual(600)
    await portal.pass(601)
    expect(await take(FIVE_AN_HOUR, 'patience', 5)).toEqual([0, 0, 0, 0, 0])
  })

  test('looking whether an attempt is left counts none, and says how long to wait', async () => {
    for (let n = 0; n < 9; n++) {
      expect(await portal.rateLimits.peek(FIVE_AN_HOUR, 'looked at')).toEqual({ ok: true })
    }
    expect(await take(FIVE_AN_HOUR, 'looked at', 5)).toEqual([0, 0, 0, 0, 0])
    expect(await portal.rateLimits.peek(FIVE_AN_HOUR, 'looked at')).toMatchObject({
      code: 'too_many_attempts',
    })
    await portal.pass(3601)
    expect(await portal.rateLimits.peek(FIVE_AN_HOUR, 'looked at')).toEqual({ ok: true })
  })

  test('subjects and limits are counted apart', async () => {
    await take(FIVE_AN_HOUR, 'full', 5)
    expect(await take(FIVE_AN_HOUR, 'another')).toEqual([0])
    expect(await take({ ...FIVE_AN_HOUR, name: 'other' }, 'full')).toEqual([0])
  })

  test('of fifty at once, exactly as many as allowed are granted', async () => {
    const waits = await Promise.all(Array.from({ length: 50 }, () => take(FIVE_AN_HOUR, 'burst')))
    expect(waits.filter(([wait]) => wait === 0)).toHaveLength(5)
  })

  test('with pauses, each further attempt is followed by a longer one, up to the longest', async () => {
    expect(await take(FIVE_THEN_PAUSES, 'p', 5)).toEqual([0, 0, 0, 0, 0])
    const pauses = []
    for (let n = 0; n < 11; n++) {
      const [pause = 0] = await take(FIVE_THEN_PAUSES, 'p')
      pauses.push(pause)
      await portal.pass(pause)
      expect(await take(FIVE_THEN_PAUSES, 'p')).toEqual([0])
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  })

  test('with pauses, all is forgotten a day after the last attempt', async () => {
    await take(FIVE_THEN_PAUSES, 'day', 6)
    await portal.pass(86_401)
    expect(await take(FIVE_THEN_PAUSES, 'day', 5)).toEqual([0, 0, 0, 0, 0])
  })

  test('an attempt that is given back can be made again, and only that one', async () => {
    await take(FIVE_AN_HOUR, 'back', 5)
    await portal.rateLimits.giveBack(FIVE_AN_HOUR, 'back')
    const [first, second] = await take(FIVE_AN_HOUR, 'back', 2)
    expect(first).toBe(0)
    expect(second).toBeGreaterThan(0)
  })

  test('what was never counted can be given back and forgotten', async () => {
    await portal.rateLimits.giveBack(FIVE_AN_HOUR, 'nobody')
    await portal.rateLimits.forget(FIVE_AN_HOUR, 'nobody')
    expect(await take(FIVE_AN_HOUR, 'nobody')).toEqual([0])
  })

  test('forgetting starts anew', async () => {
    await take(FIVE_AN_HOUR, 'forget', 6)
    await portal.rateLimits.forget(FIVE_AN_HOUR, 'forget')
    expect(await take(FIVE_AN_HOUR, 'forget', 5)).toEqual([0, 0, 0, 0, 0])
  })

  /** @returns for each attempt 0 when it was granted, else the seconds to wait. */
  async function take(limit: Limit, subject: string, times = 1): Promise<number[]> {
    const waits = []
    for (let n = 0; n < times; n++) {
      const permit = await portal.rateLimits.take(limit, subject)
      waits.push(permit.ok ? 0 : permit.retryAfterSeconds)
    }
    return waits
  }
})

import { beforeEach, expect, test } from 'vitest'
import {
  CONFIRM_MAILS_PER_EMAIL,
  EMAIL_CHANGES_PER_TARGET,
  MAILS_PER_MAILBOX,
  type Limit,
} from '#src/server/limits/limits.ts'
import { forgetAttempts, giveBackAttempt, takeAttempt } from '#src/server/limits/rate-limits.ts'
import { onPortal, type Portal } from '../support/portal.ts'

const FIVE_AN_HOUR: Limit = { name: 'five', allowed: 5, seconds: 3600 }
const FIVE_THEN_PAUSES: Limit = { name: 'pauses', allowed: 5, seconds: 86_400, longestPauseSeconds: 300 }
const FIVE_GRANTED = [0, 0, 0, 0, 0]
const WHO = 'somebody'

onPortal('counting attempts', (portal) => {
  beforeEach(() => portal.clear())

  test('as many as allowed are granted; the next is told how long to wait', async () => {
    expect(await take(portal, FIVE_AN_HOUR, 5)).toEqual(FIVE_GRANTED)
    const [wait] = await take(portal, FIVE_AN_HOUR)
    expect(wait).toBeGreaterThan(3590)
    expect(wait).toBeLessThanOrEqual(3600)
  })

  test('subjects and limits are counted apart', async () => {
    await take(portal, FIVE_AN_HOUR, 5)
    expect(await take(portal, FIVE_AN_HOUR, 1, 'another')).toEqual([0])
    expect(await take(portal, { ...FIVE_AN_HOUR, name: 'other' })).toEqual([0])
  })

  test('of fifty at once, exactly as many as allowed are granted', async () => {
    const waits = await Promise.all(Array.from({ length: 50 }, () => take(portal, FIVE_AN_HOUR)))
    expect(waits.filter(([wait]) => wait === 0)).toHaveLength(5)
  })

  test('with pauses, each further attempt is followed by a longer one, up to the longest', async () => {
    expect(await take(portal, FIVE_THEN_PAUSES, 5)).toEqual(FIVE_GRANTED)
    const pauses = []
    for (let n = 0; n < 11; n++) {
      const [pause = 0] = await take(portal, FIVE_THEN_PAUSES)
      pauses.push(pause)
      await portal.pass(pause)
      expect(await take(portal, FIVE_THEN_PAUSES)).toEqual([0])
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  })

  test('with pauses, all is forgotten a day after the last attempt', async () => {
    await take(portal, FIVE_THEN_PAUSES, 6)
    await portal.pass(86_401)
    expect(await take(portal, FIVE_THEN_PAUSES, 5)).toEqual(FIVE_GRANTED)
  })

  test('an attempt that is given back can be made again, and only that one', async () => {
    await take(portal, FIVE_AN_HOUR, 5)
    await giveBackAttempt(portal.deps.sql, FIVE_AN_HOUR, WHO)
    const [first, second] = await take(portal, FIVE_AN_HOUR, 2)
    expect(first).toBe(0)
    expect(second).toBeGreaterThan(0)
  })

  test.each([0, 6])(
    'forgetting starts anew, after %i attempts; what was never counted can be given back',
    async (times) => {
      await take(portal, FIVE_AN_HOUR, times)
      await giveBackAttempt(portal.deps.sql, FIVE_AN_HOUR, WHO)
      await forgetAttempts(portal.deps.sql, FIVE_AN_HOUR, WHO)
      expect(await take(portal, FIVE_AN_HOUR, 5)).toEqual(FIVE_GRANTED)
    },
  )
})

onPortal('others cannot use up the mails of a mailbox', (portal) => {
  beforeEach(() => portal.clear())

  /** What others can have sent to a mailbox; each of these counts for the mailbox, too. */
  const byOthers = [CONFIRM_MAILS_PER_EMAIL, EMAIL_CHANGES_PER_TARGET]

  test.each([0, 1, 15, 30, 45, 59])('not even by beginning %i minutes into its hour', async (begin) => {
    const isGranted = async (limit: Limit) => (await take(portal, limit))[0] === 0
    const ask = async (limit: Limit) => (await isGranted(limit)) && (await isGranted(MAILS_PER_MAILBOX))
    let minute = 0
    const at = async (later: number) => {
      await portal.pass((later - minute) * 60)
      minute = later
    }

    // The mailbox's hour begins with a mail of its owner; the hours of others when they like.
    await isGranted(MAILS_PER_MAILBOX)
    await at(begin)
    for (const limit of byOthers) await ask(limit)
    // What is left of their hours, and then all of the next ones, within one hour of the mailbox.
    for (const later of [60, begin + 60, 119]) {
      await at(later)
      for (const limit of byOthers) while (await ask(limit));
    }
    expect(await isGranted(MAILS_PER_MAILBOX)).toBe(true)
  })
})

/** @returns for each attempt 0 when it was granted, else the seconds to wait. */
async function take(portal: Portal, limit: Limit, times = 1, who = WHO): Promise<number[]> {
  const waits = []
  for (let n = 0; n < times; n++) {
    const permit = await takeAttempt(portal.deps.sql, limit, who)
    waits.push(permit.ok ? 0 : permit.retryAfterSeconds)
  }
  return waits
}

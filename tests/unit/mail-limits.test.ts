import { expect, test } from 'vitest'
import { createMemoryRateLimits } from '../fakes/memory-rate-limits.ts'
import { CONFIRM_MAILS_PER_EMAIL, MAILS_PER_MAILBOX } from '#src/server/limits/limits.ts'
import type { Limit } from '#src/server/vendors/ports.ts'
import { EMAIL_CHANGES_PER_TARGET } from '#src/server/members/limits.ts'

const MINUTE_MS = 60_000
const MAILBOX = 'leilani@example.org'

/** What others can have sent to a mailbox; each of these counts for the mailbox, too. */
const byOthers = [CONFIRM_MAILS_PER_EMAIL, EMAIL_CHANGES_PER_TARGET]

test.each([0, 1, 15, 30, 45, 59])(
  'others cannot use up the mails of a mailbox, not even by beginning %i minutes into its hour',
  async (begin) => {
    let nowMs = 0
    const rateLimits = createMemoryRateLimits(() => nowMs)
    const take = async (limit: Limit) => (await rateLimits.take(limit, MAILBOX)).ok
    const ask = async (limit: Limit) => (await take(limit)) && (await take(MAILS_PER_MAILBOX))

    // The mailbox's hour begins with a mail of its owner; the hours of others when they like.
    await take(MAILS_PER_MAILBOX)
    nowMs = begin * MINUTE_MS
    for (const limit of byOthers) await ask(limit)
    // What is left of their hours, and then all of the next ones, within one hour of the mailbox.
    for (const minute of [60, begin + 60, 119]) {
      nowMs = minute * MINUTE_MS
      for (const limit of byOthers) while (await ask(limit));
    }
    expect(await take(MAILS_PER_MAILBOX)).toBe(true)
  },
)

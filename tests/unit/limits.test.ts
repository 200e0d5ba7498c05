import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as limits from '#src/server/limits/limits.ts'
import type { Limit } from '#src/server/limits/limits.ts'

const product = readFileSync(join(import.meta.dirname, '../../docs/product.md'), 'utf8')

/** What docs/product.md, Limits, calls each. */
const named: readonly [what: string, ...limits: Limit[]][] = [
  ['Sign-ins that failed', limits.SIGN_INS_PER_NETWORK],
  ['Sign-ins that failed, unknown browsers', limits.SIGN_INS_PER_EMAIL],
  ['Sign-ins that failed, a known browser', limits.SIGN_INS_PER_DEVICE],
  ['Sign-ups', limits.SIGN_UPS_PER_NETWORK],
  ['Further confirmation mails', limits.CONFIRM_MAILS_PER_NETWORK],
  ['Reset mails', limits.RESET_MAILS_PER_NETWORK],
  ['Both mails', limits.RESET_MAILS_PER_EMAIL, limits.CONFIRM_MAILS_PER_EMAIL],
  ['New passwords by link', limits.RESETS_PER_NETWORK],
  ['Wrong passwords in the account', limits.PASSWORD_PROOFS_PER_MEMBER],
  ['Changes of address', limits.EMAIL_CHANGES_PER_MEMBER],
  ['Uploads', limits.UPLOADS_PER_MEMBER],
  ['Mails people ask for again and again', limits.MAILS_PER_MAILBOX],
  ['Changes to one address', limits.EMAIL_CHANGES_PER_TARGET],
  ['Downloads of the data', limits.EXPORTS_PER_MEMBER],
  ['Decisions with links of notices', limits.DECISIONS_PER_MEMBER],
  ['Calendar addresses made', limits.FEED_RENEWALS_PER_MEMBER],
  ['Progress saved', limits.SAVES_PER_MEMBER],
  ['Notes saved', limits.NOTE_SAVES_PER_MEMBER],
  ['Notes read', limits.NOTE_READS_PER_MEMBER],
]

describe('what docs/product.md says is allowed:', () => {
  test.each(named)('%s', (what, ...ones) => {
    const [, said = ''] = new RegExp(`^\\| ${what} +\\|[^|]+\\| (.+?) *\\|$`, 'm').exec(product) ?? []
    for (const limit of ones)
      expect(said.startsWith(inWords(limit)), `${said} for ${inWords(limit)}`).toBe(true)
  })

  test('of every limit', () => {
    expect(new Set(named.flatMap(([, ...ones]) => ones))).toEqual(new Set(Object.values(limits)))
  })
})

test('counts of different limits are kept apart, each by what is done and for whom', () => {
  const names = Object.values(limits).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z-]+\/[a-z]+$/)
})

function inWords({ allowed, seconds, longestPauseSeconds }: Limit): string {
  if (longestPauseSeconds)
    return `${allowed}, then pauses of 1, 2, 4 … ${longestPauseSeconds} s; forgotten after ${lengths[seconds]}`
  return `${allowed} ${lengths[seconds]}`
}

const lengths: Record<number, string> = {
  10: 'in 10 seconds',
  600: 'in 10 minutes',
  3600: 'an hour',
  86_400: 'a day',
}

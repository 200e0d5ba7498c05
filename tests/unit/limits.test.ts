import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as limits from '#src/server/limits/attempt-limits.ts'
import type { Limit } from '#src/server/limits/attempt-limits.ts'
import { networkOf } from '#src/server/limits/network.ts'

const product = readFileSync(join(import.meta.dirname, '../../docs/product.md'), 'utf8')

/** The name of each limit in docs/product.md, Limits. */
const named: readonly [what: string, ...limits: Limit[]][] = [
  ['Failed sign-ins', limits.SIGN_INS_PER_NETWORK],
  ['Failed sign-ins, unknown browsers', limits.SIGN_INS_PER_EMAIL],
  ['Failed sign-ins, a known browser', limits.SIGN_INS_PER_DEVICE],
  ['Requests for a passkey’s sign-in', limits.PASSKEY_CHALLENGES_PER_NETWORK],
  ['Sign-ups', limits.SIGN_UPS_PER_NETWORK],
  ['Resent confirmation emails', limits.CONFIRM_MAILS_PER_NETWORK],
  ['Reset emails', limits.RESET_MAILS_PER_NETWORK],
  ['Confirmation and reset emails', limits.RESET_MAILS_PER_EMAIL, limits.CONFIRM_MAILS_PER_EMAIL],
  ['Unknown links for a new password', limits.UNKNOWN_LINKS_PER_NETWORK],
  ['Wrong passwords in the account', limits.PASSWORD_PROOFS_PER_MEMBER],
  ['Changes of address', limits.EMAIL_CHANGES_PER_MEMBER],
  ['Uploads', limits.UPLOADS_PER_MEMBER],
  ['Tests of announcements', limits.TEST_MAILS_PER_MEMBER],
  ['Emails that people can request', limits.MAILS_PER_MAILBOX],
  ['Changes to the same address', limits.EMAIL_CHANGES_PER_TARGET],
  ['Decisions in the browser', limits.DECISIONS_PER_MEMBER],
  ['Several people, no password', limits.PEOPLE_WITHOUT_PASSWORD],
]

describe('what docs/product.md says is allowed:', () => {
  test.each(named)('%s', (what, ...ones) => {
    const [, said = ''] = new RegExp(`^\\| ${what} +\\|[^|]+\\| (.+?) *\\|$`, 'm').exec(product) ?? []
    for (const limit of ones) {
      expect(said.startsWith(inWords(limit)), `${said} for ${inWords(limit)}`).toBe(true)
      expect(product).toContain(pausesOf(limit))
    }
  })

  test('of every limit', () => {
    expect(new Set(named.flatMap(([, ...ones]) => ones))).toEqual(new Set(Object.values(limits)))
  })
})

test('every limit has a unique name', () => {
  const names = Object.values(limits).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:0DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::2:0:0:1:1', '2001:db8:0:2::/64'],
  ['::ffff:1:2:3', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', 'unknown'],
  ['203.0.113.7, 198.51.100.1', 'unknown'],
  ['::1]/x', 'unknown'],
])('spoofed-address: %s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

function inWords({ allowed, seconds, longestPauseSeconds }: Limit): string {
  return longestPauseSeconds ? `${allowed}, then pauses` : `${allowed} ${lengths[seconds]}`
}

/** Below the table; '' for a limit without pauses. */
function pausesOf({ seconds, longestPauseSeconds }: Limit): string {
  return longestPauseSeconds
    ? `pauses are of 1, 2, 4 … ${longestPauseSeconds} s, forgotten after ${lengths[seconds]}`
    : ''
}

const lengths: Record<number, string> = {
  10: 'in 10 seconds',
  600: 'in 10 minutes',
  3600: 'an hour',
  86_400: 'a day',
}

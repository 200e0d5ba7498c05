import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  EMAIL_CHANGES_PER_MEMBER,
  SIGN_INS_PER_NETWORK,
  SIGN_UPS_PER_NETWORK,
  type Limit,
} from '#src/server/limits/attempt-limits.ts'
import { limitKey } from '#src/server/limits/rate-limits.ts'
import { signedIn, useBuiltActions } from '../support/built-actions.ts'
import { query } from '../support/query.ts'

const input = { email: 'leilani@example.org', password: 'aloha kakahiaka' }
const wrong = { ...input, password: 'not the password' }
const ATTACKER = '203.0.113.7'
const HOME = '198.51.100.1'

/** Wrong passwords that one network has. */
const GUESSES = SIGN_INS_PER_NETWORK.allowed

const actions = await useBuiltActions()
let leilani: Record<string, string>
beforeEach(async () => {
  leilani = await signedIn(actions, input)
})

describe('spoofed-address: what is counted is where a request comes from', () => {
  test('a header changes nothing', async () => {
    await use(SIGN_INS_PER_NETWORK, ATTACKER)
    const names = ['x-forwarded-for', 'x-nf-client-connection-ip', 'forwarded', 'x-real-ip', 'client-ip']
    const headers = Object.fromEntries(names.map((name) => [name, HOME]))
    expect((await actions.call('auth.signIn', wrong, headers, ATTACKER)).status).toBe(429)
  })

  test('the addresses of one IPv6 network are counted together', async () => {
    for (let n = 0; n < GUESSES; n++)
      await actions.call('auth.signIn', { ...wrong, email: `a${n}@x.org` }, {}, `2001:db8:1:2:${n}::1`)
    expect((await actions.call('auth.signIn', wrong, {}, '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await actions.call('auth.signIn', wrong, {}, '2001:db8:1:3::1')).status).toBe(401)
  })
})

/** What is sent, the answer before the limit, and the limit with its subject. */
const limited: [action: string, form: object, status: number, limit: Limit, whose: 'network' | 'member'][] = [
  ['auth.signUp', { ...input, email: 'new@example.org' }, 200, SIGN_UPS_PER_NETWORK, 'network'],
  ['auth.signUp', input, 409, SIGN_UPS_PER_NETWORK, 'network'],
  [
    'account.requestEmailChange',
    { currentPassword: input.password, newEmail: 'b@example.org' },
    200,
    EMAIL_CHANGES_PER_MEMBER,
    'member',
  ],
]

describe('unlimited-attempts: mails and accounts', () => {
  test.each(limited)('%s of %j is %i once more before its limit, and then refused', async (...row) => {
    const [action, form, status, limit, whose] = row
    await use(limit, whose === 'network' ? ATTACKER : await idOf(input.email), limit.allowed - 1)
    const headers = whose === 'member' ? leilani : {}
    const statuses = []
    for (let n = 0; n < 2; n++) statuses.push((await actions.call(action, form, headers, ATTACKER)).status)
    expect(statuses).toEqual([status, 429])
  })
})

describe('uncountable-attempts: when attempts cannot be counted in the database', () => {
  beforeEach(() => query(actions.database, 'alter table rate_limits rename to away'))
  afterEach(() => query(actions.database, 'alter table away rename to rate_limits'))

  test('nothing is tried, and the answer says to come back in a moment', async () => {
    for (const form of [wrong, input]) {
      const answer = await actions.call('auth.signIn', form, {}, HOME)
      expect(answer).toMatchObject({ status: 503, cookies: [] })
      expect(Number(answer.retryAfter)).toBeGreaterThan(0)
    }
  })
})

/** As if so many attempts had been made. */
async function use(limit: Limit, subject: string, attempts = limit.allowed): Promise<void> {
  await query(
    actions.database,
    `select take_attempt($1, $2, make_interval(secs => $3), make_interval(secs => null)) from generate_series(1, $4)`,
    [limitKey(limit, subject), limit.allowed, limit.seconds, attempts],
  )
}

async function idOf(email: string): Promise<string> {
  const [row] = await query<{ id: string }>(actions.database, 'select id from users where email = $1', [
    email,
  ])
  return row?.id ?? ''
}

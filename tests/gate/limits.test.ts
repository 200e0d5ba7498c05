import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  RESET_MAILS_PER_NETWORK,
  SIGN_INS_PER_NETWORK,
  CONFIRM_MAILS_PER_NETWORK,
  SIGN_UPS_PER_NETWORK,
} from '#src/server/limits/limits.ts'
import { cookieHeader, cookieOf, signedIn, type Answer, useBuiltActions } from '../support/built-actions.ts'
import { query } from '../support/query.ts'

const input = { email: 'leilani@example.org', password: 'aloha kakahiaka' }
const wrong = { ...input, password: 'not the password' }
const ATTACKER = '203.0.113.7'
const HOME = '198.51.100.1'

/** Wrong passwords that one network has. */
const GUESSES = SIGN_INS_PER_NETWORK.allowed

const actions = await useBuiltActions()
beforeEach(async () => {
  await signedIn(actions, input)
})

describe('unlimited-attempts: wrong passwords', () => {
  test('beyond half a room from one network they are refused, with when to try again', async () => {
    const answers = await guessEverybody(GUESSES + 1)
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(GUESSES).fill(401), 429])
    const refused = answers.at(-1)
    expect(refused?.error).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many attempts. Please try again in 10 minutes.',
    })
    expect(Number(refused?.retryAfter)).toBeGreaterThan(500)
    expect(Number(refused?.retryAfter)).toBeLessThanOrEqual(600)
  })

  test('of fifty at once no more than half a room are tried', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        actions.call('auth.signIn', { ...wrong, email: `a${n}@example.org` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(GUESSES)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50 - GUESSES)
  })

  test.each([
    ['a member', input.email],
    ['a stranger', 'stranger@example.org'],
  ])('from many networks, %s is guessed at five times and then in pauses', async (_, email) => {
    const statuses = []
    for (let n = 0; n < 8; n++) {
      statuses.push((await actions.call('auth.signIn', { ...wrong, email }, {}, `203.0.113.${n}`)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })

  test('the right password does not count', async () => {
    for (let n = 0; n <= GUESSES; n++) expect((await actions.call('auth.signIn', input)).status).toBe(200)
  })

  test('the right password does not take back what was guessed before', async () => {
    const own = { email: 'attacker@example.org', password: 'their own password' }
    await signedIn(actions, own)
    await guessEverybody(GUESSES - 1)
    expect((await actions.call('auth.signIn', own)).status).toBe(200)
    expect((await guessEverybody(2)).map(({ status }) => status)).toEqual([401, 429])
  })
})

describe('an attacker cannot keep the owner out', () => {
  test('who has signed in with this browser before gets in, whatever others try', async () => {
    const first = await actions.call('auth.signIn', input, {}, HOME)
    const device = cookieHeader({ '__Host-device': cookieOf(first, '__Host-device') })
    for (let n = 0; n < 50; n++) await actions.call('auth.signIn', wrong, {}, `203.0.113.${n}`)
    await guessEverybody(GUESSES, HOME)

    expect((await actions.call('auth.signIn', input, {}, HOME)).status).toBe(429)
    const again = await actions.call('auth.signIn', input, device, HOME)
    expect(again.status).toBe(200)
    expect(cookieOf(again, '__Host-device')).toBe('')
  })

  test('who sets a new password by a mailed link gets in with that browser', async () => {
    for (let n = 0; n < 50; n++) await actions.call('auth.signIn', wrong, {}, `203.0.113.${n}`)
    await actions.call('auth.requestPasswordReset', { email: input.email }, {}, HOME)
    const [mail] = await query<{ token: string }>(
      actions.database,
      `select payload ->> 'token' as token from outbox where kind = 'reset_password'`,
    )
    const answer = await actions.call(
      'auth.resetPassword',
      { token: mail?.token, password: 'aloha ahiahi' },
      {},
      HOME,
    )
    const device = cookieHeader({ '__Host-device': cookieOf(answer, '__Host-device') })
    const signIn = { ...input, password: 'aloha ahiahi' }
    expect((await actions.call('auth.signIn', signIn, {}, HOME)).status).toBe(429)
    expect((await actions.call('auth.signIn', signIn, device, HOME)).status).toBe(200)
  })

  test('a browser that is known is limited too, and is no key to another account', async () => {
    const first = await actions.call('auth.signIn', input, {}, HOME)
    const device = cookieHeader({ '__Host-device': cookieOf(first, '__Host-device') })
    const statuses = []
    for (let n = 0; n < 11; n++) {
      statuses.push((await actions.call('auth.signIn', wrong, device, `203.0.113.${n}`)).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])

    const others = []
    for (let n = 0; n < 6; n++) {
      const guess = { ...wrong, email: 'other@example.org' }
      others.push((await actions.call('auth.signIn', guess, device, `203.0.113.${n}`)).status)
    }
    expect(others).toEqual([401, 401, 401, 401, 401, 429])
  })
})

describe('spoofed-address: what is counted is where a request comes from', () => {
  test('no header changes anything', async () => {
    const names = ['x-forwarded-for', 'x-nf-client-connection-ip', 'forwarded', 'x-real-ip', 'client-ip']
    const statuses = []
    for (let n = 0; n <= GUESSES; n++) {
      const headers = Object.fromEntries(names.map((name) => [name, `198.51.100.${n}`]))
      const guess = { ...wrong, email: `a${n}@example.org` }
      statuses.push((await actions.call('auth.signIn', guess, headers, ATTACKER)).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })

  test('the addresses of one IPv6 network are counted together', async () => {
    const statuses = []
    for (let n = 0; n <= GUESSES; n++) {
      const guess = { ...wrong, email: `a${n}@example.org` }
      statuses.push((await actions.call('auth.signIn', guess, {}, `2001:db8:1:2:${n}::1`)).status)
    }
    expect(statuses.at(-1)).toBe(429)
    expect((await actions.call('auth.signIn', wrong, {}, '2001:db8:1:3::1')).status).toBe(401)
  })
})

describe('unlimited-attempts: mails and accounts', () => {
  test.each([
    ['auth.requestPasswordReset', RESET_MAILS_PER_NETWORK.allowed],
    ['auth.resendConfirmation', CONFIRM_MAILS_PER_NETWORK.allowed],
  ])('%s: more than %i in an hour from one network are refused', async (action, allowed) => {
    const statuses = []
    for (let n = 0; n <= allowed; n++) {
      statuses.push((await actions.call(action, { email: `a${n}@example.org` }, {}, ATTACKER)).status)
    }
    expect(statuses).toEqual([...Array<number>(allowed).fill(200), 429])
  })

  test('more sign-ups in an hour from one network than a room makes are refused, taken addresses included', async () => {
    const statuses = []
    for (let n = 0; n <= SIGN_UPS_PER_NETWORK.allowed; n++) {
      const person = n < 3 ? input : { ...input, email: `a${n}@example.org` }
      statuses.push((await actions.call('auth.signUp', person, {}, ATTACKER)).status)
    }
    const signedUp = SIGN_UPS_PER_NETWORK.allowed - 3
    expect(statuses).toEqual([409, 409, 409, ...Array<number>(signedUp).fill(200), 429])
  })

  test('trying links is limited before anything is hashed', async () => {
    const statuses = []
    for (let n = 0; n < 11; n++) {
      const form = { token: 'a'.repeat(43), password: input.password }
      statuses.push((await actions.call('auth.resetPassword', form, {}, ATTACKER)).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
  })
})

describe('a program that fills in the sign-up form', () => {
  test('gets the answer of success for the hidden field, and nothing is written or sent', async () => {
    const person = { ...input, email: 'program@example.org' }
    const trapped = await actions.call('auth.signUp', { ...person, website: ['x'] })
    expect(await query(actions.database, 'select id from users where email = $1', [person.email])).toEqual([])
    expect(
      await query(actions.database, `select id from outbox where payload ->> 'email' = $1`, [person.email]),
    ).toEqual([])
    expect(withoutToken(trapped)).toEqual(withoutToken(await actions.call('auth.signUp', person)))

    /** The cookie's token is another each time. */
    function withoutToken(answer: Answer) {
      const cookies = answer.cookies.map((cookie) => cookie.replace(/=[\w-]{43};/, '=…;'))
      expect(cookies).not.toEqual(answer.cookies)
      return { ...answer, cookies }
    }
  })
})

describe('sign-in-flood: two hundred sign-ins at once', () => {
  test('some are answered, the others are asked to come back, and nothing breaks', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        actions.call('auth.signIn', { ...wrong, email: `a${n}@example.org` }, {}, `10.0.${n}.1`),
      ),
    )
    const busy = answers.filter(({ status }) => status === 503)
    expect(answers.filter(({ status }) => status === 401).length + busy.length).toBe(200)
    for (const answer of busy) expectBusy(answer)
    expect((await actions.call('auth.signIn', input)).status).toBe(200)
  })

  function expectBusy(answer: Answer): void {
    expect(answer.error).toMatchObject({
      message: 'The portal is busy right now. Please try again in a moment.',
    })
    expect(Number(answer.retryAfter)).toBeGreaterThan(0)
  }
})

describe('uncountable-attempts: when attempts cannot be counted in the database', () => {
  beforeEach(async () => {
    await query(actions.database, 'alter table rate_limits rename to away')
  })
  afterEach(async () => {
    await query(actions.database, 'alter table away rename to rate_limits')
  })

  test('nothing is tried: whoever asks is told to come back in a moment', async () => {
    for (const form of [wrong, input]) {
      const answer = await actions.call('auth.signIn', form, {}, HOME)
      expect(answer).toMatchObject({ status: 503, cookies: [] })
      expect(Number(answer.retryAfter)).toBeGreaterThan(0)
    }
  })
})

/** One wrong password for each of so many addresses, so that only the network is counted. */
async function guessEverybody(times: number, ip = ATTACKER): Promise<Answer[]> {
  const answers = []
  for (let n = 0; n < times; n++) {
    answers.push(await actions.call('auth.signIn', { ...wrong, email: `a${n}@example.org` }, {}, ip))
  }
  return answers
}

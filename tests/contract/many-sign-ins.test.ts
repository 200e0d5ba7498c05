import { beforeEach, expect, test } from 'vitest'
import {
  SIGN_INS_PER_EMAIL,
  SIGN_INS_PER_NETWORK,
  UNKNOWN_LINKS_PER_NETWORK,
} from '#src/server/limits/attempt-limits.ts'
import { confirmIdentity } from '#src/server/members/credentials.ts'
import { resetPassword } from '#src/server/sign-in/reset-password.ts'
import { signIn } from '#src/server/sign-in/sign-in.ts'
import { newToken } from '#src/server/tokens.ts'
import { SignInForm } from '#src/shared/forms.ts'
import { fastHash } from '../fakes/fast-hasher.ts'
import { onPortal, PASSWORD, stranger, type Portal } from '../support/portal.ts'

const LEILANI = 'leilani@example.org'
const WRONG = 'not the password'

onPortal('owner-lockout: many founders in one network', (portal) => {
  const room = { address: '203.0.113.20' }
  const founder = (n: number) => `founder-${n}@example.org`
  const many = SIGN_INS_PER_NETWORK.allowed + 10
  beforeEach(() => portal.clear())

  test('sign in concurrently beyond the limit of failures', async () => {
    await portal.query(
      `select register_member('founder-' || n || '@example.org', $1, 'F') from generate_series(1, $2) n`,
      [fastHash(PASSWORD), many],
    )
    await portal.query(
      `begin; set local lanai.allow_bulk = on; update profiles set approval_status = 'approved'; commit`,
    )
    const founders = Array.from({ length: many }, (_, n) => portal.signIn(founder(n + 1), PASSWORD, room))
    expect((await Promise.all(founders)).filter(({ ok }) => !ok)).toEqual([])
  })

  test('share one limit of wrong passwords', async () => {
    await portal.member(founder(1))
    // The addresses of one IPv6 network are counted together.
    const guesses = Array.from({ length: many }, (_, n) =>
      portal.signIn(founder(n), WRONG, { address: `2001:db8:1:2:${n}::1` }),
    )
    const answers = await Promise.all(guesses)
    expect(answers.filter((answer) => !answer.ok && answer.code === 'invalid_credentials')).toHaveLength(
      SIGN_INS_PER_NETWORK.allowed,
    )
    const fromNetwork = (address: string) => portal.signIn(founder(1), PASSWORD, { address })
    expect(await fromNetwork('2001:db8:1:2:ffff::1')).toMatchObject({ code: 'too_many_attempts' })
    expect(await fromNetwork('2001:db8:1:3::1')).toMatchObject({ ok: true })
  })

  test('choose passwords while somebody tries made-up links', async () => {
    const many = UNKNOWN_LINKS_PER_NETWORK.allowed + 5
    const people = Array.from({ length: many + 1 }, (_, n) => ({ email: founder(n + 1), name: 'F' }))
    await portal.query('select from invite($1)', [JSON.stringify(people)])
    const [last = '', ...links] = await Promise.all(
      people.map(({ email }) => portal.linkTo(email, 'invitation')).reverse(),
    )
    const choose = (token: string) =>
      resetPassword(portal.deps, { token, password: PASSWORD }, { ...room, userAgent: null })

    expect((await Promise.all(links.map(choose))).filter(({ ok }) => !ok)).toEqual([])
    const madeUp = await Promise.all(Array.from({ length: many }, () => choose(newToken().token)))
    const counted = madeUp.filter((answer) => !answer.ok && answer.code === 'reset_token_invalid')
    expect(counted).toHaveLength(UNKNOWN_LINKS_PER_NETWORK.allowed)
    expect(await choose(newToken().token)).toMatchObject({ code: 'too_many_attempts' })
    expect(await choose(last)).toMatchObject({ ok: true })
  })

  test('are refused the right password if the limit was reached while it was hashed', async () => {
    await portal.member(LEILANI)
    const passwords: Portal['deps']['passwords'] = {
      ...portal.deps.passwords,
      async verify(...asked) {
        for (let n = 0; n < 5; n++) await portal.signIn(LEILANI, WRONG)
        return portal.deps.passwords.verify(...asked)
      },
    }
    const form = SignInForm.parse({ email: LEILANI, password: PASSWORD })
    expect(await signIn({ ...portal.deps, passwords }, form, stranger())).toMatchObject({
      code: 'too_many_attempts',
    })
    expect(await portal.query('select from sessions')).toHaveLength(1)
  })

  test('aren’t charged for an attempt that ends in an error', async () => {
    const leilani = await portal.member(LEILANI)
    const passwords = { ...portal.deps.passwords, verify: () => Promise.reject(new Error('queue full')) }
    const broken = { ...portal.deps, passwords }
    const form = SignInForm.parse({ email: LEILANI, password: PASSWORD })
    for (let n = 0; n <= SIGN_INS_PER_EMAIL.allowed; n++) {
      await expect(signIn(broken, form, { ...stranger(), ...room })).rejects.toThrow('queue full')
      await expect(confirmIdentity(broken, leilani, PASSWORD)).rejects.toThrow('queue full')
    }
    expect(await portal.signIn(LEILANI, PASSWORD, room)).toMatchObject({ ok: true })
    expect(await confirmIdentity(portal.deps, leilani, PASSWORD)).toMatchObject({ ok: true })
  })
})

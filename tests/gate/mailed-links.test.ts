import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cookieHeader, cookieOf, useBuiltActions } from '../support/built-actions.ts'
import { query } from '../support/query.ts'

const RACERS = 20
const NO_DATA = '[{}]'
const NO_SESSION = '__Host-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax'
const TOKEN = /[\w-]{43}/
const input = { email: 'leilani@example.org', password: 'aloha kakahiaka' }
const { email } = input
const stranger = 'stranger@example.org'
const NEW_PASSWORD = 'aloha ahiahi'

const actions = await useBuiltActions()
beforeEach(async () => {
  await actions.call('auth.signUp', input)
})

describe('confirming an address', () => {
  test('the mailed link succeeds every time, and approves nobody', async () => {
    const token = await mailedToken('confirm_email')
    for (let n = 0; n < 3; n++) {
      expect(await actions.call('auth.confirmEmail', { token })).toMatchObject({ status: 200, cookies: [] })
    }
    expect(await actions.call('auth.signIn', input)).toMatchObject({
      status: 403,
      error: { message: 'Your account is pending approval. Please wait for approval before signing in.' },
    })
    expect(await query(actions.database, 'select email_confirmed from pending_members')).toEqual([
      { email_confirmed: true },
    ])
  })

  describe.each(['auth.confirmEmail', 'auth.discardSignUp'])('%s refuses', (action) => {
    test.each([
      ['no token', {}, 'No confirmation token provided'],
      ['an empty token', { token: '' }, 'No confirmation token provided'],
      ['a token of another type', { token: { a: 1 } }, 'No confirmation token provided'],
      ['a token that is none', { token: "' or 1=1 --" }, 'Failed to confirm email'],
      ['a token nobody got', { token: 'a'.repeat(43) }, 'Failed to confirm email'],
      ['a token with a line break', { token: `${'a'.repeat(43)}\n` }, 'Failed to confirm email'],
    ])('%s', async (_, sent, message) => {
      expect(await actions.call(action, sent)).toMatchObject({ status: 400, error: { message } })
    })
  })

  test('a link for a new password confirms nothing', async () => {
    await actions.call('auth.requestPasswordReset', { email })
    const token = await mailedToken('reset_password')
    expect((await actions.call('auth.confirmEmail', { token })).status).toBe(400)
  })

  test('asked for again, the answer is the same for everybody', async () => {
    const waiting = await actions.call('auth.resendConfirmation', { email })
    expect(waiting).toMatchObject({ status: 200, body: NO_DATA, cookies: [] })
    await actions.call('auth.confirmEmail', { token: await mailedToken('confirm_email') })
    expect(await actions.call('auth.resendConfirmation', { email })).toEqual(waiting)
    expect(await actions.call('auth.resendConfirmation', { email: stranger })).toEqual(waiting)
    expect(await mailCount('confirm_email')).toBe(2)
  })
})

describe('an address on the roster', () => {
  const byOwner = { token: '', password: NEW_PASSWORD }
  /** Request header of the browser that signed up. */
  let browser: Record<string, string>
  beforeEach(async () => {
    for (const table of ['users', 'roster', 'outbox']) await query(actions.database, `delete from ${table}`)
    await query(actions.database, 'insert into roster (email) values ($1)', [email])
    const answer = await actions.call('auth.signUp', input)
    browser = cookieHeader({ '__Host-sign-up': cookieOf(answer, '__Host-sign-up') })
    byOwner.token = await mailedToken('confirm_email')
  })

  test('lets in whoever confirms in the browser that signed up', async () => {
    const answer = await actions.call('auth.confirmEmail', { token: byOwner.token }, browser)
    expect(answer).toMatchObject({ status: 200, body: '[{"passwordNeeded":1},false]' })
    expect((await actions.call('auth.signIn', input)).status).toBe(200)
  })

  test('the cookie of that browser is for this host and no script, and is good for as long as the link', async () => {
    const { cookies } = await actions.call('auth.signUp', { ...input, email: 'other@example.org' })
    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Host-sign-up=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
  })

  test('does not let in a stranger who signed up with it, although its owner confirmed in another browser', async () => {
    const { token } = byOwner
    expect(await actions.call('auth.confirmEmail', { token })).toMatchObject({
      status: 200,
      body: '[{"passwordNeeded":1},true]',
    })
    expect(await actions.call('auth.signIn', input, browser)).toMatchObject({
      status: 403,
      error: { message: 'Your account is pending approval. Please wait for approval before signing in.' },
    })
    expect((await actions.call('auth.confirmEmail', { token: 'a'.repeat(43) }, browser)).status).toBe(400)
    expect((await actions.call('auth.signIn', input, browser)).status).toBe(403)
  })

  test('lets in whoever enters the password with the link', async () => {
    const proof = { token: byOwner.token, password: input.password }
    await actions.call('auth.confirmEmail', { token: proof.token })
    expect(await actions.call('auth.proveSignUp', { ...proof, password: 'not the password' })).toMatchObject({
      status: 403,
      error: { message: 'Your current password is not correct.' },
    })
    expect((await actions.call('auth.signIn', input)).status).toBe(403)
    expect(await actions.call('auth.proveSignUp', proof)).toMatchObject({ status: 200, body: NO_DATA })
    expect((await actions.call('auth.signIn', input)).status).toBe(200)
  })

  test('lets in whoever sets a new password with the link, once, and the one before is worth nothing', async () => {
    await actions.call('auth.confirmEmail', { token: byOwner.token })
    expect(await actions.call('auth.setSignUpPassword', { ...byOwner, password: '12345' })).toMatchObject({
      status: 400,
      error: { fields: { password: ['Password must be at least 6 characters'] } },
    })
    const answer = await actions.call('auth.setSignUpPassword', byOwner)
    expect(answer).toMatchObject({ status: 200, body: NO_DATA })
    expect(cookieOf(answer, '__Host-device')).toMatch(TOKEN)
    expect((await actions.call('auth.signIn', input)).status).toBe(401)
    expect((await actions.call('auth.signIn', { email, password: NEW_PASSWORD })).status).toBe(200)
    expect((await actions.call('auth.setSignUpPassword', byOwner)).status).toBe(400)
    expect(await mailCount('password_changed')).toBe(1)
  })

  test('‘It was not me’ removes the sign-up, and nobody is told', async () => {
    const { token } = byOwner
    await actions.call('auth.confirmEmail', { token })
    expect(await actions.call('auth.discardSignUp', { token })).toMatchObject({
      status: 200,
      body: '[{"discarded":1},"sign_up"]',
    })
    expect(await query(actions.database, 'select id from users')).toEqual([])
    expect(await query(actions.database, 'select id from outbox')).toEqual([])
    expect((await actions.call('auth.signIn', input)).status).toBe(401)
  })

  test('‘It was not me’ comes too late once somebody has decided', async () => {
    await query(actions.database, `select decide_membership($1, 'denied')`, [email])
    expect(await actions.call('auth.discardSignUp', { token: byOwner.token })).toMatchObject({
      status: 409,
      error: {
        message:
          'The programme team has already decided about this account. Please reply to one of our emails.',
      },
    })
    expect(await query(actions.database, 'select id from users')).toHaveLength(1)
  })
})

describe('asking for a new password', () => {
  test('known and unknown get the same bytes, and no token in them', async () => {
    const known = await actions.call('auth.requestPasswordReset', { email })
    const unknown = await actions.call('auth.requestPasswordReset', { email: stranger })
    expect(known).toEqual(unknown)
    expect(known).toMatchObject({ status: 200, body: NO_DATA, cookies: [] })
    expect(JSON.stringify(known)).not.toMatch(TOKEN)
    expect(await mailCount('reset_password')).toBe(1)
  })

  test('an address is the same however it is typed', async () => {
    await actions.call('auth.requestPasswordReset', { email: ' LEILANI@Example.org ' })
    expect(await mailCount('reset_password')).toBe(1)
  })

  test('beyond three in an hour for one address nothing is sent, and nothing tells so', async () => {
    const answers = []
    for (let n = 0; n < 6; n++) answers.push(await actions.call('auth.requestPasswordReset', { email }))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1)
    expect(await mailCount('reset_password')).toBe(3)
  })
})

describe('setting a new password', () => {
  let token: string
  beforeEach(async () => {
    await query(actions.database, `select decide_membership($1, 'approved')`, [email])
    await actions.call('auth.requestPasswordReset', { email })
    token = await mailedToken('reset_password')
  })

  test('the link sets it once, signs nobody in, and ends all sessions', async () => {
    const signedIn = await actions.call('auth.signIn', input)
    const answer = await reset(
      NEW_PASSWORD,
      cookieHeader({ '__Host-session': cookieOf(signedIn, '__Host-session') }),
    )
    expect(answer).toMatchObject({ status: 200, body: NO_DATA })
    expect(answer.cookies).toContain(NO_SESSION)
    expect(await query(actions.database, 'select id from sessions')).toEqual([])

    expect((await actions.call('auth.signIn', input)).status).toBe(401)
    expect((await actions.call('auth.signIn', { email, password: NEW_PASSWORD })).status).toBe(200)
    expect(await reset('a third password')).toMatchObject({
      status: 400,
      error: { message: 'Invalid reset token' },
    })
    expect(await mailCount('password_changed')).toBe(1)
  })

  test('of twenty at once with one link, exactly one succeeds', async () => {
    const passwords = Array.from({ length: RACERS }, (_, n) => `password of racer ${n}`)
    const answers = await Promise.all(passwords.map((password, n) => reset(password, {}, `192.0.2.${n}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const winner = passwords[answers.findIndex(({ status }) => status === 200)]
    expect((await actions.call('auth.signIn', { email, password: winner })).status).toBe(200)
  })

  test('after an hour it is worth nothing', async () => {
    await query(actions.database, `update password_reset_tokens set expires_at = now()`)
    expect(await reset(NEW_PASSWORD)).toMatchObject({
      status: 400,
      error: { message: 'Invalid reset token' },
    })
    expect((await actions.call('auth.signIn', input)).status).toBe(200)
  })

  test.each(['', 'a'.repeat(42), 'a'.repeat(43), `${'a'.repeat(43)}\n`, 'ʻ'.repeat(43), null])(
    'the token %j is invalid',
    async (sent) => {
      const answer = await actions.call('auth.resetPassword', { token: sent, password: NEW_PASSWORD })
      expect(answer).toMatchObject({ status: 400, error: { message: 'Invalid reset token' } })
    },
  )

  test('a link that confirms an address sets nothing', async () => {
    token = await mailedToken('confirm_email')
    expect((await reset(NEW_PASSWORD)).status).toBe(400)
  })

  test('a password too short is told at its field, and the link stays good', async () => {
    expect(await reset('12345')).toMatchObject({
      status: 400,
      error: { fields: { password: ['Password must be at least 6 characters'] } },
    })
    expect((await reset(NEW_PASSWORD)).status).toBe(200)
  })

  function reset(password: string, headers: Record<string, string> = {}, ip?: string) {
    return actions.call('auth.resetPassword', { token, password }, headers, ip)
  }
})

describe('when the database is away', () => {
  beforeEach(async () => {
    await query(actions.database, 'alter schema public rename to away')
  })
  afterEach(() => query(actions.database, 'alter schema away rename to public'))

  test.each(['auth.confirmEmail', 'auth.discardSignUp'])('%s says so without a detail', async (action) => {
    const answer = await actions.call(action, { token: 'a'.repeat(43) })
    expect(answer).toMatchObject({
      status: 500,
      error: {
        message: expect.stringMatching(/^An unexpected error occurred \(Tell us: [0-9a-f]{16}\)$/) as string,
      },
      cookies: [],
    })
    expect(answer.body).not.toMatch(/tokens|select|at .*\.m?js|127\.0\.0\.1/)
  })

  test.each([
    ['auth.proveSignUp', { token: 'a'.repeat(43), password: 'x' }],
    ['auth.setSignUpPassword', { token: 'a'.repeat(43), password: NEW_PASSWORD }],
    ['auth.resendConfirmation', { email }],
    ['auth.requestPasswordReset', { email }],
    ['auth.resetPassword', { token: 'a'.repeat(43), password: NEW_PASSWORD }],
  ])('%s, whose attempts cannot be counted then, is busy', async (action, sent) => {
    const answer = await actions.call(action, sent)
    expect(answer).toMatchObject({
      status: 503,
      error: { message: 'The portal is busy right now. Please try again in a moment.' },
      cookies: [],
    })
    expect(Number(answer.retryAfter)).toBeGreaterThan(0)
    expect(answer.body).not.toMatch(/tokens|select|at .*\.m?js|127\.0\.0\.1/)
  })
})

/** The newest one. Nothing is delivered here, so it still lies in the outbox. */
async function mailedToken(kind: string): Promise<string> {
  const [row] = await query<{ token: string }>(
    actions.database,
    `select payload ->> 'token' as token from outbox where kind = $1 order by created_at desc limit 1`,
    [kind],
  )
  return row?.token ?? ''
}

async function mailCount(kind: string): Promise<number> {
  return (await query(actions.database, 'select id from outbox where kind = $1', [kind])).length
}

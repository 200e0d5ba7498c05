import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cookieHeader, cookieOf, useBuiltActions } from '../support/built-actions.ts'
import { query } from '../support/query.ts'

const NO_DATA = '[{}]'
const CONFIRMED = '[{"isConfirmed":1},true]'
const UNCONFIRMED = '[{"isConfirmed":1},false]'
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
      expect(await actions.call('auth.confirmEmail', { token, isPressed: true })).toMatchObject({
        status: 200,
        cookies: [],
      })
    }
    expect(await actions.call('auth.signIn', input)).toMatchObject({
      status: 403,
      error: { message: 'Your account is pending approval. Please wait for approval before signing in.' },
    })
    expect(await query(actions.database, 'select email_confirmed from list_pending()')).toEqual([
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

  test('asked for again, the answer is the same for everybody', async () => {
    const waiting = await actions.call('auth.resendConfirmation', { email })
    expect(waiting).toMatchObject({ status: 200, body: NO_DATA, cookies: [] })
    await actions.call('auth.confirmEmail', { token: await mailedToken('confirm_email'), isPressed: true })
    expect(await actions.call('auth.resendConfirmation', { email })).toEqual(waiting)
    expect(await actions.call('auth.resendConfirmation', { email: stranger })).toEqual(waiting)
    expect(await mailCount('confirm_email')).toBe(2)
  })
})

describe('a sign-up', () => {
  let token: string
  /** Request header of the browser that signed up. */
  let browser: Record<string, string>
  beforeEach(async () => {
    for (const table of ['users', 'outbox']) await query(actions.database, `delete from ${table}`)
    const answer = await actions.call('auth.signUp', input)
    expect(answer.cookies).toEqual([
      expect.stringMatching(
        /^__Host-sign-up=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    browser = cookieHeader({ '__Host-sign-up': cookieOf(answer, '__Host-sign-up') })
    token = await mailedToken('confirm_email')
  })

  test('is confirmed by opening the link in its own browser, and in any other by a press alone', async () => {
    const other = cookieHeader({ '__Host-sign-up': 'a'.repeat(43) })
    for (const headers of [{}, other]) {
      expect(await actions.call('auth.confirmEmail', { token }, headers)).toMatchObject({ body: UNCONFIRMED })
    }
    expect(await isConfirmed()).toBe(false)
    expect(await actions.call('auth.confirmEmail', { token }, browser)).toMatchObject({ body: CONFIRMED })
    expect(await isConfirmed()).toBe(true)
    expect(await actions.call('auth.confirmEmail', { token })).toMatchObject({ body: CONFIRMED })
    expect((await actions.call('auth.signIn', input)).status).toBe(403)
  })

  test('is removed by ‘It was not me’, until there is a decision', async () => {
    await query(actions.database, `select decide_membership($1, 'denied')`, [email])
    expect(await actions.call('auth.discardSignUp', { token })).toMatchObject({
      status: 409,
      error: {
        message:
          'The programme team has already decided about this account. Please reply to one of our emails.',
      },
    })
    const other = { ...input, email: 'other@example.org' }
    await actions.call('auth.signUp', other)
    expect(
      await actions.call('auth.discardSignUp', { token: await mailedToken('confirm_email') }),
    ).toMatchObject({ status: 200, body: '[{"discarded":1},"sign_up"]' })
    expect((await actions.call('auth.signIn', other)).status).toBe(401)
  })

  async function isConfirmed(): Promise<boolean> {
    return (
      (await query(actions.database, 'select from users where email_confirmed_at is not null')).length > 0
    )
  }
})

describe('an invitation', () => {
  test('chooses a password and signs in', async () => {
    await query(actions.database, `insert into invitations (email) values ('noe@example.org')`)
    const token = await mailedToken('invitation')
    const answer = await actions.call('auth.resetPassword', { token, password: NEW_PASSWORD })
    expect(answer).toMatchObject({ status: 200, body: '[{"isSignedIn":1},true]' })
    const session = cookieHeader({ '__Host-session': cookieOf(answer, '__Host-session') })
    expect((await actions.call('account.readProfile', undefined, session)).status).toBe(200)
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
})

describe('setting a new password', () => {
  let token: string
  beforeEach(async () => {
    await query(actions.database, `select decide_membership($1, 'approved')`, [email])
    await actions.call('auth.requestPasswordReset', { email })
    token = await mailedToken('reset_password')
  })

  test('the link sets it once, begins no session, and ends all', async () => {
    const signedIn = await actions.call('auth.signIn', input)
    const answer = await reset(
      NEW_PASSWORD,
      cookieHeader({ '__Host-session': cookieOf(signedIn, '__Host-session') }),
    )
    expect(answer).toMatchObject({ status: 200, body: '[{"isSignedIn":1},false]' })
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

  test('after an hour it is worth nothing', async () => {
    await query(actions.database, `update links set expires_at = now()`)
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

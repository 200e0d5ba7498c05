import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SIGN_INS_PER_NETWORK } from '#src/server/limits/attempt-limits.ts'
import { limitKey } from '#src/server/limits/rate-limits.ts'
import { cookieHeader, signedIn, useBuiltActions } from '../support/built-actions.ts'
import { jpeg } from '../support/pictures.ts'
import { everyRow, query } from '../support/query.ts'

const NO_COOKIE = '__Host-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax'
const input = { email: 'leilani@example.org', password: 'aloha kakahiaka' }

/** The built function, asked as the browser asks it: what leaves the server is all that counts here. */
const actions = await useBuiltActions()
const { call, send, database } = actions

// First: deliveries of other tests log a moment later.
test.each([
  ['an empty body', ''],
  ['null', 'null'],
  ['no JSON', '{"email":'],
  ['bytes that are no text', '\u0000\uFFFD'],
  ['a list', '[]'],
  ['wrong types', '{"email":1,"password":{},"fullName":[]}'],
  ['an address of 300 characters', `{"email":"${'a'.repeat(300)}@b.co","password":"aloha kakahiaka"}`],
])('%s is refused before any work', async (_, body) => {
  expect((await send('auth.signUp', body)).status).toBe(400)
  expect(await query(database, 'select id from users')).toEqual([])
  expect(vi.mocked(console.error)).not.toHaveBeenCalled()
})

test('a body that isn’t JSON is answered with a code and isn’t logged', async () => {
  expect(await send('auth.signIn', '{"email":')).toMatchObject({
    status: 400,
    error: { type: 'AstroActionError', code: 'BAD_REQUEST', message: 'unexpected' },
  })
  expect(vi.mocked(console.error)).not.toHaveBeenCalled()
})

describe('signing up', () => {
  const wrong = { email: 'nobody', password: '?!.+-' }

  test('a wrong field is named', async () => {
    const { status, error } = await call('auth.signUp', wrong)
    expect(status).toBe(400)
    expect(error).toMatchObject({
      type: 'AstroActionInputError',
      issues: expect.arrayContaining([
        expect.objectContaining({ path: ['email'], message: 'email_invalid' }),
        expect.objectContaining({ path: ['password'], message: 'password_too_short' }),
      ]) as object[],
    })
  })

  test('no typed text is sent back', async () => {
    expect((await call('auth.signUp', wrong)).body).not.toContain(wrong.password)
  })

  test('a status, an id or a prototype in the body is ignored', async () => {
    const hostile = `{"email":"${input.email}","password":"${input.password}","approval_status":"approved",
      "id":"1","isAdmin":true,"is_admin":true,"__proto__":{"approvalStatus":"approved","isAdmin":true}}`
    expect((await send('auth.signUp', hostile)).status).toBe(200)
    const [row] = await query<{ id: string }>(database, 'select id, approval_status, is_admin from members')
    expect(row).toMatchObject({ approval_status: 'pending', is_admin: false })
    expect(row?.id).not.toBe('1')
  })
})

test('signing out works without a session', async () => {
  for (const headers of [{}, session('gone'), session('%E0%A4%A'), session('x'.repeat(8192))])
    expect(await call('auth.signOut', undefined, headers)).toMatchObject({
      status: 200,
      cookies: [NO_COOKIE],
    })
})

describe('when the database is unavailable', () => {
  beforeEach(() => query(database, 'alter schema public rename to away'))
  afterEach(() => query(database, 'alter schema away rename to public'))

  test.each(['auth.signUp', 'auth.signIn', 'auth.resendConfirmation', 'auth.requestPasswordReset'])(
    '%s answers busy',
    async (action) => {
      const answer = await call(action, input)
      expect(answer).toMatchObject({
        status: 503,
        error: {
          code: 'SERVICE_UNAVAILABLE',
          message: 'busy',
        },
        cookies: [],
      })
      expect(answer.body).not.toMatch(/users|rate_limits|select|register_member|at .*\.m?js|127\.0\.0\.1/)
      expect(JSON.stringify(vi.mocked(console.error).mock.calls)).not.toContain(input.email)
    },
  )

  test('auth.signOut deletes the cookie', async () => {
    expect(await call('auth.signOut', undefined, session('a'.repeat(64)))).toMatchObject({
      status: 500,
      error: {
        message: expect.stringMatching(/^\{"code":"sign_out_failed","requestId":"[\w-]{8,40}"\}$/) as string,
      },
      cookies: [NO_COOKIE],
    })
  })

  test('auth.signOut logs its failure', async () => {
    await call('auth.signOut', undefined, session('a'.repeat(64)))
    expect(vi.mocked(console.error).mock.calls.flat()).toContainEqual(
      expect.stringContaining('"action":"auth.signOut"'),
    )
  })
})

describe('uncountable-attempts: when attempts cannot be counted in the database', () => {
  beforeEach(() => query(database, 'alter table rate_limits rename to away'))
  afterEach(() => query(database, 'alter table away rename to rate_limits'))

  test('no password is checked', async () => {
    await signedIn(actions, input)
    for (const password of [input.password, 'not the password']) {
      const answer = await call('auth.signIn', { ...input, password })
      expect(answer).toMatchObject({ status: 503, cookies: [] })
      expect(Number(answer.retryAfter)).toBeGreaterThan(0)
    }
  })
})

test('spoofed-address: a header doesn’t say where a request comes from', async () => {
  const [attacker, home] = ['203.0.113.7', '198.51.100.1']
  const { allowed, seconds } = SIGN_INS_PER_NETWORK
  const take = `select count_attempt($1, $2, make_interval(secs => $3), make_interval(secs => null)) from generate_series(1, $2)`
  await query(database, take, [limitKey(SIGN_INS_PER_NETWORK, attacker), allowed, seconds])
  const names = ['x-forwarded-for', 'x-nf-client-connection-ip', 'forwarded', 'x-real-ip', 'client-ip']
  const headers = Object.fromEntries(names.map((name) => [name, home]))
  const statusFrom = async (address: string) => (await call('auth.signIn', input, headers, address)).status
  expect([await statusFrom(attacker), await statusFrom(home)]).toEqual([429, 401])
})

test('progress of a removed video stays in the database but is not read', async () => {
  const leilani = await signedIn(actions, input)
  await query(
    database,
    `insert into video_progress (user_id, video, watched, marked_at)
     select id, 'cohort-17/week-0/taken-out', true, now() from users`,
  )
  expect((await call('progress.list', { zone: null }, leilani)).body).not.toContain('taken-out')
  expect(await query(database, 'select from video_progress')).toHaveLength(1)
})

test.each([[{}], [{ token: 'a'.repeat(64) }], [{ token: `${'a'.repeat(64)}\n` }]])(
  '%j confirms no address',
  async (sent) => {
    for (const action of ['auth.confirmEmail', 'auth.discardSignUp'])
      expect(await call(action, sent)).toMatchObject({
        status: 400,
        error: { message: 'confirmation_failed' },
      })
  },
)

describe('with a session', () => {
  let leilani: Record<string, string>
  const signIn = (email: string) => signedIn(actions, { ...input, email, fullName: 'Leilani' })
  const rowOf = async (email: string) =>
    (await query(database, 'select * from members where email = $1', [email]))[0]
  beforeEach(async () => {
    leilani = await signIn(input.email)
  })

  test.each([
    ['auth.signUp', 'password', { email: 'kai@example.org' }],
    ['auth.resetPassword', 'password', { token: 'a'.repeat(64) }],
    ['account.changePassword', 'newPassword', { currentPassword: input.password }],
  ])('%s refuses a common password at its field', async (action, field, others) => {
    const before = await everyRow(database)
    const { status, body } = await call(action, { ...others, [field]: 'Password1' }, leilani)
    expect({ status, body: JSON.parse(body) as object }).toMatchObject({
      status: 400,
      body: { type: 'AstroActionInputError', issues: [{ path: [field], message: 'password_common' }] },
    })
    expect(await everyRow(database)).toBe(before)
  })

  test('the session alone decides whose account it is', async () => {
    const kai = await signIn('kai@example.org')
    const [victim] = await query<{ id: string }>(database, `select id from users where email like 'leilani%'`)
    const hostile = {
      fullName: 'Kai',
      id: victim?.id,
      userId: victim?.id,
      member_id: victim?.id,
      email: 'x@y.zz',
    }
    const before = await rowOf('leilani@example.org')
    await call(
      'account.updateProfile',
      { ...hostile, approval_status: 'denied', avatar_url: 'javascript:1' },
      kai,
    )
    await call('account.removeAvatar', hostile, kai)
    expect(await rowOf('leilani@example.org')).toEqual(before)
    expect(await rowOf('kai@example.org')).toMatchObject({
      full_name: 'Kai',
      approval_status: 'approved',
      avatar_url: null,
    })
  })

  /** @returns the address of a picture. */
  async function upload(): Promise<string> {
    const { body } = await send('account.uploadAvatar', new Uint8Array(await jpeg()), leilani)
    return /"(\/avatars\/[^"]+)"/.exec(body)?.[1] ?? ''
  }

  test('a picture can be cached for ever by an approved member', async () => {
    const avatarUrl = await upload()
    const kai = await signIn('kai@example.org')
    const answer = await actions.ask(avatarUrl, kai)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, max-age=31536000, immutable',
      'content-disposition': 'inline; filename="avatar.webp"',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'content-type': 'image/webp',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  test('no byte of a picture is shown to a stranger', async () => {
    const refused = await actions.ask(await upload(), session('a'.repeat(64)))
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'no-store'])
    expect(await refused.text()).toBe('')
  })
})

describe('requesting an email', () => {
  beforeEach(() => call('auth.signUp', input))

  test.each(['auth.requestPasswordReset', 'auth.resendConfirmation'])(
    '%s answers known and unknown addresses with the same bytes',
    async (action) => {
      const known = await call(action, { email: input.email })
      expect(await call(action, { email: 'stranger@example.org' })).toEqual(known)
      expect(known).toMatchObject({ status: 200, body: '[{"ok":1},true]', cookies: [] })
      expect(JSON.stringify(known)).not.toMatch(/[0-9a-f]{64}/)
    },
  )
})

function session(token: string): Record<string, string> {
  return cookieHeader({ '__Host-session': token })
}

test('progress in what isn’t for a member is refused as if it didn’t exist, and isn’t listed', async () => {
  // In tests/programme, for the group naupaka.
  const keys = ['due/naupaka-report/2025-06-06', 'cohort-18/week-1/naupaka-start']
  const leilani = await signedIn(actions, input)
  const save = (video: string) => {
    const change = { video, positionSeconds: 0, durationSeconds: null, playedMsAgo: null }
    return call('progress.save', { changes: [{ ...change, watched: true, markedMsAgo: 0 }] }, leilani)
  }
  const list = async () => (await call('progress.list', { zone: null }, leilani)).body
  const unknown = await save('cohort-18/week-1/no-such-video')
  expect(unknown.status).toBe(400)
  for (const key of keys) expect(await save(key)).toEqual(unknown)

  await query(database, `insert into member_groups select id, 'naupaka' from users`)
  for (const key of keys) expect(await save(key)).toMatchObject({ status: 200 })
  for (const key of keys) expect(await list()).toContain(key)
  await query(database, 'delete from member_groups')
  expect(await list()).not.toContain('naupaka')
  await query(database, 'update profiles set is_editor = true')
  expect(await list()).toContain('naupaka')
})

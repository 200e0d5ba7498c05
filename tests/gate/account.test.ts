import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { cookieHeader, decide, signedIn, type Answer, useBuiltActions } from '../support/built-actions.ts'
import { everyAction, everyOnDemandRoute, inputsOfActions } from '../support/every-action.ts'
import { jpeg } from '../support/pictures.ts'
import { everyRow, query } from '../support/query.ts'

const PASSWORD = 'aloha kakahiaka'

/** Actions for people without a session: what they may do is what their own tests are about. */
const publicActions = [
  ...['auth.signUp', 'auth.confirmEmail', 'auth.resendConfirmation', 'auth.signIn', 'auth.signOut'],
  ...['auth.requestPasswordReset', 'auth.readPasswordLink', 'auth.resetPassword', 'account.keepAccount'],
  'auth.discardSignUp',
]

const actions = await useBuiltActions()
const inputs = inputsOfActions(PASSWORD, () => publicIdOf('leilani@example.org'), applicantOf)
/** Request headers of a browser that is signed in as Leilani, and of one whose session was made up. */
let leilani: Record<string, string>
const FORGED = cookieHeader({ '__Host-session': 'a'.repeat(64) })

beforeEach(async () => {
  leilani = await signIn('leilani@example.org')
})

test('every action is public by name here, or has an input to try it with', () => {
  expect(everyAction().sort()).toEqual([...publicActions, ...Object.keys(inputs)].sort())
})

describe.each(Object.keys(inputs))('the action %s', (action) => {
  test('does nothing for outsiders and other sites’ pages', async () => {
    const body = (await inputs[action]?.()) ?? null
    const [pending, denied] = [await decided('pending'), await decided('denied')]
    const before = await everyRow(actions.database)
    for (const [who, status, headers] of [
      ['signed out', 401, {}],
      ['a forged session', 401, FORGED],
      ['pending', 403, pending],
      ['denied', 403, denied],
      ['a page of another site', 403, { ...leilani, origin: 'https://evil.example' }],
    ] as const) {
      const answer = await actions.send(action, body, headers)
      expect({ status: answer.status, cookies: answer.cookies }, who).toEqual({ status, cookies: [] })
      expect(answer.body).not.toMatch(/leilani/i)
    }
    expect(await everyRow(actions.database)).toBe(before)
  })

  test('works for the member', async () => {
    const answer = await actions.send(action, (await inputs[action]?.()) ?? null, leilani)
    expect(answer).toMatchObject({ status: 200 })
  })
})

test.each([
  ['auth.signUp', 'password', { email: 'kai@example.org' }],
  ['auth.resetPassword', 'password', { token: 'a'.repeat(64) }],
  ['account.changePassword', 'newPassword', { currentPassword: PASSWORD }],
])('%s refuses a common password at its field', async (action, field, others) => {
  const before = await everyRow(actions.database)
  const { status, body } = await actions.call(action, { ...others, [field]: 'Password1' }, leilani)
  expect({ status, body: JSON.parse(body) as object }).toMatchObject({
    status: 400,
    body: { type: 'AstroActionInputError', issues: [{ path: [field], message: 'password_common' }] },
  })
  expect(await everyRow(actions.database)).toBe(before)
})

describe('the session decides whose account it is', () => {
  test('ids, addresses and statuses in the body change no other member, and no status', async () => {
    const kai = await signIn('kai@example.org')
    const [victim] = await query<{ id: string }>(
      actions.database,
      `select id from users where email like 'leilani%'`,
    )
    const hostile = {
      fullName: 'Kai',
      id: victim?.id,
      userId: victim?.id,
      member_id: victim?.id,
      email: 'x@y.zz',
    }
    const before = await rowOf('leilani@example.org')
    await actions.call(
      'account.updateProfile',
      { ...hostile, approval_status: 'denied', avatar_url: 'javascript:1' },
      kai,
    )
    await actions.call('account.removeAvatar', hostile, kai)
    await actions.call('account.endSession', { id: await publicIdOf('leilani@example.org') }, kai)
    await actions.call('account.endOtherSessions', hostile, kai)
    expect(await rowOf('leilani@example.org')).toEqual(before)
    expect((await actions.call('account.readProfile', undefined, leilani)).status).toBe(200)
    expect(await rowOf('kai@example.org')).toMatchObject({
      full_name: 'Kai',
      approval_status: 'approved',
      avatar_url: null,
    })
  })
})

describe('a picture', () => {
  let avatarUrl: string
  beforeEach(async () => {
    const answer = await actions.send('account.uploadAvatar', new Uint8Array(await jpeg()), leilani)
    avatarUrl = avatarOf(answer)
  })

  test('every route that is answered on demand is tried here', () => {
    expect(everyOnDemandRoute().toSorted()).toEqual(['avatars/[...path].ts', 'submissions/[...path].ts'])
  })

  test('is shown to any approved member, cacheable for ever', async () => {
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
    const { format, width } = await sharp(await answer.arrayBuffer()).metadata()
    expect({ format, width }).toEqual({ format: 'webp', width: 512 })
  })

  test('is not shown to outsiders, not a byte of it', async () => {
    for (const [who, status, headers] of [
      ['signed out', 401, {}],
      ['a forged session', 401, FORGED],
      ['pending', 403, await decided('pending')],
      ['denied', 403, await decided('denied')],
    ] as const) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await actions.ask(avatarUrl, headers, method)
        expect(answer.status, who).toBe(status)
        expect(answer.headers.get('cache-control')).toBe('no-store')
        expect(await answer.text()).toBe('')
      }
    }
  })

  test('answers HEAD with the headers alone', async () => {
    const head = await actions.ask(avatarUrl, leilani, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})

function signIn(email: string): Promise<Record<string, string>> {
  return signedIn(actions, { email, password: PASSWORD, fullName: 'Leilani' })
}

/** A member about whom this was decided, with a session from before. */
async function decided(status: 'pending' | 'denied'): Promise<Record<string, string>> {
  const headers = await signIn(`${status}@example.org`)
  await decide(actions, `${status}@example.org`, status)
  return headers
}

async function rowOf(email: string): Promise<unknown> {
  const [row] = await query(actions.database, 'select * from members where email = $1', [email])
  return row
}

/** Makes Leilani an administrator. */
async function applicantOf(): Promise<string> {
  await query(actions.database, `select * from set_role('{leilani@example.org}', 'admin', true)`)
  await query(
    actions.database,
    `select register_member('applicant@example.org', '$argon2id$', null)
     where not exists (select from users where email = 'applicant@example.org')`,
  )
  const [applicant] = await query<{ id: string }>(
    actions.database,
    `select id from users where email = 'applicant@example.org'`,
  )
  return applicant?.id ?? ''
}

async function publicIdOf(email: string): Promise<string> {
  const sql = 'select s.public_id from sessions s join users u on u.id = s.user_id where u.email = $1'
  const [row] = await query<{ public_id: string }>(actions.database, sql, [email])
  return row?.public_id ?? ''
}

/** The address in an answer, as actions write it. */
function avatarOf(answer: Answer): string {
  const found = /"(\/avatars\/[^"]+)"/.exec(answer.body)?.[1]
  if (!found) throw new Error(answer.body)
  return found
}

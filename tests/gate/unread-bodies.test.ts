import { beforeEach, describe, expect, test } from 'vitest'
import * as limits from '#src/server/limits/attempt-limits.ts'
import { limitKey } from '#src/server/limits/rate-limits.ts'
import { cookieHeader, decide, signedIn, useBuiltActions } from '../support/built-actions.ts'
import { everyAction, publicActions } from '../support/every-action.ts'
import { everyRow, query } from '../support/query.ts'

const KIB = 1024
const UPLOAD = 'account.uploadAvatar'
const JSON_TYPE = 'application/json'
const BYTES_TYPE = 'application/octet-stream'

/** What is sent to these is never looked at. */
const withoutBody = [
  ...['auth.signOut', 'account.readProfile', 'account.removeAvatar', 'account.listSessions'],
  ...['account.endOtherSessions', 'account.exportData', 'notes.read'],
  ...['account.readDeletion', 'account.keepOwnAccount', 'account.cancelEmailChange', 'account.readMailings'],
  ...['calendar.readFeeds', 'calendar.addFeed', 'calendar.endFeeds'],
  ...['members.readFilters', 'members.readOwn'],
  ...['passkeys.startSignIn', 'passkeys.startConfirming', 'passkeys.list', 'passkeys.decline'],
]
const withoutBodyForAdmins = ['due.read', 'people.count', 'people.passwordAllowance']
const withForm = everyAction.filter(
  (action) => ![UPLOAD, ...withoutBodyForAdmins, ...withoutBody].includes(action),
)
const forAdmins = [...withoutBodyForAdmins, ...withForm.filter((action) => /^(?:people|due)\./.test(action))]
const forMembers = everyAction.filter((action) => !publicActions.includes(action))

/** 64 KiB, but for a picture and for a list of 500 people. */
function maxBytesOf(action: string): number {
  if (action === UPLOAD) return 5 * KIB * KIB
  return action === 'people.invite' ? 517_000 : 64 * KIB
}

const actions = await useBuiltActions()
let leilani: Record<string, string>
const FORGED = cookieHeader({ '__Host-session': 'a'.repeat(64) })

beforeEach(async () => {
  leilani = await signedIn(actions, { email: 'leilani@example.org', password: 'aloha kakahiaka' })
})

describe('nothing of a body is read', () => {
  test('for a page of another site', async () => {
    for (const action of everyAction)
      for (const origin of ['https://evil.example', 'null', ''])
        expect([action, ...(await send(action, { ...leilani, origin }))]).toEqual([action, 403, 0])
  })

  test('of another type than its action takes', async () => {
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', '']
    for (const action of [...withForm, UPLOAD]) {
      const other = action === UPLOAD ? JSON_TYPE : BYTES_TYPE
      for (const type of [...types, other])
        expect([action, ...(await send(action, { ...leilani, 'content-type': type }))]).toEqual([
          action,
          415,
          0,
        ])
    }
  })

  test('larger than its action takes', async () => {
    for (const action of [...withForm, UPLOAD]) {
      const tooLarge = String(maxBytesOf(action) + 1)
      expect([action, ...(await send(action, { ...leilani, 'content-length': tooLarge }))]).toEqual([
        action,
        413,
        0,
      ])
    }
  })

  test.each(withoutBody)('by %s, of a member', async (action) => {
    expect(await send(action, leilani)).toEqual([200, 0])
  })

  test.each([
    ['signed out', 401],
    ['a forged session', 401],
    ['pending', 403],
    ['denied', 403],
  ])('without the session of an approved member: %s', async (who, status) => {
    const sent: Record<string, Record<string, string>> = { 'signed out': {}, 'a forged session': FORGED }
    if (status === 403) await decide(actions, 'leilani@example.org', who)
    const before = await everyRow(actions.database)
    for (const action of forMembers)
      expect([action, ...(await send(action, sent[who] ?? leilani))]).toEqual([action, status, 0])
    expect(await everyRow(actions.database)).toBe(before)
  })

  test('of a member who is no administrator', async () => {
    for (const action of forAdmins)
      expect([action, ...(await send(action, leilani))]).toEqual([action, 403, 0])
  })

  test.each([
    [UPLOAD, limits.UPLOADS_PER_MEMBER],
    ['people.act', limits.DECISIONS_PER_MEMBER],
  ])('for a member who has no attempt left: %s', async (action, limit) => {
    await query(actions.database, 'update profiles set is_admin = true')
    const [member] = await query<{ id: string }>(actions.database, 'select id from users')
    await block(limitKey(limit, member?.id ?? ''))
    expect(await send(action, leilani)).toEqual([429, 0])
  })
})

describe('a body is read no further than what its action takes', () => {
  beforeEach(async () => {
    await query(actions.database, 'update profiles set is_admin = true, is_editor = true')
  })

  test('of no size', async () => {
    for (const action of [...withForm, UPLOAD]) {
      const [status, chunks] = await send(action, leilani)
      expect([action, status]).toEqual([action, 413])
      // Astro reads a copy, for which a chunk is asked in advance.
      expect(chunks, action).toBeLessThanOrEqual(Math.ceil(maxBytesOf(action) / (64 * KIB)) + 2)
    }
  })

  test('of a size that is understated', async () => {
    for (const action of withForm) {
      const body = 'x'.repeat(maxBytesOf(action) + 1)
      const { status } = await actions.send(action, body, { ...leilani, 'content-length': '2' })
      expect([action, status]).toEqual([action, 413])
    }
  })

  test('an aborted body is a bad request', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
      },
    })
    expect((await actions.send('auth.signIn', broken)).status).toBe(400)
  })
})

test('nothing of a body is read at an address that isn’t in the list', async () => {
  const spellings = [
    ...['x.%c0%af', '/auth.signIn', 'auth%2esignIn', 'auth.signIn/', 'AUTH.signIn', './auth.signIn/.'],
    ...['auth', 'auth.', 'auth/', 'auth.constructor', '__proto__', 'auth.__proto__', 'auth.signIn.bind'],
  ]
  const names = ['ping', 'sendEmail', 'userRegistered', 'confirm-email', '', 'toString']
  for (const name of [...spellings, ...names, 'account.updateProfileBefore'])
    expect(await send(name, leilani), name).toEqual([404, 0])
})

/** Sends a body without an end, of the type that the action takes. Returns the status and the chunks that were read. */
async function send(action: string, headers: Record<string, string> = {}): Promise<[number, number]> {
  let chunks = 0
  const endless = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        chunks += 1
        controller.enqueue(new Uint8Array(64 * KIB).fill(0x20))
      },
    },
    // Nothing is made before it is asked for.
    { highWaterMark: 0 },
  )
  const type = action === UPLOAD ? BYTES_TYPE : JSON_TYPE
  const { status } = await actions.send(action, endless, { 'content-type': type, ...headers })
  return [status, chunks]
}

async function block(key: string): Promise<void> {
  await query(
    actions.database,
    `insert into rate_limits (key, attempts, blocked_until, window_ends_at)
     values ($1, 100, now() + interval '1 hour', now() + interval '1 hour')
     on conflict (key) do update set blocked_until = excluded.blocked_until`,
    [key],
  )
}

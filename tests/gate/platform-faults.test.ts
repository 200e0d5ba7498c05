import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { errorText } from '#src/shared/errors.ts'
import type { Stack } from '../../netlify/local/stack.ts'
import { openBlobsWay, type BlobsWay } from '../support/blobs-way.ts'
import { openDatabaseWay, type DatabaseWay } from '../support/database-way.ts'
import { png } from '../support/pictures.ts'
import { query } from '../support/query.ts'
import { rawRequest } from '../support/raw-http.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'
import { toldWithId } from '../support/told-with-id.ts'

/** What Netlify, Neon and Blobs are known to do now and then, done to the built portal: what a member sees of it. */

const EMAIL = 'member@example.com'

let stack: Stack
let database: DatabaseWay
let blobs: BlobsWay
let cookie: string

beforeAll(async () => {
  stack = await startTestStack()
  database = await openDatabaseWay(stack.env.DATABASE_HTTP_URL ?? '')
  blobs = await openBlobsWay(stack.env.NETLIFY_BLOBS_CONTEXT ?? '')
  // The application reads its environment at the first request, which is the next one.
  Object.assign(process.env, { DATABASE_HTTP_URL: database.url, NETLIFY_BLOBS_CONTEXT: blobs.context })
  cookie = await signedInMember(stack, { email: EMAIL, fullName: 'Kalākaua', status: 'approved' })
  // What an instance does once is no part of what is staged.
  await page()
})
afterAll(async () => {
  database.close()
  blobs.close()
  await stack.close()
})
beforeEach(() => {
  database.mend()
  Object.assign(blobs, { refusals: 0, asked: [] })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

describe.each(['restarts', 'loses the answer'] as const)('a database that %s', (how) => {
  test('for one statement: the member’s page comes, and the action is done', async () => {
    database.break(how, 1, /FROM sessions/)
    expect((await page()).status).toBe(200)
    database.break(how, 1, /FROM sessions/)
    expect((await act('account.readProfile')).status).toBe(200)
  })

  test('for a write: the member is told so, it is not sent again, and the next press does it', async () => {
    database.break(how, 1, /update_own_name/)
    const failed = await act('account.updateProfile', { fullName: `After it ${how}` })
    expect([failed.status, message(failed)]).toEqual([500, toldWithId(errorText.profile_update_failed)])
    expect(database.asked.filter(({ statement }) => statement.includes('update_own_name'))).toHaveLength(1)

    expect((await act('account.updateProfile', { fullName: `After it ${how}` })).status).toBe(200)
    expect(await profile()).toMatchObject({ full_name: `After it ${how}` })
  })
})

describe('a store of pictures that answers 403', () => {
  test('once: the member sees the picture', async () => {
    blobs.refusals = 1
    const { status, body } = await upload()
    expect(status).toBe(200)
    const { avatar_url: url } = await profile()
    expect(body).toContain(url)
    expect((await ask(url ?? '')).status).toBe(200)
  })

  test('for good: the member is told so, keeps the picture there was, and nothing is left over', async () => {
    const before = await profile()
    blobs.refusals = Infinity
    const refused = await upload()
    expect([refused.status, message(refused)]).toEqual([500, toldWithId(errorText.avatar_upload_failed)])
    expect(await profile()).toEqual(before)
    expect((await ask(before.avatar_url ?? '')).status).toBe(200)
    expect(blobs.asked.filter((method) => method !== 'GET')).toEqual(['PUT', 'PUT'])
  })
})

describe('a deploy in the middle of a visit', () => {
  test('an action that the new build has no more says so in words of ours, and reads nothing of what is sent', async () => {
    const answer = await act('account.updateProfileBefore', { fullName: 'Kai' })
    expect([answer.status, message(answer)]).toEqual([404, errorText.page_outdated])
    expect(database.asked).toEqual([])
  })
})

function page() {
  return ask('/leaderboard')
}

function ask(path: string) {
  return rawRequest(stack.siteUrl, path, { headers: { cookie } })
}

function act(name: string, form: object = {}) {
  const headers = { cookie, origin: stack.siteUrl, 'content-type': 'application/json' }
  return rawRequest(stack.siteUrl, `/_actions/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(form),
  })
}

async function upload() {
  const answer = await fetch(new URL('/_actions/account.uploadAvatar', stack.siteUrl), {
    method: 'POST',
    headers: { cookie, origin: stack.siteUrl, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(await png()),
  })
  return { status: answer.status, body: await answer.text() }
}

function message({ body }: { body: string }): unknown {
  return (JSON.parse(body) as { message: unknown }).message
}

async function profile() {
  const rows = await query<{ full_name: string; avatar_url: string | null }>(
    stack,
    'select p.full_name, p.avatar_url from profiles p join users u on u.id = p.id where u.email = $1',
    [EMAIL],
  )
  return rows[0] ?? { full_name: '', avatar_url: null }
}

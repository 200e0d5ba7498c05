import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { join } from 'node:path'
import { createAvatarStore } from '#src/server/vendors/blobs.ts'
import { avatarKey, avatarUrl, newVersion } from '#src/server/avatars/avatar.ts'
import { DAY_MS } from '#src/shared/units.ts'
import { startBlobs } from '../../netlify/local/blobs.ts'
import { startMailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { loadScheduledFunctions, type ScheduledFunction } from '../../netlify/local/scheduler.ts'
import { startScheduler } from '../../netlify/local/scheduler.ts'
import { announceMany, deliveryEnv } from '../support/outbox.ts'
import { query } from '../support/query.ts'
import { startTestDatabase } from '../support/test-databases.ts'

const ROOT = join(import.meta.dirname, '../..')

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('only the scheduler starts a scheduled function', () => {
  let functions: ScheduledFunction[]
  beforeAll(async () => {
    functions = await loadScheduledFunctions(ROOT)
  })

  test('deliver-outbox runs every minute', () => {
    expect(functions.map(({ name, schedule }) => [name, schedule])).toContainEqual([
      'deliver-outbox',
      '* * * * *',
    ])
  })

  test.each([
    ['GET', undefined],
    ['HEAD', undefined],
    ['POST', undefined],
    ['POST', 'not JSON'],
    ['POST', '{}'],
    ['POST', 'null'],
    ['POST', '[]'],
    ['PUT', '{"next_run":"2026-01-01T00:00:00Z"}'],
  ])('%s with %j is answered with an empty 404, and nothing is read or sent', async (method, body) => {
    // Without a database: a run that got further would fail.
    vi.stubEnv('DATABASE_URL', '')
    for (const { run } of functions) {
      const answer = await run(
        new Request('http://localhost/.netlify/functions/x', { method, body: body ?? null }),
      )
      expect(answer.status).toBe(404)
      expect(await answer.text()).toBe('')
    }
  })
})

test('what waits in the outbox when the portal starts is sent right away', async () => {
  const database = await startTestDatabase()
  const mailbox = await startMailbox({ directory: null, host: '127.0.0.1', port: 0 })
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const env = {
    ...deliveryEnv(mailbox),
    DATABASE_URL: database.roleUrls.lanai_app,
    DATABASE_HTTP_URL: database.httpUrl,
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const [to] = await announceMany(database, 1)

  const folder = await mkdtemp(join(tmpdir(), 'lanai-scheduler-'))
  const scheduler = startScheduler({ root: ROOT, wakeFile: join(folder, 'wake') })
  await vi.waitFor(async () => expect((await mailbox.store.list()).map(({ To }) => To)).toEqual([to]), 15_000)
  await scheduler.close()
  await rm(folder, { recursive: true })
  await mailbox.close()
  await database.close()
})

test('the scheduled sweep removes a picture that no member has, and neither a shown one nor a new one', async () => {
  const database = await startTestDatabase()
  const directory = await mkdtemp(join(tmpdir(), 'lanai-sweep-'))
  const blobs = await startBlobs({ directory, token: 'secret' })
  const log = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  vi.stubEnv('SITE_URL', 'http://localhost:4321')
  vi.stubEnv('DATABASE_URL', database.roleUrls.lanai_app)
  vi.stubEnv('DATABASE_HTTP_URL', database.httpUrl)
  vi.stubEnv('NETLIFY_BLOBS_CONTEXT', blobs.context)

  const [member] = await query<{ id: string }>(
    database,
    `select register_member('kai@example.org', '$argon2id$x', 'Kai') as id`,
  )
  const memberId = member?.id ?? ''
  const twoDaysAgo = Date.now() - 2 * DAY_MS
  const [shown, orphan, fresh] = [twoDaysAgo, twoDaysAgo, Date.now()].map((at) => ({
    memberId,
    version: newVersion(at),
  })) as [Picture, Picture, Picture]
  const avatars = createAvatarStore()
  for (const picture of [shown, orphan, fresh]) await avatars.put(avatarKey(picture), Buffer.from('RIFF'))
  await query(database, 'update profiles set avatar_url = $1', [avatarUrl(shown)])

  const sweep = (await loadScheduledFunctions(ROOT)).find(({ name }) => name === 'sweep')
  const call = () =>
    sweep?.run(
      new Request('http://localhost', { method: 'POST', body: '{"next_run":"2026-01-01T00:00:00Z"}' }),
    )
  expect((await call())?.status).toBe(204)
  expect((await call())?.status).toBe(204)
  expect((await avatars.list()).sort()).toEqual([shown, fresh].map(avatarKey).sort())
  expect(log.mock.calls.map(([line]) => (JSON.parse(String(line)) as { avatars: number }).avatars)).toEqual([
    1, 0,
  ])

  await blobs.close()
  await database.close()
  await rm(directory, { recursive: true })
})

type Picture = Parameters<typeof avatarKey>[0]

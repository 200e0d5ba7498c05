import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { join } from 'node:path'
import { migrate } from '../../db/migrate.ts'
import { startMailbox } from '../../netlify/local/mailbox.ts'
import { loadScheduledFunctions, type ScheduledFunction } from '../../netlify/local/scheduled-functions.ts'
import { startScheduler } from '../../netlify/local/scheduler.ts'
import { announceMany, deliveryEnv } from '../support/outbox.ts'
import { startPglite } from '../support/test-databases.ts'

const ROOT = join(import.meta.dirname, '../..')

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('C52: nobody but the scheduler starts a scheduled function', () => {
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
    // Without a database: whoever got further would see it fail.
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
  const database = await startPglite()
  await migrate(database.databaseUrl)
  const mailbox = await startMailbox({ directory: null, host: '127.0.0.1', port: 0 })
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const env = {
    ...deliveryEnv(mailbox),
    DATABASE_URL: database.roleUrls.lanai_app,
    DATABASE_HTTP_URL: database.httpUrl,
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const [to] = await announceMany(database, 1)

  const scheduler = startScheduler({ root: ROOT })
  await vi.waitFor(async () => expect((await mailbox.store.list()).map(({ To }) => To)).toEqual([to]), 15_000)
  await scheduler.close()
  await mailbox.close()
  await database.close()
})

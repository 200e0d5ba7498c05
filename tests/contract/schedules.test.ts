import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newAvatarKey } from '#src/server/avatars/avatar.ts'
import { createAvatarStore } from '#src/server/vendors/blobs.ts'
import { DAY_MS } from '#src/shared/units.ts'
import { startBlobs, type Blobs } from '../../netlify/local/blobs.ts'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { bundleFunctions, startScheduler, type ScheduledFunction } from '../../netlify/local/scheduler.ts'
import { useFolder } from '../support/folder.ts'
import { deliveryEnv } from '../support/outbox.ts'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/test-databases.ts'

const ROOT = join(import.meta.dirname, '../..')

const database = useDatabase()
const folder = useFolder()
let mailbox: Mailbox
let blobs: Blobs
let functions: ScheduledFunction[]

beforeAll(async () => {
  mailbox = await startMailbox({ directory: null, port: 0 })
  blobs = await startBlobs({ directory: join(folder, 'blobs') })
  const env = {
    ...deliveryEnv(mailbox),
    DATABASE_URL: database.roleUrls.lanai_app,
    EDGE_DATABASE_URL: database.roleUrls.lanai_edge,
    DATABASE_HTTP_URL: database.httpUrl,
    NETLIFY_BLOBS_CONTEXT: blobs.context,
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  functions = await bundleFunctions(ROOT)
  for (const email of ['kai@example.com', 'pua@example.com'])
    await query(database, `select register_member($1, '$argon2id$x', null)`, [email])
})
beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => undefined))
afterAll(async () => {
  await mailbox.close()
  await blobs.close()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test.each([
  ['GET', undefined],
  ['POST', undefined],
  ['POST', 'not JSON'],
  ['POST', '{}'],
  ['POST', 'null'],
  ['PUT', '{"next_run":"2026-01-01T00:00:00Z"}'],
])('a scheduled function does nothing for %s with %j', async (method, body) => {
  // Without a database, any work would fail visibly.
  vi.stubEnv('DATABASE_URL', '')
  for (const { run } of functions) {
    const answer = await run(new Request('http://localhost/x', { method, body: body ?? null }))
    expect([answer.status, await answer.text()]).toEqual([404, ''])
  }
  vi.stubEnv('DATABASE_URL', database.roleUrls.lanai_app)
})

test('a schedule that can’t be read stops the start', async () => {
  const run = () => Promise.resolve(new Response())
  const started = startScheduler([{ name: 'wrong', schedule: '*/15 * * *', run }], () => undefined)
  await expect(started).rejects.toThrow("'*/15 * * *'")
})

test('a scheduled function does nothing on another site’s database', async () => {
  const refused = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await query(database, `select move_site('https://portal.school.dev')`)
  const body = '{"next_run":"2026-01-01T00:00:00Z"}'
  for (const { run } of functions)
    expect((await run(new Request('http://localhost/x', { method: 'POST', body }))).status).toBe(409)
  expect(await query(database, 'select from scheduled_runs')).toEqual([])
  expect(refused).toHaveBeenCalledTimes(functions.length)
  await query(database, 'delete from site')
  refused.mockRestore()
})

test('the scheduler says what failed at the start, and when it works again', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let runs = 0
  const run = () => (++runs === 1 ? Promise.reject(new Error('no rights')) : Promise.resolve(new Response()))
  const report = vi.fn<(failed: string[]) => void>()
  const every = { schedule: '* * * * * *', run }
  const scheduler = await startScheduler([{ ...every, name: 'deliver-outbox' }], report)
  expect(scheduler.problems).toEqual([
    'deliver-outbox failed, so email doesn’t leave: no rights. It’s tried again on its schedule, and npm run doctor says more.',
  ])
  await vi.waitFor(() => expect(report.mock.calls).toEqual([[['deliver-outbox']], [[]]]), 5_000)
  await scheduler.close()
  expect(log).not.toHaveBeenCalled()
  log.mockRestore()
})

test('a later failure of a schedule is logged and reported', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let runs = 0
  const failure = new Error('no rights')
  const run = () => (++runs > 1 ? Promise.reject(failure) : Promise.resolve(new Response()))
  const report = vi.fn<(failed: string[]) => void>()
  const scheduler = await startScheduler([{ name: 'sweep', schedule: '* * * * * *', run }], report)
  expect(scheduler.problems).toEqual([])
  await vi.waitFor(() => expect(report.mock.calls).toEqual([[[]], [['sweep']]]), 5_000)
  await scheduler.close()
  expect(log).toHaveBeenCalledWith('sweep failed:', failure)
  log.mockRestore()
})

test('the scheduler has run every function once when it has started', async () => {
  const avatars = createAvatarStore()
  const [kai, pua] = (await query<{ id: string }>(database, 'select id from users order by email')).map(
    ({ id }) => newAvatarKey(id, Date.now() - 2 * DAY_MS),
  ) as [string, string]
  for (const key of [kai, pua]) await avatars.put(key, Buffer.from('RIFF'))
  await query(database, `select delete_account(id, 'Noa') from users where email = 'pua@example.com'`)
  const failed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await query(database, `select invite('[{"email": "pua@example.org"}]', 'Noa')`)
  const scheduler = await startScheduler(functions, () => undefined)
  const ran = 'select name, withheld_count as withheld from scheduled_runs order by name'
  const runs = [
    { name: 'deliver-outbox', withheld: 0 },
    { name: 'sweep', withheld: 1 },
  ]
  expect(await query(database, ran)).toEqual(runs)
  await scheduler.close()
  expect((await mailbox.store.list())[0]?.To).toBe('pua@example.org')
  expect(await avatars.list()).toEqual([kai])
  expect(failed.mock.calls).toEqual([['{"code":"pictures_withheld","alarm":true,"withheld":1}']])
  failed.mockRestore()
})

import { getStore } from '@netlify/blobs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '#src/shared/units.ts'
import { sweepAvatars } from '#src/server/sweep/sweep.ts'
import { createDeps } from '#src/server/deps.ts'
import { migrate } from '../../db/migrate.ts'
import type { Postgres } from '../../netlify/local/postgres.ts'
import { openBadWeather, type Weather } from '../support/bad-weather.ts'
import { mixedPortal, type MixedPortal } from '../support/mixed-portal.ts'
import { deliveryEnv, letLeasesAndPausesEnd } from '../support/outbox.ts'
import { envOf } from '../support/portal.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { query } from '../support/query.ts'
import { seeded } from '../support/seeded.ts'
import { openDatabase, type TestDatabase } from '../support/test-databases.ts'
import { openWriters } from '../support/writers.ts'
import { withoutLimits } from '../support/without-limits.ts'

/** `npm run bench -- kills` does the whole of it; the suite does as much as takes a few seconds. */
const isBench = process.env.BENCH === 'kills'
const KILLS = isBench ? Number(process.env.KILLS ?? 1000) : 4
const SEED = isBench ? Number(process.env.SEED ?? Date.now() % 1_000_000) : 20_261_122
const MEMBERS = ['leilani', 'keala', 'kai'].map((name, nth) => ({
  name,
  id: `0000000${nth}-0000-4000-8000-000000000000`,
}))

/** A row is given up after eight tries; luck must not decide whether one gets there. */
const FEW_TRIES = 'update outbox set attempts = least(attempts, 3), dead_at = null where sent_at is null'

const chance = seeded(SEED)
let folder: string
let server: Postgres
let database: TestDatabase
let weather: Weather
let portal: MixedPortal

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lanai-kills-'))
  // Of its own: it is killed as well.
  server = await startPostgresServer()
  database = await openDatabase(server)
  await migrate(database.databaseUrl)
  await query(database, withoutLimits)
  for (const { id, name } of MEMBERS) {
    const user = `insert into users (id, email, password_hash, email_confirmed_at) values ($1, $2, '$argon2id$none', now())`
    await query(database, user, [id, `${name}@example.org`])
    await query(database, `insert into profiles (id, approval_status) values ($1, 'approved')`, [id])
  }
  weather = await openBadWeather(database.httpUrl, folder, chance)
  portal = await mixedPortal({ ...envOf(database), ...deliveryEnv(weather.mailbox), ...weather.env })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await portal.kill()
  await portal.remove()
  await weather.close()
  await database.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

test('whatever is killed, full, slow, silent or talks nonsense: what was acknowledged is there, every mail arrives, and nothing is left over', async () => {
  const ids = MEMBERS.map(({ id }) => id)
  const writers = openWriters({ portal, database, weather }, ids)
  const begun = performance.now()
  for (let kill = 0; kill < KILLS; kill++) {
    weather.change()
    await portal.start(chance.oneOf([0, 0, -HOUR_MS, HOUR_MS]))
    const stop = new AbortController()
    const reached = portal.asked(1 + chance.below(40))
    const busy = writers.map(({ write }) => keepWriting(write, stop.signal))
    await Promise.race([reached, sleep(2000)])
    await sleep(chance.number() * 15)
    if (chance.number() < 0.1) await killDatabase()
    await portal.kill()
    stop.abort()
    await Promise.all(busy)
    await eventually(() => letLeasesAndPausesEnd(database))
    await eventually(() => query(database, FEW_TRIES))
    if (isBench && kill % 20 === 19) say(`${kill + 1} kills, ${secondsSince(begun)} s`)
  }

  await comeToRest()
  const lost = (await Promise.all(writers.map(({ lost }) => lost()))).flat()
  const mails = await weather.mailbox.store.list()
  const twice = mails.length - new Set(mails.map(({ Metadata }) => JSON.stringify(Metadata))).size
  const done = writers.reduce((sum, { acknowledged }) => sum + acknowledged(), 0)
  say(
    `seed ${SEED}: ${done} writes acknowledged, ${KILLS} kills in ${secondsSince(begun)} s; ` +
      `${lost.length} lost, ${mails.length} mails, ${twice} of them twice, ${await leftOver()} files left over`,
  )
  expect(lost).toEqual([])
  expect(twice).toBeLessThanOrEqual(KILLS)
  expect(await leftOver()).toBe(0)
  expect(await query(database, 'select kind, last_error from list_undelivered()')).toEqual([])
}, 7_200_000)

/** Past the test runner, which keeps what passes to itself. */
function say(words: string): void {
  process.stdout.write(`${words}\n`)
}

function secondsSince(begun: number): string {
  return ((performance.now() - begun) / 1000).toFixed(0)
}

async function keepWriting(write: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await write()
    await sleep(chance.number() * 20)
  }
}

/** One of the server's processes dies, and it starts all of them anew: what a machine does that has no memory left. */
async function killDatabase(): Promise<void> {
  const [row] = await query<{ pid: number }>(
    database,
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
  )
  if (row) process.kill(row.pid, 'SIGKILL')
}

/** Good weather, a portal that lives, and time that has passed. */
async function comeToRest(): Promise<void> {
  weather.calm()
  await portal.start()
  for (let tries = 0; tries < 600; tries++) {
    if ((await eventually(() => query(database, 'select from list_undelivered() limit 1'))).length === 0)
      break
    await eventually(() => letLeasesAndPausesEnd(database))
    await sleep(200)
  }
  vi.stubEnv('NETLIFY_BLOBS_CONTEXT', weather.blobsContext)
  const deps = createDeps(envOf(database))
  await sweepAvatars({ ...deps, clock: () => Date.now() + 2 * DAY_MS })
}

/** Pictures that no profile points at, and what a write that ended half way has left. */
async function leftOver(): Promise<number> {
  const { blobs } = await getStore('avatars').list()
  const shown = await query<{ url: string }>(
    database,
    'select avatar_url as url from profiles where avatar_url is not null',
  )
  return blobs.length - shown.length
}

/** The database may be starting anew. */
async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries > 100) throw error
      await sleep(100)
    }
  }
}

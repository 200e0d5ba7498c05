import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox.ts'
import type { Call, Misbehaviour } from '../../netlify/local/mailbox/trouble.ts'
import { bundle } from '../../netlify/local/scheduled-functions.ts'
import { announceMany, deliveryEnv, letLeasesAndPausesEnd } from '../support/outbox.ts'
import { query } from '../support/query.ts'
import { startRealDatabase, type TestDatabase } from '../support/test-databases.ts'

const ROOT = join(import.meta.dirname, '../..')

/** `npm run bench:outbox` does the whole of it; the suite does as much as takes a few seconds. */
const isBench = process.env.npm_lifecycle_event === 'bench:outbox'
const ROWS = isBench ? 1000 : 80
const KILLS = isBench ? 20 : 4
const FAILING = 0.3

/** Of these, half are mails that were taken although the answer got lost. */
const LOSING_ANSWERS = 0.15

/** A row is given up after eight tries; luck must not decide whether one gets there. */
const MOST_FAILURES: Record<string, number> = { '/email': 3, '/messages/outbound': 2 }

const bundles = join(ROOT, '.netlify/scheduled', randomUUID())
let database: TestDatabase
let mailbox: Mailbox
let worker: ChildProcess | undefined
let onCall: (() => void) | undefined
const calls = { all: 0, failed: 0 }

beforeAll(async () => {
  database = await startRealDatabase()
  await migrate(database.databaseUrl)
  mailbox = await startMailbox({ directory: null, host: '127.0.0.1', port: 0, trouble: failSometimes })
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await mailbox.close()
  await database.close()
  await rm(bundles, { recursive: true, force: true })
})

test('F10, F11, F18: with a provider that fails and a worker killed again and again, every mail arrives, at most one twice per kill', async () => {
  const begun = performance.now()
  const everybody = await announceMany(database, ROWS)
  const [file = ''] = await bundle(ROOT, ['tests/support/outbox-worker.ts'], bundles)

  for (let kill = 0; kill < KILLS; kill++) {
    // Somewhere within its share of the work, and then at any moment of what a call sets off.
    await runUntilCall(file, 1 + Math.floor((Math.random() * ROWS) / KILLS), Math.random() * 15)
    await letLeasesAndPausesEnd(database)
  }
  await runUntilAllIsSent(file)

  const received = (await mailbox.store.list()).map(({ To }) => To)
  const twice = received.length - new Set(received).size
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(
    `${ROWS} mails, ${KILLS} kills, ${calls.all} calls of which ${calls.failed} failed: ` +
      `${new Set(received).size} arrived, ${twice} twice, in ${seconds} s`,
  )
  expect([...new Set(received)].sort()).toEqual(everybody.sort())
  expect(twice).toBeLessThanOrEqual(KILLS)
  expect(await query(database, 'select * from undelivered')).toEqual([])
}, 300_000)

async function runUntilCall(file: string, nth: number, thenMs: number): Promise<void> {
  const started = start(file)
  let count = 0
  const reached = new Promise<void>((resolve) => {
    onCall = () => {
      if (++count === nth) resolve()
    }
  })
  const stopPauses = endPausesWhileRunning()
  await Promise.race([reached, nothingLeft()])
  await sleep(thenMs)
  await stopPauses()
  started.kill('SIGKILL')
  await once(started, 'exit')
}

async function runUntilAllIsSent(file: string): Promise<void> {
  const started = start(file)
  const stopPauses = endPausesWhileRunning()
  await nothingLeft()
  await stopPauses()
  started.kill('SIGKILL')
  await once(started, 'exit')
}

function start(file: string): ChildProcess {
  const env = {
    ...deliveryEnv(mailbox),
    DATABASE_URL: database.roleUrls.lanai_app,
    DATABASE_HTTP_URL: database.httpUrl,
  }
  worker = spawn(process.execPath, [file], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  return worker
}

/** Time flies for rows that wait for their next try; leases of the living are left alone. */
function endPausesWhileRunning(): () => Promise<void> {
  const stop = new AbortController()
  const ended = (async () => {
    while (!stop.signal.aborted) {
      await query(
        database,
        'update outbox set next_attempt_at = now() where locked_until is null and sent_at is null',
      )
      await sleep(100)
    }
  })()
  return () => {
    stop.abort()
    return ended
  }
}

async function nothingLeft(): Promise<void> {
  while ((await query(database, 'select from undelivered limit 1')).length > 0) await sleep(100)
}

/** The same calls fail at every run: which, a hash decides. */
function failSometimes({ path, to, nth }: Call): Misbehaviour | undefined {
  onCall?.()
  calls.all += 1
  const chance = createHash('sha256').update(`${path} ${to} ${nth}`).digest().readUInt32BE() / 2 ** 32
  if (chance >= FAILING || nth > (MOST_FAILURES[path] ?? 0)) return undefined
  calls.failed += 1
  if (path === '/email' && chance < LOSING_ANSWERS) return { is: 'dropping' }
  return { is: 'refusing', answer: { status: 500, body: { ErrorCode: 0, Message: 'Out of order.' } } }
}

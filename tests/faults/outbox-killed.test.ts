import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox.ts'
import type { Call, Misbehaviour } from '../../netlify/local/mailbox/trouble.ts'
import { mortalWorker, type MortalWorker } from '../support/mortal-worker.ts'
import { announceMany, letLeasesAndPausesEnd } from '../support/outbox.ts'
import { query } from '../support/query.ts'
import { startTestDatabase, type TestDatabase } from '../support/test-databases.ts'

/** `npm run bench -- outbox` does the whole of it; the suite does as much as takes a few seconds. */
const isBench = process.env.BENCH === 'outbox'
const ROWS = isBench ? 1000 : 80
const KILLS = isBench ? 20 : 4
const FAILING = 0.3

/** Of these, half are mails that were taken although the answer got lost. */
const LOSING_ANSWERS = 0.15

/** A row is given up after eight tries; luck must not decide whether one gets there. */
const MOST_FAILURES: Record<string, number> = { '/email': 3, '/messages/outbound': 2 }

let database: TestDatabase
let mailbox: Mailbox
let worker: MortalWorker
let onCall: (() => void) | undefined
const calls = { all: 0, failed: 0 }

beforeAll(async () => {
  database = await startTestDatabase()
  mailbox = await startMailbox({ directory: null, host: '127.0.0.1', port: 0, trouble: failSometimes })
  worker = await mortalWorker(database, mailbox)
})
afterAll(async () => {
  await mailbox.close()
  await database.close()
  await worker.remove()
})

test('with a provider that fails and a worker killed again and again, every mail arrives, at most one twice per kill', async () => {
  const begun = performance.now()
  const everybody = await announceMany(database, ROWS)

  for (let kill = 0; kill < KILLS; kill++) {
    // Somewhere within its share of the work, and then at any moment of what a call sets off.
    await runUntilCall(1 + Math.floor((Math.random() * ROWS) / KILLS), Math.random() * 15)
    await letLeasesAndPausesEnd(database)
  }
  await worker.runUntilAllIsSent()

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

async function runUntilCall(nth: number, thenMs: number): Promise<void> {
  let count = 0
  const reached = new Promise<void>((resolve) => {
    onCall = () => {
      if (++count === nth) resolve()
    }
  })
  await worker.runUntil(reached, thenMs)
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

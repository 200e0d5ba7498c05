import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDeps } from '#src/server/deps.ts'
import { signIn } from '#src/server/sign-in/sign-in.ts'
import { createArgon2 } from '#src/server/vendors/argon2.ts'
import { SignInForm } from '#src/shared/forms.ts'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { killableWorker, type KillableWorker } from '../support/killable-process.ts'
import { letLeasesAndPausesEnd } from '../support/outbox.ts'
import { envOf } from '../support/portal.ts'
import { findPsql, runWithPsql } from '../support/admin-cli.ts'
import { query } from '../support/query.ts'
import { startTestDatabase, type TestDatabase } from '../support/test-databases.ts'

const APPROVE = join(import.meta.dirname, '../../db/admin/approve.sql')
const PASSWORD = 'correct horse battery'

/** `npm run bench -- approvals` does the whole of it; the suite does as much as takes a few seconds. */
const isBench = process.env.BENCH === 'approvals'
const MEMBERS = isBench ? 500 : 40
const KILLS = isBench ? 10 : 3

let database: TestDatabase
let mailbox: Mailbox
let worker: KillableWorker
let onCall: (() => void) | undefined

beforeAll(async () => {
  database = await startTestDatabase()
  mailbox = await startMailbox({
    directory: null,
    host: '127.0.0.1',
    port: 0,
    middleware: [
      (_, next) => {
        onCall?.()
        return next()
      },
    ],
  })
  worker = await killableWorker(database, mailbox)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await worker.remove()
  await mailbox.close()
  await database.close()
})

test('everybody approved by one script gets one mail, although the worker is killed again and again, and can sign in', async ({
  skip,
}) => {
  skip(!findPsql())
  const emails = await registerMany()
  const begun = performance.now()
  const decided = await runWithPsql(database.databaseUrl, APPROVE, { emails: emails.join('\n') })
  const approvedMs = performance.now() - begun

  for (let kill = 0; kill < KILLS; kill++) {
    await worker.runUntil(calls(1 + Math.floor((Math.random() * MEMBERS) / KILLS)), Math.random() * 15)
    await letLeasesAndPausesEnd(database)
  }
  await worker.runUntilAllIsSent()
  const toldMs = performance.now() - begun

  const received = (await mailbox.store.list()).map(({ To }) => To)
  const signedIn = await signInAll(emails)
  console.log(
    `${decided.length} approved by one script in ${approvedMs.toFixed(0)} ms; ${received.length} mails to ` +
      `${new Set(received).size} people in ${(toldMs / 1000).toFixed(1)} s past ${KILLS} kills; ${signedIn} signed in`,
  )
  expect(received.sort()).toEqual(emails.toSorted())
  expect(await query(database, 'select * from list_undelivered()')).toEqual([])
  expect(signedIn).toBe(MEMBERS)
}, 300_000)

async function registerMany(): Promise<string[]> {
  const hash = await createArgon2().hash(PASSWORD)
  const rows = await query<{ email: string }>(
    database,
    `select 'm' || n || '@example.com' as email, register_member('m' || n || '@example.com', $1, 'Member ' || n)
     from generate_series(1, $2::int) n`,
    [hash, MEMBERS],
  )
  await query(database, 'update users set email_confirmed_at = now()')
  return rows.map(({ email }) => email)
}

/** Everybody from a network of their own, as members are. */
async function signInAll(emails: string[]): Promise<number> {
  const deps = createDeps(envOf(database))
  let count = 0
  for (const [n, email] of emails.entries()) {
    const form = SignInForm.parse({ email, password: PASSWORD })
    const address = `10.0.${Math.floor(n / 250)}.${1 + (n % 250)}`
    const result = await signIn(deps, form, {
      address,
      sessionToken: null,
      deviceToken: null,
      userAgent: null,
    })
    if (result.ok) count += 1
  }
  return count
}

function calls(nth: number): Promise<void> {
  let count = 0
  return new Promise((resolve) => {
    onCall = () => {
      if (++count === nth) resolve()
    }
  })
}

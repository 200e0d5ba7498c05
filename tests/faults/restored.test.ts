import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDeps } from '#src/server/deps.ts'
import { signIn } from '#src/server/sign-in/sign-in.ts'
import { signUp } from '#src/server/sign-up/sign-up.ts'
import type { Deps } from '#src/server/vendors/ports.ts'
import { SignInForm, SignUpForm } from '#src/shared/forms.ts'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { deliveryTo } from '../support/outbox.ts'
import { envOf } from '../support/portal.ts'
import { query } from '../support/query.ts'
import {
  createDatabase,
  openDatabase,
  type CreatedDatabase,
  type TestDatabase,
} from '../support/test-databases.ts'

const KAI = { email: 'kai@example.org', password: 'aloha kakahiaka' }
const browser = { address: '192.0.2.1', sessionToken: null, deviceToken: null, userAgent: 'Test' }

/** A backup, taken while mail waited; the database it was taken of told everything and was lost then. */
let backup: CreatedDatabase
let mailbox: Mailbox
let restored: Opened

beforeAll(async () => {
  mailbox = await startMailbox({ directory: null, host: '127.0.0.1', port: 0 })
  const lost = await createDatabase()
  const before = await open(lost)
  await signUp(before.deps, SignUpForm.parse(KAI), browser)
  await query(lostUrl(), `select decide_membership($1, 'approved')`, [KAI.email])
  await signIn(before.deps, SignInForm.parse(KAI), browser)
  await before.deliver()
  for (const [key, age] of [
    ['old', '61 minutes'],
    ['young', '59 minutes'],
  ]) {
    await query(
      lostUrl(),
      `select enqueue('password_changed', $1, jsonb_build_object('to', $1 || '@example.org'))`,
      [key],
    )
    await query(lostUrl(), 'update outbox set created_at = now() - $2::interval where dedupe_key = $1', [
      key,
      age,
    ])
  }
  await query(
    lostUrl(),
    `select enqueue('registration_notice', 'later', '{"userIds": []}');
     update outbox set created_at = now() - interval '5 hours', next_attempt_at = now() + interval '1 hour'
     where dedupe_key = 'later'`,
  )
  await before.close()
  backup = await createDatabase(lost)
  const after = await open(lost)
  await after.deliver()
  await after.close()
  await lost.close()
  restored = await open(backup)

  function lostUrl() {
    return { databaseUrl: lost.url }
  }
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await restored.close()
  await backup.close()
  await mailbox.close()
})

test('a restored backup tells nothing twice, lets members in, and gives up only what may have been told', async () => {
  const told = await mailsTo('old@example.org', 'young@example.org')
  expect(told).toHaveLength(2)

  const { deps, database } = restored
  expect(await query(database, 'select kind, given_up::int, kept::int from settle_after_restore()')).toEqual([
    { kind: 'password_changed', given_up: 1, kept: 1 },
  ])
  await restored.deliver()
  expect(await mailsTo('old@example.org', 'young@example.org')).toEqual(told)
  expect(
    await query(
      database,
      `select kind, state = 'given up' as given_up, last_error from list_undelivered() order by given_up`,
    ),
  ).toEqual([
    { kind: 'registration_notice', given_up: false, last_error: null },
    { kind: 'password_changed', given_up: true, last_error: 'restored' },
  ])
  expect(await query(database, 'select from sessions')).toHaveLength(1)
  expect(await signIn(deps, SignInForm.parse(KAI), browser)).toMatchObject({ ok: true })
})

async function open(created: CreatedDatabase): Promise<Opened> {
  const database = await openDatabase(created)
  return {
    database,
    deps: createDeps(envOf(database)),
    deliver: deliveryTo(database, mailbox),
    close: () => database.close(),
  }
}

async function mailsTo(...people: string[]): Promise<string[]> {
  return (await mailbox.store.list()).map(({ To }) => To).filter((to) => people.includes(to))
}

interface Opened {
  database: TestDatabase
  deps: Deps
  deliver: ReturnType<typeof deliveryTo>
  close(): Promise<void>
}

import { createAccounts } from '#src/server/adapters/accounts.ts'
import { createDevices } from '#src/server/sign-in/known-browsers.ts'
import { createConfirmations, createPasswordResets } from '#src/server/adapters/email-tokens.ts'
import { createLuciaSessions } from '#src/server/vendors/lucia.ts'
import { createSql } from '#src/server/vendors/neon.ts'
import { createRateLimits } from '#src/server/limits/rate-limits.ts'
import { newSignUpCookie } from '#src/server/adapters/sign-up-cookie.ts'
import { createSignUpProofs } from '#src/server/adapters/sign-up-proofs.ts'
import { migrate } from '../../db/migrate.ts'
import { memoryPortal, type MemoryPortal } from '../fakes/memory-portal.ts'
import type { Mail } from '../fakes/memory.ts'
import { query } from './query.ts'
import { testDatabases, type TestDatabase } from './test-databases.ts'

const QUERY_TIMEOUT_MS = 10_000

/** The same promises kept by a fake and by each real database: what a contract suite runs over. */
export const portals: readonly (readonly [string, () => Promise<Portal>])[] = [
  ['memory', () => Promise.resolve({ ...memoryPortal(), close: () => Promise.resolve() })],
  ...testDatabases.map(([name, start]) => [name, async () => storedPortal(await start())] as const),
]

async function storedPortal(database: TestDatabase): Promise<Portal> {
  await migrate(database.databaseUrl)
  const sql = createSql(
    { DATABASE_URL: database.roleUrls.lanai_app, DATABASE_HTTP_URL: database.httpUrl },
    QUERY_TIMEOUT_MS,
  )
  return {
    accounts: createAccounts(sql),
    sessions: createLuciaSessions(sql),
    confirmations: createConfirmations(sql),
    signUpProofs: createSignUpProofs(sql),
    newSignUpCookie,
    passwordResets: createPasswordResets(sql),
    devices: createDevices(sql),
    rateLimits: createRateLimits(sql, () => undefined),
    clock: Date.now,
    async decide(email, status) {
      await query(database, 'select * from decide_membership($1, $2)', [email, status])
    },
    async addToRoster(email) {
      await query(database, 'insert into roster (email) values ($1)', [email])
    },
    async sessionCount() {
      const [row] = await query<{ n: number }>(database, 'select count(*)::int as n from sessions')
      return row?.n ?? NaN
    },
    mails: () =>
      query<Mail>(
        database,
        `select kind, coalesce(payload ->> 'to', payload ->> 'email') as to, payload ->> 'token' as token
         from outbox order by created_at, kind`,
      ),
    async isConfirmed(email) {
      const sql = 'select email_confirmed_at is not null as yes from users where email = $1'
      const [row] = await query<{ yes: boolean }>(database, sql, [email])
      return row?.yes ?? false
    },
    async pass(seconds) {
      for (const statement of timeTravel) await query(database, statement, [`${seconds} seconds`])
    },
    close: () => database.close(),
  }
}

/** The database's clock cannot be turned forward, so all that is written is moved back. */
const timeTravel = [
  'update rate_limits set blocked_until = blocked_until - $1::interval, forgotten_at = forgotten_at - $1::interval',
  'update sign_up_browsers set expires_at = expires_at - $1::interval',
  'update email_confirmation_tokens set expires_at = expires_at - $1::interval',
  'update password_reset_tokens set expires_at = expires_at - $1::interval',
  'update sessions set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval',
]

export interface Portal extends MemoryPortal {
  close(): Promise<void>
}

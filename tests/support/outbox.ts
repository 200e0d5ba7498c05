import { vi } from 'vitest'
import { deliver } from '#src/server/delivery.ts'
import type { Tally } from '#src/server/outbox/deliver-outbox.ts'
import type { Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { envOf } from './portal.ts'
import { query } from './query.ts'
import type { TestDatabase } from './test-databases.ts'

export const MAIL_FROM = 'Lanai <portal@example.com>'

/** Deliveries as in production, with a mailbox for a provider. Undo with `vi.unstubAllEnvs()`. */
export function deliveryTo(database: TestDatabase, mailbox: Pick<Mailbox, 'port'>): () => Promise<Tally> {
  for (const [name, value] of Object.entries(deliveryEnv(mailbox))) vi.stubEnv(name, value)
  return () => deliver({ ...process.env, ...envOf(database) })
}

export function deliveryEnv({ port }: Pick<Mailbox, 'port'>) {
  return {
    SITE_URL: 'http://localhost:4321',
    POSTMARK_SERVER_TOKEN: 'token',
    POSTMARK_API_URL: `http://127.0.0.1:${port}`,
    MAIL_FROM,
  }
}

/** Queues emails, each to another address. @returns the addresses. */
export async function announceMany(database: TestDatabase, count: number): Promise<string[]> {
  const rows = await query<{ to: string }>(
    database,
    `with person as (select 'm' || n || '@example.com' as address from generate_series(1, $1::int) n)
     select address as to, enqueue('password_changed', address, jsonb_build_object('to', address, 'fullName', 'Keoni'))
     from person`,
    [count],
  )
  return rows.map(({ to }) => to)
}

/** Makes every unsent row due now, because a test can't turn the database's clock. */
export async function letLeasesAndPausesEnd(database: TestDatabase): Promise<void> {
  await query(
    database,
    'update outbox set locked_until = null, next_attempt_at = now() where sent_at is null',
  )
}

import { vi } from 'vitest'
import { deliver } from '#src/server/delivery.ts'
import type { Tally } from '#src/server/outbox/deliver-outbox.ts'
import type { Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { envOf } from './portal.ts'
import { query } from './query.ts'
import type { TestDatabase } from './test-databases.ts'

export const MAIL_FROM = 'Lanai <portal@example.com>'

/** Deliveries as in production, with a mailbox for a provider. Undo with `vi.unstubAllEnvs()`. */
export function deliveryTo(
  database: TestDatabase,
  mailbox: Pick<Mailbox, 'port'>,
  siteUrl = 'http://localhost:4321',
): () => Promise<Partial<Tally>> {
  for (const [name, value] of Object.entries(deliveryEnv(mailbox))) vi.stubEnv(name, value)
  return () => deliver({ ...process.env, ...envOf(database), SITE_URL: siteUrl })
}

export function deliveryEnv({ port }: Pick<Mailbox, 'port'>) {
  return {
    SITE_URL: 'http://localhost:4321',
    POSTMARK_SERVER_TOKEN: 'token',
    POSTMARK_API_URL: `http://127.0.0.1:${port}`,
    MAIL_FROM,
  }
}

/** Makes every unsent row due now, because a test can't turn the database's clock. */
export async function letLeasesAndPausesEnd(database: TestDatabase): Promise<void> {
  await query(
    database,
    'update outbox set locked_until = null, next_attempt_at = now() where sent_at is null',
  )
}

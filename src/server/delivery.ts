import { createComposer } from '#src/mail/composer.ts'
import { readDeliveryEnv, readEnv, type DeliveryEnv } from './env.ts'
import { log } from './log.ts'
import { deliverOutbox, type DeliveryDeps, type Tally } from './outbox/deliver-outbox.ts'
import { createSql } from './vendors/neon.ts'
import type { Sql, Webhook } from './vendors/ports.ts'
import { createPostmark } from './vendors/postmark.ts'
import { createWebhook } from './vendors/webhook.ts'

const NOTICE_SECONDS = { each: null, hourly: 60 * 60, daily: 24 * 60 * 60 } as const

/**
 * Composition root of deliveries, which bring the mails and React along. Sends what is due; safe to call at any time, by
 * any number of callers at once. Its settings are read here and not at the start: without a mail provider people can
 * still sign in.
 */
export async function deliver(limits: { withinMs: number }, env = process.env): Promise<Tally> {
  return deliverOutbox(createDelivery(createSql(readEnv(env)), readDeliveryEnv(env)), limits)
}

function createDelivery(sql: Sql, env: DeliveryEnv): DeliveryDeps {
  const composer = createComposer(env.SITE_URL)
  return {
    sql,
    compose: (message) => composer.compose(message),
    mailer: createPostmark({
      token: env.POSTMARK_SERVER_TOKEN,
      apiUrl: env.POSTMARK_API_URL,
      from: env.MAIL_FROM,
    }),
    webhook: createWebhookOf(env),
    admins: env.ADMIN_EMAILS
      ? { emails: env.ADMIN_EMAILS, periodSeconds: NOTICE_SECONDS[env.ADMIN_NOTICES] }
      : null,
    clock: Date.now,
    chance: Math.random,
    report: ({ code, error, ...facts }) => {
      log('error', { code, facts: { alarm: true, ...facts }, ...(error !== undefined && { error }) })
    },
  }
}

function createWebhookOf({
  WEBHOOK_URL,
  WEBHOOK_SECRET,
  WEBHOOK_ALLOW_LOOPBACK,
}: DeliveryEnv): Webhook | null {
  if (!WEBHOOK_URL || !WEBHOOK_SECRET) return null
  const allowLoopback = WEBHOOK_ALLOW_LOOPBACK === '1'
  return createWebhook({ url: WEBHOOK_URL, secret: WEBHOOK_SECRET, allowLoopback, clock: Date.now })
}

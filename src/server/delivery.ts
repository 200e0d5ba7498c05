import programme from '../../.astro/programme.json' with { type: 'json' }
import type { Mailable } from '#src/emails/mails.ts'
import { readDeliveryEnv, readEnv } from './env.ts'
import type { Tally } from './outbox/deliver-outbox.ts'
import { claimSite } from './site.ts'
import { createSql } from './vendors/neon.ts'
import { createPostmark } from './vendors/postmark.ts'
import { createWebhook } from './vendors/webhook.ts'

/**
 * Composition root of deliveries: sends due messages, unless the database is another site's. Safe to call concurrently. Reads its
 * settings here and not at startup, so that people can sign in without an email provider.
 */
export async function deliver(env = process.env): Promise<Partial<Tally>> {
  const settings = readDeliveryEnv(env)
  const { SITE_URL, WEBHOOK_URL: url, WEBHOOK_SECRET: secret } = settings
  const sql = createSql(readEnv(env))
  if (!(await claimSite(sql, SITE_URL, programme))) return {}
  // Imported lazily, because loading React blocks the thread.
  const [{ createComposer }, { deliverOutbox }] = await Promise.all([
    import('#src/emails/composer.tsx'),
    import('./outbox/deliver-outbox.ts'),
  ])
  return deliverOutbox({
    sql,
    compose: createComposer(SITE_URL, programme),
    mailer: createPostmark({
      token: settings.POSTMARK_SERVER_TOKEN,
      apiUrl: settings.POSTMARK_API_URL,
      from: senderOf(settings.MAIL_FROM),
      replyTo: programme.contact,
    }),
    webhook: url && secret ? createWebhook({ url, secret, clock: Date.now }) : null,
    admins: settings.ADMIN_EMAILS ?? null,
    programme,
    clock: Date.now,
  })
}

/** An email as it would leave, for a preview. */
export async function composeMail(message: Mailable) {
  const { createComposer } = await import('#src/emails/composer.tsx')
  return createComposer(readEnv(process.env).SITE_URL, programme)(message)
}

// An address without a display name gets the programme's name.
function senderOf(from: string): string {
  return from.includes('<') ? from : `${JSON.stringify(programme.brand)} <${from}>`
}

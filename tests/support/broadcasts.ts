import type { Programme } from '#src/server/programme.ts'
import { deliverOutbox, type Tally } from '#src/server/outbox/deliver-outbox.ts'
import type { DeliveryDeps } from '#src/server/outbox/deliver-row.ts'
import type { Mail, Mailer, Outcome, Sql } from '#src/server/vendors/ports.ts'
import { HOUR_MS, MINUTE_MS } from '#src/shared/units.ts'
import { EMPTY_PROGRAMME } from './programme.ts'

/** A programme with one deadline, in so many hours and a minute. */
export function dueIn(hours: number): Programme {
  const starts = new Date(begun + hours * HOUR_MS + MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ')
  const deadline = {
    name: 'weekly-update',
    title: 'Weekly Update',
    kind: 'due',
    minutes: 60,
    starts,
    except: [],
  }
  return { ...EMPTY_PROGRAMME, events: [deadline] }
}

export const begun = Date.now()

/** A delivery with this mailer, of emails that say nothing but have the link that ends them. */
export function deliverWith(
  { sql, programme, mailer }: { sql: Sql; programme: Programme; mailer: Mailer },
  changes: Partial<DeliveryDeps> = {},
): Promise<Tally> {
  return deliverOutbox({
    sql,
    compose: ({ to, ...mail }) =>
      Promise.resolve({
        to,
        subject: '',
        html: '',
        text: 'Aloha',
        unsubscribeUrl: 'now' in mail ? mail.token : null,
      }),
    mailer,
    programme,
    webhook: null,
    admins: null,
    clock: Date.now,
    ...changes,
  })
}

/** A provider that has never seen an email, and answers for each. */
export function fakeMailer(answer: (mail: Mail) => Outcome | Promise<Outcome>): Mailer {
  return {
    send: async (mail) => answer(mail),
    sendBatch: (batch) => Promise.all(batch.map(async ({ mail }) => answer(mail))),
    find: () => Promise.resolve({ is: 'unknown' }),
    reactivate: () => Promise.resolve({ is: 'delivered', providerMessageId: 'reactivated' }),
  }
}

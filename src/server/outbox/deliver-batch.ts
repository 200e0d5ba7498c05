import type { Mail } from '../vendors/ports.ts'
import { unsubscribeInactive, type RowDeps, type RowOutcome, skipped, UNRENDERABLE } from './deliver-row.ts'
import type { LeasedRow, MessageOf } from './outbox.ts'

/**
 * Sends the first attempt of broadcasts in one call. Each has its own outcome; a call that fails is the outcome of all.
 *
 * @throws only when the database is unavailable.
 */
export async function deliverBatch(deps: RowDeps, rows: readonly LeasedRow[]): Promise<Delivery[]> {
  const deliveries: Delivery[] = []
  const planned: Planned[] = []
  for (const row of rows) {
    if (row.expired) deliveries.push({ row, outcome: skipped('expired') })
    else if (row.message?.kind === 'broadcast') planned.push({ row, message: row.message })
    else deliveries.push({ row, outcome: { is: 'failed', reason: 'unreadable_payload' } })
  }

  const batch: { row: LeasedRow; mail: Mail; outboxId: string; userId: string }[] = []
  for (const { row, userId, mail } of await compose(deps, planned)) {
    if ('is' in mail) deliveries.push({ row, outcome: mail })
    else batch.push({ row, mail, outboxId: row.id, userId })
  }

  const outcomes = batch.length > 0 ? await deps.mailer.sendBatch(batch) : []
  const sent = batch.map(({ row, userId }, index) => {
    const outcome: RowOutcome = outcomes[index] ?? { is: 'failed', reason: 'no_result' }
    return { row, userId, outcome }
  })
  return [...deliveries, ...(await unsubscribeInactive(deps.sql, sent))]
}

async function compose(deps: RowDeps, planned: readonly Planned[]) {
  const prepared = await deps.prepareBroadcasts(planned.map(({ message }) => message))
  return Promise.all(
    planned.map(async ({ row, message: { userId } }, index) => {
      const content = prepared[index] ?? { skipped: 'not_wanted' }
      const mail =
        'skipped' in content
          ? skipped(content.skipped)
          : await deps.compose(content).catch(() => UNRENDERABLE)
      return { row, userId, mail }
    }),
  )
}

interface Planned {
  row: LeasedRow
  message: MessageOf<'broadcast'>
}

export interface Delivery {
  row: LeasedRow
  outcome: RowOutcome
}

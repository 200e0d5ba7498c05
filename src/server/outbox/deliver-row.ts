import type { Mailable } from '#src/emails/mails.ts'
import { prepareBroadcasts } from '../broadcasts/prepare.ts'
import type { Programme } from '../programme.ts'
import {
  type Clock,
  INACTIVE_ADDRESS,
  type Mail,
  type Mailer,
  type Outcome,
  type Sql,
  type Webhook,
} from '../vendors/ports.ts'
import { type LeasedRow, findDecision, findRegistration, type MessageOf } from './outbox.ts'

export async function deliverRow(deps: DeliveryDeps, row: LeasedRow): Promise<RowOutcome> {
  if (!row.message) return { is: 'failed', reason: 'unreadable_payload' }
  switch (row.message.kind) {
    case 'membership_decided':
      return sendDecision(deps, row, row.message)
    case 'invitation':
      return sendInvitation(deps, row, row.message)
    case 'registration_notice':
      return sendNotice(deps, row, row.message)
    case 'user_registered':
      return postRegistration(deps, row, row.message)
    case 'broadcast':
      return sendBroadcast(deps, row, row.message)
    case 'reactivate_address':
      return deps.mailer.reactivate(row.message.to)
    default:
      return sendMail(deps, row, row.message)
  }
}

/**
 * Sends the first attempt of broadcasts in one call. Each has its own outcome; a call that fails is the outcome of all.
 *
 * @throws only when the database is unavailable.
 */
export async function deliverBatch(deps: DeliveryDeps, rows: readonly LeasedRow[]): Promise<Delivery[]> {
  const deliveries: Delivery[] = []
  const planned: Planned[] = []
  for (const row of rows) {
    if (row.expired) deliveries.push({ row, outcome: skipped('expired') })
    else if (row.message?.kind === 'broadcast') planned.push({ row, message: row.message })
    else deliveries.push({ row, outcome: { is: 'failed', reason: 'unreadable_payload' } })
  }

  const batch: { row: LeasedRow; mail: Mail; outboxId: string }[] = []
  for (const { row, mail } of await compose(deps, planned)) {
    if ('is' in mail) deliveries.push({ row, outcome: mail })
    else batch.push({ row, mail, outboxId: row.id })
  }

  const outcomes = batch.length > 0 ? await deps.mailer.sendBatch(batch) : []
  batch.forEach(({ row }, index) => {
    deliveries.push({ row, outcome: outcomes[index] ?? { is: 'failed', reason: 'no_result' } })
  })
  return deliveries
}

async function compose(deps: DeliveryDeps, planned: readonly Planned[]) {
  const prepared = await prepareBroadcasts(
    deps,
    planned.map(({ message }) => message),
  )
  return Promise.all(
    planned.map(async ({ row }, index) => {
      const content = prepared[index] ?? { skipped: 'not_wanted' }
      const mail =
        'skipped' in content
          ? skipped(content.skipped)
          : await deps.compose(content).catch(() => UNRENDERABLE)
      return { row, mail }
    }),
  )
}

/** Sends the current status, which may have changed since the row was written. */
async function sendDecision(
  deps: DeliveryDeps,
  row: LeasedRow,
  { eventId }: MessageOf<'membership_decided'>,
) {
  const decision = await findDecision(deps.sql, eventId)
  if (!decision) return skipped('account_gone')
  if (decision.verdict !== 'announce') return skipped(decision.verdict)

  const denial = decision.wasMember ? 'membership_ended' : 'membership_denied'
  const kind = decision.approvalStatus === 'approved' ? 'membership_approved' : denial
  return sendMail(deps, row, { kind, to: decision.email, fullName: decision.fullName })
}

async function sendInvitation(deps: DeliveryDeps, row: LeasedRow, message: MessageOf<'invitation'>) {
  const [invited] =
    await deps.sql`SELECT FROM members WHERE email = ${message.to} AND approval_status = 'approved'`
  return invited ? sendMail(deps, row, message) : skipped('not_approved')
}

async function postRegistration(
  { webhook, sql }: DeliveryDeps,
  row: LeasedRow,
  { userId, email, fullName }: MessageOf<'user_registered'>,
) {
  if (!webhook) return skipped('no_webhook')
  // null if the person has a decision by now.
  const waiting = await findRegistration(sql, userId)
  return webhook.post(waiting ?? { userId, email, fullName, emailConfirmed: null }, row.id)
}

async function sendNotice(
  deps: DeliveryDeps,
  row: LeasedRow,
  { personId }: MessageOf<'registration_notice'>,
) {
  if (!deps.admins) return skipped('no_admins')
  const person = await findRegistration(deps.sql, personId)
  if (!person) return skipped('decided_already')
  const reviewers =
    await deps.sql`SELECT FROM members WHERE is_admin AND approval_status = 'approved' LIMIT 1`
  return sendMail(deps, row, {
    kind: 'registration',
    to: deps.admins.join(', '),
    person,
    hasReview: reviewers.length > 0,
  })
}

/** A retry, because first attempts leave in batches. */
async function sendBroadcast(deps: DeliveryDeps, row: LeasedRow, planned: MessageOf<'broadcast'>) {
  if (row.expired) return skipped('expired')
  const [mail] = await prepareBroadcasts(deps, [planned])
  if (!mail || 'skipped' in mail) return skipped(mail?.skipped ?? 'not_wanted')
  return sendMail(deps, row, mail)
}

/** An address that bounced or complained gets no more broadcasts, and that isn't a failure. */
export async function unsubscribeInactive(sql: Sql, deliveries: readonly Delivery[]): Promise<Delivery[]> {
  const userIds: string[] = []
  const settled = deliveries.map(({ row, outcome }) => {
    const isInactive = outcome.is === 'refused' && outcome.reason === INACTIVE_ADDRESS
    if (!isInactive || row.message?.kind !== 'broadcast') return { row, outcome }
    userIds.push(row.message.userId)
    return { row, outcome: skipped('address_refused') }
  })
  if (userIds.length > 0) await sql`UPDATE profiles SET email_preferences = '{}' WHERE id = ANY (${userIds})`
  return settled
}

async function sendMail({ compose, mailer }: DeliveryDeps, row: LeasedRow, message: Mailable) {
  const mail = await compose(message).catch(() => undefined)
  if (!mail) return UNRENDERABLE

  // An earlier attempt may have succeeded without its response arriving: ask first, to avoid a duplicate.
  const earlier = row.attempts > 1 ? await mailer.find(mail, row.id) : null
  return earlier && earlier.is !== 'unknown' ? earlier : mailer.send(mail, row.id)
}

function skipped(reason: string): RowOutcome {
  return { is: 'skipped', reason }
}

const UNRENDERABLE: RowOutcome = { is: 'refused', reason: 'unrenderable' }

export interface DeliveryDeps {
  sql: Sql
  compose: (message: Mailable) => Promise<Mail>
  mailer: Mailer
  webhook: Webhook | null
  admins: readonly string[] | null
  programme: Programme
  clock: Clock
}

export type RowOutcome = Outcome | { is: 'skipped'; reason: string }

interface Planned {
  row: LeasedRow
  message: MessageOf<'broadcast'>
}

export interface Delivery {
  row: LeasedRow
  outcome: RowOutcome
}

import type { Mailable, MailingMail } from '#src/emails/mails.ts'
import {
  INACTIVE_ADDRESS,
  type Mail,
  type Mailer,
  type Outcome,
  type Sql,
  type Webhook,
} from '../vendors/ports.ts'
import { type ClaimedRow, findDecision, findRegistration, type MessageOf } from './outbox.ts'

/** Delivers one row. @throws only when the database is unavailable. */
export async function deliverRow(deps: RowDeps, row: ClaimedRow): Promise<RowOutcome> {
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
    case 'mailing':
      return sendMailing(deps, row, row.message)
    case 'reactivate_address':
      return deps.mailer.reactivate(row.message.to)
    default:
      return sendMail(deps, row, row.message)
  }
}

/** Sends the current status, which may have changed since the row was written. */
async function sendDecision(deps: RowDeps, row: ClaimedRow, { eventId }: MessageOf<'membership_decided'>) {
  const decision = await findDecision(deps.sql, eventId)
  if (!decision) return skipped('account_gone')
  if (decision.verdict !== 'announce') return skipped(decision.verdict)

  const denial = decision.wasMember ? 'membership_ended' : 'membership_denied'
  const kind = decision.approvalStatus === 'approved' ? 'membership_approved' : denial
  return sendMail(deps, row, { kind, to: decision.email, fullName: decision.fullName })
}

/** Not to a person who was denied since. */
async function sendInvitation(deps: RowDeps, row: ClaimedRow, message: MessageOf<'invitation'>) {
  const [invited] =
    await deps.sql`SELECT FROM members WHERE email = ${message.to} AND approval_status = 'approved'`
  return invited ? sendMail(deps, row, message) : skipped('not_approved')
}

async function postRegistration(
  { webhook, sql }: RowDeps,
  row: ClaimedRow,
  { userId, email, fullName }: MessageOf<'user_registered'>,
) {
  if (!webhook) return skipped('no_webhook')
  // null if the person has a decision by now.
  const waiting = await findRegistration(sql, userId)
  return webhook.post(waiting ?? { userId, email, fullName, emailConfirmed: null }, row.id)
}

async function sendNotice(deps: RowDeps, row: ClaimedRow, { personId }: MessageOf<'registration_notice'>) {
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

/** One that is too late is no failure. An address that bounced or complained gets no more of them. */
async function sendMailing(deps: RowDeps, row: ClaimedRow, planned: MessageOf<'mailing'>) {
  if (row.expired) return skipped('expired')
  const mail = await deps.openMailing(planned)
  if ('skipped' in mail) return skipped(mail.skipped)
  const outcome = await sendMail(deps, row, mail)
  if (outcome.is !== 'refused' || outcome.reason !== INACTIVE_ADDRESS) return outcome
  await deps.sql`UPDATE profiles SET wanted_mail = '{}' WHERE id = ${planned.userId}`
  return skipped('address_refused')
}

async function sendMail({ compose, mailer }: RowDeps, row: ClaimedRow, message: Mailable) {
  const mail = await compose(message).catch(() => undefined)
  // Another attempt would say the same.
  if (!mail) return { is: 'refused', reason: 'unrenderable' } as const

  // An earlier attempt may have succeeded without its answer arriving: ask first, to avoid a duplicate.
  const earlier = row.attempts > 1 ? await mailer.find(mail, row.id) : null
  return earlier && earlier.is !== 'unknown' ? earlier : mailer.send(mail, row.id)
}

function skipped(reason: string): RowOutcome {
  return { is: 'skipped', reason }
}

export interface RowDeps {
  sql: Sql
  /** Renders an email. @throws when that fails. */
  compose: (message: Mailable) => Promise<Mail>
  mailer: Mailer
  /** null when none is configured. */
  webhook: Webhook | null
  /** What a planned email to all members says now, or why it isn't sent. */
  openMailing: (planned: MessageOf<'mailing'>) => Promise<MailingMail | { skipped: string }>
  /** Recipients of registration notices; null when none are configured. */
  admins: readonly string[] | null
}

export type RowOutcome = Outcome | { is: 'skipped'; reason: string }

import type { Mailable, MailingMail } from '#src/mail/mails.ts'
import {
  INACTIVE_ADDRESS,
  type Mail,
  type Mailer,
  type Outcome,
  type Sql,
  type Webhook,
} from '../vendors/ports.ts'
import { type ClaimedRow, findDecision, findRegistrations, type MessageOf } from './outbox.ts'

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

/**
 * Queues the registration notice for a sign-up as a separate row, at once or with all others of the period, so that trouble with
 * the webhook neither stops nor repeats it. Idempotent.
 */
export async function queueAdminNotice({ admins, sql }: RowDeps, { message }: ClaimedRow): Promise<void> {
  if (!admins || message?.kind !== 'user_registered') return
  const { periodSeconds, timezone } = admins
  await sql`SELECT announce_registration(${message.userId}, make_interval(secs => ${periodSeconds}), ${timezone})`
}

async function postRegistration(
  { webhook, sql }: RowDeps,
  row: ClaimedRow,
  { userId, email, fullName }: MessageOf<'user_registered'>,
) {
  if (!webhook) return skipped('no_webhook')
  const [waiting] = await findRegistrations(sql, [userId])
  // null if the person has a decision by now.
  return webhook.post(waiting ?? { userId, email, fullName, emailConfirmed: null }, row.id)
}

async function sendNotice(deps: RowDeps, row: ClaimedRow, { userIds }: MessageOf<'registration_notice'>) {
  if (!deps.admins) return skipped('no_admins')
  const people = await findRegistrations(deps.sql, userIds)
  if (people.length === 0) return skipped('decided_already')
  const reviewers =
    await deps.sql`SELECT FROM members WHERE is_admin AND approval_status = 'approved' LIMIT 1`
  return sendMail(deps, row, {
    kind: 'registrations',
    to: deps.admins.emails.join(', '),
    people,
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
  /** null when no notices are configured. */
  admins: Admins | null
}

/** Recipients of registration notices; `periodSeconds` null for one notice per sign-up. Periods begin at 8:00 in `timezone`. */
export interface Admins {
  emails: readonly string[]
  periodSeconds: number | null
  timezone: string
}

export type RowOutcome = Outcome | { is: 'skipped'; reason: string }

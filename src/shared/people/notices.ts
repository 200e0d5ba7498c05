import { errorText } from '../errors.ts'

/** Apart from src/shared/notices.ts and errors.ts, because no other page needs them. */

/**
 * What an administrator can do to people, and what they are then. SQL's judge_act has the same names, and says which are
 * possible.
 */
const done = {
  approve: 'approved',
  approve_unconfirmed: 'approved',
  deny: 'denied',
  undo: 'undone',
  resend_confirmation: 'sent another link',
  invite: 'invited again',
  revoke: 'no longer invited',
  end_sessions: 'signed out everywhere',
  make_editor: 'an editor now',
  end_editor: 'no editor any more',
  make_admin: 'an administrator now',
  end_admin: 'no administrator any more',
  delete: 'to be deleted in 24 hours',
  keep: 'kept',
} as const
export type PersonAction = keyof typeof done
export const personActions = Object.keys(done) as PersonAction[]

/** Why nothing was changed, of one person. */
export const refusalOf = {
  unconfirmed: 'They haven’t confirmed this address, so it may belong to someone else.',
  confirmed_meanwhile: 'They have confirmed their address meanwhile.',
  joined_meanwhile: 'They have chosen a password meanwhile, so they are a member now.',
  decided_meanwhile: 'An administrator has already decided.',
  too_late_to_undo: 'The email has been sent, so this can’t be undone any more. You can still decide again.',
  last_admin: errorText.last_admin,
  gone: errorText.sign_up_gone,
} as const
type Refusal = keyof typeof refusalOf

/** What became of an action, for each person. `done` and `revoked` have changed something; the others say why nothing has. */
export type PersonOutcome = 'done' | 'revoked' | Refusal
export const personOutcomes = ['done', 'revoked', ...Object.keys(refusalOf)] as PersonOutcome[]

/** The same of several, after their number. */
const refusalOfSome = {
  unconfirmed: (is) => `${is('has', 'have')} an unconfirmed address`,
  confirmed_meanwhile: (is) => `${is('has', 'have')} confirmed meanwhile`,
  joined_meanwhile: (is) => `${is('has', 'have')} joined meanwhile`,
  decided_meanwhile: (is) => `${is('was', 'were')} decided about meanwhile`,
  too_late_to_undo: (is) => `${is('has', 'have')} been emailed, too late to undo`,
  last_admin: (is) => `${is('is', 'are')} needed as an administrator`,
  gone: (is) => `${is('was', 'were')} deleted meanwhile`,
} as const satisfies Record<Refusal, (is: (one: string, many: string) => string) => string>

/** What was sent to a person, by the outbox's kind. */
export const messageText: Record<string, string> = {
  confirm_email: 'Link to confirm the address',
  reset_password: 'Link to choose a new password',
  password_changed: 'Notice of a new password',
  membership_decided: 'Decision',
  user_registered: 'Sign-up, to your webhook',
  invitation: 'Invitation',
  change_email: 'Link to confirm a new address',
  email_change_asked: 'Notice of a new address, asked for',
  email_changed: 'Notice of a new address',
  restore_email: 'Notice of a new address, with a link that takes it back',
  email_restored: 'Notice that a new address was taken back, with a link to choose a new password',
  email_taken_back: 'Notice that a new address was taken back',
  deletion_requested: 'Link to keep the account',
  registration_notice: 'Sign-up, to administrators',
  mailing: 'Email to all members',
}

/** Whether the action has changed something. */
export function isDone(outcome: PersonOutcome): outcome is 'done' | 'revoked' {
  return outcome === 'done' || outcome === 'revoked'
}

/** 'Saved', 'Saved for 3 people' or 'Saved for 2 of 3. The others were deleted meanwhile.' */
export function describedNotice(amount: number, asked: number): string {
  if (amount < asked)
    return asked === 1
      ? refusalOf.gone
      : `Saved for ${amount} of ${asked}. The others were deleted meanwhile.`
  return asked === 1 ? 'Saved' : `Saved for ${asked} people`
}

export const dueNotice = {
  sender_matched: 'Matched',
  sender_unmatched: 'Not matched any more',
  sender_forgotten: 'Forgotten',
  form_added: 'Address created',
  form_ended: 'Address revoked',
}

/** '12 emails leave in a minute.', and why it isn't as many as the page showed. */
export function remindedNotice(amount: number, missing: number, isUndone: boolean): string {
  const emails = amount === 1 ? '1 email' : `${amount} emails`
  if (isUndone) return amount > 0 ? `${emails} taken back` : 'The emails were taken back already.'
  const others =
    amount < missing
      ? ' People who have done it meanwhile, got one before, or don’t want emails about deadlines, get none.'
      : ''
  return `${emails} ${amount === 1 ? 'leaves' : 'leave'} in a minute.${others}`
}

/** 'Approved', 'An administrator has already decided.' or '2 of 3 approved. 1 has an unconfirmed address.' */
export function personNotice(action: PersonAction, outcomes: readonly PersonOutcome[]): string {
  const changed = outcomes.filter(isDone)
  const what = changed.includes('revoked') ? done.revoke : done[action]
  const [only] = outcomes
  if (only && outcomes.length === 1)
    return isDone(only) ? what.charAt(0).toUpperCase() + what.slice(1) : refusalOf[only]
  if (changed.length === outcomes.length) return `${changed.length} people ${what}`
  const reasons = Map.groupBy(
    outcomes.filter((outcome) => !isDone(outcome)),
    (outcome) => outcome,
  )
  const sentences = [...reasons].map(([reason, { length }]) => {
    const is = (one: string, many: string) => (length === 1 ? one : many)
    return `${length} ${refusalOfSome[reason](is)}.`
  })
  return [`${changed.length} of ${outcomes.length} ${what}.`, ...sentences].join(' ')
}

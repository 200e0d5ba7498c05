import { errorText } from '../errors.ts'

/** What people are after each action. SQL's check_action has the same names, and says which are possible. */
const actionResults = {
  approve: 'approved',
  approve_unconfirmed: 'approved',
  deny: 'denied',
  undo: 'back where they were',
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
export type PersonAction = keyof typeof actionResults
export const personActions = Object.keys(actionResults) as PersonAction[]

export const refusalText = {
  unconfirmed: 'They haven’t confirmed this address, so it may belong to someone else.',
  confirmed_meanwhile: 'They have confirmed their address meanwhile.',
  joined_meanwhile: 'They have chosen a password meanwhile, so they are a member now.',
  decided_meanwhile: 'An administrator has decided about them meanwhile.',
  too_late_to_undo: 'The email has been sent, so this can’t be undone any more. You can still decide again.',
  last_admin: errorText.last_admin,
  gone: errorText.person_not_found,
} as const
type Refusal = keyof typeof refusalText

/** `done` and `revoked` have changed something; the others say why nothing has. */
export type PersonOutcome = 'done' | 'revoked' | Refusal
export const personOutcomes = ['done', 'revoked', ...Object.keys(refusalText)] as PersonOutcome[]

const refusalTextForMany = {
  unconfirmed: (plural) => `${plural('has', 'have')} an unconfirmed address`,
  confirmed_meanwhile: (plural) => `${plural('has', 'have')} confirmed meanwhile`,
  joined_meanwhile: (plural) => `${plural('has', 'have')} joined meanwhile`,
  decided_meanwhile: (plural) => `${plural('was', 'were')} decided about meanwhile`,
  too_late_to_undo: (plural) => `${plural('has', 'have')} been emailed, too late to undo`,
  last_admin: (plural) => `${plural('is', 'are')} needed as an administrator`,
  gone: (plural) => `${plural('was', 'were')} deleted meanwhile`,
} as const satisfies Record<Refusal, (plural: (one: string, many: string) => string) => string>

export const messageTitles: Record<string, string> = {
  confirm_email: 'Link to confirm the address',
  reset_password: 'Link to choose a new password',
  password_changed: 'Notice of a new password',
  passkey_added: 'Notice of a passkey',
  passkey_removed: 'Notice of a removed passkey',
  membership_decided: 'Decision',
  user_registered: 'Notice of the sign-up, to another system',
  invitation: 'Invitation',
  change_email: 'Link to confirm a new address',
  email_change_requested: 'Notice of a new address, asked for',
  email_changed: 'Notice of a new address',
  restore_email: 'Notice of a new address, with a link that takes it back',
  email_restored: 'Notice that a new address was taken back, with a link to choose a new password',
  email_change_reverted: 'Notice that a new address was taken back',
  deletion_requested: 'Link to keep the account',
  registration_notice: 'Sign-up, to administrators',
  broadcast: 'Reminder, announcement or weekly email',
}

/** Why a message wasn't sent. Other reasons are the provider's own. */
export const messageReasons: Record<string, string> = {
  account_gone: 'the account was deleted',
  address_refused: 'their address doesn’t take email',
  already_announced: 'they had that email before',
  announcement_gone: 'the announcement was taken back',
  decided_already: 'it was decided before',
  done: 'they had done it',
  event_changed: 'the event was changed',
  expired: 'it was too late',
  not_approved: 'they weren’t approved',
  not_in_groups: 'it was for groups that they weren’t in',
  not_wanted: 'they don’t want this email',
  nothing_new: 'there was nothing new',
  no_admins: 'nobody gets notices of sign-ups',
  no_webhook: 'no other system is connected',
  restored: 'it waited in a backup',
  superseded: 'a later decision took its place',
  undecided: 'it was taken back',
}

/** Entries of the record, where a status doesn't say it. */
export const decisionTitles: Record<string, string> = {
  profile_changed: 'Company and role',
  group_added: 'Added to a group',
  group_removed: 'Removed from a group',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  pending: 'waiting again',
}

export function isChanged(outcome: PersonOutcome): outcome is 'done' | 'revoked' {
  return outcome === 'done' || outcome === 'revoked'
}

export const nothingTyped = 'Both fields are empty, so nothing has changed.'

/** 'Saved', 'Saved for 3 people' or 'Saved for 2 of 3. The others were deleted meanwhile.' */
export function companyRoleSavedNotice(savedCount: number, requestedCount: number): string {
  if (savedCount < requestedCount)
    return requestedCount === 1
      ? refusalText.gone
      : `Saved for ${savedCount} of ${requestedCount}. The others were deleted meanwhile.`
  return requestedCount === 1 ? 'Saved' : `Saved for ${requestedCount} people`
}

/** 'Kai Nakamura: added to Mentors', '60 added to Mentors' or '2 added to Mentors. Nothing changed for 1.' */
export function groupsNotice(result: string, changedCount: number, names: readonly string[]): string {
  if (changedCount === 0) return 'Nothing changed: it was so already.'
  if (names.length === 1) return `${names.join()}: ${result}`
  const others = names.length - changedCount
  return others === 0 ? result : `${result}. Nothing changed for ${others}.`
}

export const dueNotice = {
  sender_matched: (email: string, name: string) => `${email}: matched with ${name}`,
  sender_unmatched: 'Not matched any more',
  sender_forgotten: 'Forgotten',
  form_added: 'Address created',
  address_copied: 'Address copied',
  form_ended: 'Address revoked',
}

export function reminderNotice(emailCount: number, incompleteCount: number, isUndone: boolean): string {
  const emails = emailCount === 1 ? '1 email' : `${emailCount} emails`
  if (isUndone) return emailCount > 0 ? `${emails} taken back` : 'The emails were taken back already.'
  const others =
    emailCount < incompleteCount
      ? ' People who have done it meanwhile, got one before, or don’t want emails about deadlines, get none.'
      : ''
  return `${emails} ${emailCount === 1 ? 'leaves' : 'leave'} in a minute.${others}`
}

/** 'Kai Nakamura: approved', 'Kai Nakamura: An administrator has decided …' or '2 of 3 approved. 1 has an unconfirmed address.' */
export function personNotice(
  action: PersonAction,
  outcomes: readonly PersonOutcome[],
  names: readonly string[],
): string {
  const changed = outcomes.filter(isChanged)
  const result = changed.includes('revoked') ? actionResults.revoke : actionResults[action]
  const [only] = outcomes
  if (only && outcomes.length === 1) return `${names.join()}: ${isChanged(only) ? result : refusalText[only]}`
  if (changed.length === outcomes.length) return `${changed.length} people ${result}`
  const reasons = Map.groupBy(
    outcomes.filter((outcome) => !isChanged(outcome)),
    (outcome) => outcome,
  )
  const sentences = [...reasons].map(([reason, { length }]) => {
    const plural = (one: string, many: string) => (length === 1 ? one : many)
    return `${length} ${refusalTextForMany[reason](plural)}.`
  })
  return [`${changed.length} of ${outcomes.length} ${result}.`, ...sentences].join(' ')
}

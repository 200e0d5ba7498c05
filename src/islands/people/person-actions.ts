import { refusalText } from '#src/shared/people/notices.ts'
import type { PersonAction } from '#src/shared/people/notices.ts'
import type { Person } from './person.ts'

/** The decisions that an administrator can make about a person now, in the order of the page. Of members, see `settingsFor`. */
export function decisionsFor(person: Person): AvailableAction[] {
  const { acts, status } = person
  const canUndo = acts.includes('undo')
  const decisions: AvailableAction[] = [
    { action: 'undo', label: 'Undo' },
    { action: 'resend_confirmation', label: 'Resend confirmation' },
    { action: 'approve', label: 'Approve', isFirst: !canUndo },
    { action: 'approve_unconfirmed', label: 'Approve anyway' },
    { action: 'invite', label: 'Invite again', isFirst: true },
    { action: 'revoke', label: 'Withdraw invitation' },
    { action: 'deny', label: 'Deny', asks: 'reason' },
  ]
  const isShownElsewhere = (action: PersonAction) =>
    (action === 'approve_unconfirmed' && !mayBeStranger(person)) ||
    (action === 'deny' && status === 'approved') ||
    (canUndo && (action === 'invite' || action === 'revoke'))
  return decisions.filter(({ action }) => acts.includes(action) && !isShownElsewhere(action))
}

/** What an administrator can set for a person. The last administrator stays one, so the text says so. */
export function settingsFor({ status, acts, isAdmin, deletedBy }: Person): Setting[] {
  const settings: Setting[] = [
    {
      title: 'Devices',
      text: 'Sign a lost phone out. They can sign in again.',
      choices: [{ action: 'end_sessions', label: 'Sign out everywhere' }],
    },
    {
      title: 'Editor',
      text: 'Edits the programme’s content at /edit.',
      choices: [
        { action: 'make_editor', label: 'Make editor' },
        { action: 'end_editor', label: 'Remove editor' },
      ],
    },
    {
      title: 'Administrator',
      text: 'Approves, invites and removes people here.',
      choices: [
        { action: 'make_admin', label: 'Make administrator', asks: 'password' },
        { action: 'end_admin', label: 'Remove administrator', asks: 'password' },
      ],
    },
    {
      title: 'Access',
      text: 'Without it, they can open nothing from their next page on. They get an email in a minute.',
      choices: status === 'approved' ? [{ action: 'deny', label: 'Remove access', asks: 'reason' }] : [],
    },
    {
      title: 'Delete account',
      text: deletionText(deletedBy),
      choices: [
        { action: 'delete', label: 'Delete account', asks: 'password' },
        { action: 'keep', label: 'Keep account', asks: 'password' },
      ],
    },
  ]
  return settings.flatMap(({ title, text, choices }) => {
    const possible = choices.filter(({ action }) => acts.includes(action))
    const isNeeded = isAdmin && status === 'approved' && title !== 'Editor'
    if (possible.length === 0 && !isNeeded) return []
    return { title, text: possible.length > 0 ? text : refusalText.last_admin, choices: possible }
  })
}

/** Whether the address may be someone else's, so that 'Approve' isn't enough. */
export function mayBeStranger({ acts }: Person): boolean {
  return acts.includes('approve_unconfirmed') && !acts.includes('approve')
}

function deletionText(deletedBy: Person['deletedBy']): string {
  if (deletedBy === 'the member')
    return 'They asked for this, and can change their mind until then. If you delete the account, they can’t.'
  if (deletedBy)
    return 'They were signed out, and can’t edit or administer. Until then, you can keep the account, with its roles.'
  return 'Signs them out now, ends their open links, and deletes everything about them after 24 hours. They get no email.'
}

export interface AvailableAction {
  action: PersonAction
  label: string
  /** What is asked before. */
  asks?: 'reason' | 'password'
  isFirst?: boolean
}

export interface Setting {
  title: string
  text: string
  /** None for the last administrator. */
  choices: AvailableAction[]
}

import { type PersonAction, refusalText } from '#src/shared/people/notices.ts'
import type { Person, Programme } from './person.ts'

export function availableDecisions(person: Person): AvailableAction[] {
  const { allowedActions, status } = person
  const canUndo = allowedActions.includes('undo')
  const decisions: AvailableAction[] = [
    { action: 'undo', label: 'Undo' },
    { action: 'resend_confirmation', label: 'Resend confirmation' },
    { action: 'approve', label: 'Approve', isPrimary: !canUndo },
    { action: 'approve_unconfirmed', label: 'Approve anyway' },
    { action: 'invite', label: 'Invite again', isPrimary: true },
    { action: 'revoke', label: 'Withdraw invitation' },
    { action: 'deny', label: 'Deny', requiredInput: 'reason' },
  ]
  const isShownElsewhere = (action: PersonAction) =>
    (action === 'approve_unconfirmed' && !needsUnconfirmedApproval(person)) ||
    (action === 'deny' && status === 'approved') ||
    (canUndo && (action === 'invite' || action === 'revoke'))
  return decisions.filter(({ action }) => allowedActions.includes(action) && !isShownElsewhere(action))
}

export function accountSettings(person: Person, { hasEditor }: Pick<Programme, 'hasEditor'>): Setting[] {
  const { status, allowedActions, isAdmin, deletedBy, lastSeenAt } = person
  const settings: Setting[] = [
    {
      title: 'Devices',
      text: 'Sign a lost phone out. They can sign in again.',
      actions: lastSeenAt ? [{ action: 'end_sessions', label: 'Sign out everywhere' }] : [],
    },
    {
      title: 'Editor',
      text: 'Edits the programme’s content at /edit.',
      actions: [
        ...(hasEditor ? [{ action: 'make_editor', label: 'Make editor' } as const] : []),
        { action: 'end_editor', label: 'Remove editor' },
      ],
    },
    {
      title: 'Administrator',
      text: 'Approves, invites and removes people here.',
      actions: [
        { action: 'make_admin', label: 'Make administrator', requiredInput: 'password' },
        { action: 'end_admin', label: 'Remove administrator', requiredInput: 'password' },
      ],
    },
    {
      title: 'Access',
      text: 'Without it, they can open nothing from their next page on. They get an email in a minute.',
      actions:
        status === 'approved' ? [{ action: 'deny', label: 'Deny access', requiredInput: 'reason' }] : [],
    },
    {
      title: 'Delete account',
      text: formatDeletionText(deletedBy),
      actions: [
        { action: 'delete', label: 'Delete account', requiredInput: 'password' },
        { action: 'keep', label: 'Keep account', requiredInput: 'password' },
      ],
    },
  ]
  return settings.flatMap(({ title, text, actions }) => {
    const available = actions.filter(({ action }) => allowedActions.includes(action))
    const isLastAdmin = isAdmin && status === 'approved' && !['Devices', 'Editor'].includes(title)
    if (available.length === 0 && !isLastAdmin) return []
    return { title, text: available.length > 0 ? text : refusalText.last_admin, actions: available }
  })
}

/** The address may be someone else's, so 'Approve' isn't enough. */
export function needsUnconfirmedApproval({ allowedActions }: Person): boolean {
  return allowedActions.includes('approve_unconfirmed') && !allowedActions.includes('approve')
}

function formatDeletionText(deletedBy: Person['deletedBy']): string {
  if (deletedBy === 'the member')
    return 'They asked for this, and can change their mind until then. If you delete the account, they can’t.'
  if (deletedBy)
    return 'They were signed out, and can’t edit or administer. Until then, you can keep the account, with its roles.'
  return 'Signs them out now, ends their open links, and deletes everything about them after 24 hours. They get no email.'
}

export interface AvailableAction {
  action: PersonAction
  label: string
  requiredInput?: 'reason' | 'password'
  isPrimary?: boolean
}

export interface Setting {
  title: string
  text: string
  actions: AvailableAction[]
}

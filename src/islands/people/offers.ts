import type { PersonAction } from '#src/shared/people/people.ts'
import type { Person } from './person.ts'

/** What an administrator is offered to do to a person, in the order of the page. */
export function offersFor(person: Person): Offer[] {
  const { status, emailConfirmed, canUndo, isEditor, isAdmin, deletedAt } = person
  const isIn = status === 'approved'
  const mayBeStranger = status === 'pending' && !emailConfirmed
  const offers: (Offer | false)[] = [
    canUndo && { action: 'undo', label: 'Undo' },
    (status === 'pending' || status === 'denied') && {
      action: 'approve',
      label: mayBeStranger ? 'Approve anyway' : 'Approve',
      isFirst: !mayBeStranger && !canUndo,
    },
    status === 'invited' && !canUndo && { action: 'invite', label: 'Invite again', isFirst: true },
    status !== 'denied' && { action: 'deny', label: 'Deny', asks: 'reason' },
    {
      action: 'end_sessions',
      label: 'Sign out everywhere',
      about: ['Sessions', 'Sign a lost phone out. They can sign in again.'],
    },
    isIn && {
      action: isEditor ? 'end_editor' : 'make_editor',
      label: isEditor ? 'Remove editor' : 'Make editor',
      about: ['Editor', 'Edits the programme’s content at /edit.'],
    },
    isIn && {
      action: isAdmin ? 'end_admin' : 'make_admin',
      label: isAdmin ? 'Remove administrator' : 'Make administrator',
      about: ['Administrator', 'Approves, invites and removes people here.'],
      asks: 'password',
    },
    deletedAt
      ? {
          action: 'keep',
          label: 'Keep account',
          about: ['Delete account', 'They are signed out. Until then, you can keep the account.'],
        }
      : {
          action: 'delete',
          label: 'Delete account',
          about: [
            'Delete account',
            'Signs them out now, and deletes everything about them after 24 hours. They get no email.',
          ],
          asks: 'password',
        },
  ]
  return offers.filter((offer) => offer !== false)
}

export interface Offer {
  action: PersonAction
  label: string
  /** The setting's title and text; without them it is part of the decision. */
  about?: [title: string, text: string]
  /** What is asked before. */
  asks?: 'reason' | 'password'
  isFirst?: boolean
}

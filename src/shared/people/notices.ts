import type { PersonAction } from './people.ts'

/** Apart from src/shared/notices.ts, because no other page needs them. */
const personNotices = {
  approve: 'approved',
  deny: 'denied',
  undo: 'undone',
  invite: 'invited again',
  end_sessions: 'signed out everywhere',
  make_editor: 'an editor now',
  end_editor: 'no editor any more',
  make_admin: 'an administrator now',
  end_admin: 'no administrator any more',
  delete: 'to be deleted in 24 hours',
  keep: 'kept',
} as const satisfies Record<PersonAction, string>

/** 'Approved' or '8 of 10 approved. …' */
export function personNotice(action: PersonAction, changed: number, asked: number): string {
  const what = personNotices[action]
  if (asked === 1) return what.charAt(0).toUpperCase() + what.slice(1)
  if (changed === asked) return `${changed} people ${what}`
  return `${changed} of ${asked} ${what}. The others have an unconfirmed address, or have changed meanwhile.`
}

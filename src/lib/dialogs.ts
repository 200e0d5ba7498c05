import { atom } from 'nanostores'

/** What is open over a member's page. islands/shell/Dialogs.tsx shows it. */
export const $dialog = atom<OpenDialog | null>(null)

export function openDialog(dialog: OpenDialog): void {
  $dialog.set(dialog)
}

export function closeDialog(): void {
  $dialog.set(null)
}

export type OpenDialog =
  | { name: 'account'; section: AccountSection }
  /** With what its field says at first. */
  | { name: 'search'; query: string }
  | { name: 'shortcuts' | 'member-menu' | 'quick-menu' | 'navigation' }

export type AccountSection = 'profile' | 'security' | 'emails' | 'calendar' | 'data'

import { atom } from 'nanostores'

/** What is open over a member's page; islands/shell/Dialogs.tsx shows it. */
export const $dialog = atom<OpenDialog | null>(null)

export function openDialog(dialog: OpenDialog): void {
  $dialog.set(dialog)
}

/** Closes it, unless another one has opened in its place. */
export function closeDialog(name: OpenDialog['name']): void {
  if ($dialog.get()?.name === name) $dialog.set(null)
}

export type OpenDialog =
  | { name: 'account'; section: AccountSection }
  /** With what is searched at first. */
  | { name: 'search'; query: string }
  | { name: 'shortcuts' | 'quick-menu' | 'navigation' }

export type AccountSection = 'profile' | 'security' | 'emails' | 'calendar' | 'data'

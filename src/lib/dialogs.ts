import { atom } from 'nanostores'

export const $dialog = atom<OpenDialog | null>(null)

export function openDialog(dialog: OpenDialog): void {
  $dialog.set(dialog)
}

export function closeDialog(name: OpenDialog['name']): void {
  if ($dialog.get()?.name === name) $dialog.set(null)
}

export type OpenDialog =
  { name: 'account'; section: AccountSection } | { name: 'search'; query: string } | { name: 'quick-menu' }

export const accountSections = ['profile', 'security', 'emails', 'calendar', 'data'] as const
export type AccountSection = (typeof accountSections)[number]

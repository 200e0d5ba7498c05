import type { AccountSection } from './dialogs.ts'

/** Opens the account at a section. Buttons with `commandfor="account"` open it at the profile. */
export function openAccount(section: AccountSection = 'profile'): void {
  const dialog = document.querySelector<HTMLDialogElement>('#account')
  if (!dialog) return
  dialog.dataset.section = section
  dialog.showModal()
}

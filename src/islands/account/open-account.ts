/** Opens the account over the page, at a section. It opens at the profile from any button with `commandfor="account"`, too. */
export function openAccount(section: Section = 'profile'): void {
  const dialog = document.querySelector<HTMLDialogElement>('#account')
  if (!dialog) return
  dialog.dataset.section = section
  dialog.showModal()
}

export type Section = 'profile' | 'security' | 'calendar' | 'data'

import { atom } from 'nanostores'

export const $dialog = atom<OpenDialog | null>(null)

/** Ids of menus that the browser opens by itself, without the script. */
export const NAVIGATION_ID = 'navigation'
export const MEMBER_MENU_ID = 'member-menu'

export function openDialog(dialog: OpenDialog): void {
  // First, so that a menu's button has the focus, to which the dialog returns it.
  closeMenus()
  $dialog.set(dialog)
}

export function closeMenus(): void {
  for (const menu of document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open')) menu.hidePopover()
}

export function closeDialog(name: OpenDialog['name']): void {
  if ($dialog.get()?.name === name) $dialog.set(null)
}

export type OpenDialog =
  { name: 'account'; section: AccountSection } | { name: 'search'; query: string } | { name: 'quick-menu' }

export const accountSections = ['profile', 'security', 'emails', 'calendar', 'data'] as const
export type AccountSection = (typeof accountSections)[number]

import { useEffect } from 'react'
import { $dialog, closeDialog, openDialog, type OpenDialog } from '#src/lib/dialogs.ts'
import { $hasSingleKeyShortcuts } from '#src/lib/single-key-shortcuts.ts'
import { shortcutKey } from './shortcut-key.ts'
import { toggleSidebar } from './sidebar-state.ts'

// The sidebar is a column, not a sheet.
export const isLargeScreen = () => matchMedia('(width >= 64rem)').matches

export function useShortcuts(): void {
  useEffect(() => {
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

// ShortcutsDialog.tsx lists them.
const modifierShortcuts: Partial<Record<string, () => void>> = {
  k: () => toggleDialog({ name: 'search', query: '' }),
  b: () => (isLargeScreen() ? toggleSidebar() : toggleDialog({ name: 'navigation' })),
}

const singleKeyShortcuts: Partial<Record<string, () => void>> = {
  '/': () => toggleDialog({ name: 'search', query: '' }),
  '?': () => openDialog({ name: 'shortcuts' }),
}

function onKeyDown(event: KeyboardEvent): void {
  const shortcut = event.ctrlKey || event.metaKey ? modifierShortcut(event) : singleKeyShortcut(event)
  // The account dialog may hold unsaved text.
  const isBlocked = ['account', 'shortcuts'].includes($dialog.get()?.name ?? '')
  if (!shortcut || isBlocked || event.defaultPrevented || event.isComposing || event.altKey) return
  event.preventDefault()
  shortcut()
}

function modifierShortcut(event: KeyboardEvent) {
  return event.shiftKey ? undefined : modifierShortcuts[shortcutKey(event)]
}

function singleKeyShortcut({ key, target }: KeyboardEvent) {
  const isTyping = target instanceof Element && target.matches('input, textarea, select')
  return isTyping || !$hasSingleKeyShortcuts.get() ? undefined : singleKeyShortcuts[key]
}

function toggleDialog(dialog: OpenDialog): void {
  if ($dialog.get()?.name === dialog.name) closeDialog(dialog.name)
  else openDialog(dialog)
}

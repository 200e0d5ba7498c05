import { useEffect } from 'react'
import { $dialog, closeDialog, openDialog, type OpenDialog } from '#src/lib/dialogs.ts'
import { shortcutKey } from './shortcut-key.ts'
import { toggleSidebar } from './sidebar-state.ts'

// The sidebar is a column, not a sheet.
const isLargeScreen = () => matchMedia('(width >= 64rem)').matches

export function useShortcuts(): void {
  useEffect(() => {
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

const shortcuts: Partial<Record<string, () => void>> = {
  k: () => toggleDialog({ name: 'search', query: '' }),
  b: () => (isLargeScreen() ? toggleSidebar() : toggleDialog({ name: 'navigation' })),
}

function onKeyDown(event: KeyboardEvent): void {
  const { ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, isComposing } = event
  const shortcut = shortcuts[shortcutKey(event)]
  if (!shortcut || !(ctrlKey || metaKey) || altKey || shiftKey || defaultPrevented || isComposing) return
  // The account dialog may hold unsaved text.
  if ($dialog.get()?.name === 'account') return
  event.preventDefault()
  shortcut()
}

function toggleDialog(dialog: OpenDialog): void {
  if ($dialog.get()?.name === dialog.name) closeDialog(dialog.name)
  else openDialog(dialog)
}

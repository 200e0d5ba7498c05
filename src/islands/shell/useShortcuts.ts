import { useEffect } from 'react'
import { $dialog, closeDialog, openDialog, type OpenDialog } from '#src/lib/dialogs.ts'
import { shortcutKey } from './shortcut-key.ts'
import { toggleSidebar } from './sidebar.ts'

/** The sidebar is a column, not a sheet. */
export const isLargeScreen = () => matchMedia('(width >= 64rem)').matches

/** Shortcuts.tsx lists them. */
export function useShortcuts(): void {
  useEffect(() => {
    addEventListener('keydown', handle)
    return () => removeEventListener('keydown', handle)
  }, [])
}

const shortcuts: Partial<Record<string, () => void>> = {
  'Ctrl+k': () => toggle({ name: 'search', query: '' }),
  '/': () => toggle({ name: 'search', query: '' }),
  'Ctrl+b': () => (isLargeScreen() ? toggleSidebar() : toggle({ name: 'navigation' })),
  '?': () => openDialog({ name: 'shortcuts' }),
}

function handle(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
  const isHeld = ctrlKey || metaKey
  const isTyping = target instanceof Element && target.matches('input, textarea, select')
  if (event.defaultPrevented || event.isComposing || altKey || (shiftKey && isHeld) || (isTyping && !isHeld))
    return
  const run = shortcuts[isHeld ? `Ctrl+${shortcutKey(event)}` : key]
  // The account may hold what was typed.
  const isBusy = ['account', 'shortcuts'].includes($dialog.get()?.name ?? '')
  if (!run || isBusy) return
  event.preventDefault()
  run()
}

function toggle(dialog: OpenDialog): void {
  if ($dialog.get()?.name === dialog.name) closeDialog(dialog.name)
  else openDialog(dialog)
}

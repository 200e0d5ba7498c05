import { useEffect } from 'react'
import { $dialog, closeDialog, NAVIGATION_ID, openDialog } from '#src/lib/dialogs.ts'
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
  k: () => {
    if ($dialog.get()?.name === 'search') closeDialog('search')
    else openDialog({ name: 'search', query: '' })
  },
  b: () => {
    if (isLargeScreen()) toggleSidebar()
    else if (!$dialog.get()) document.getElementById(NAVIGATION_ID)?.togglePopover()
  },
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

/**
 * What the key types or, where that is a letter of another script, the letter in its place on an English keyboard: 'л' of a
 * Russian one is k. On Dvorak, only the key that types k is k.
 */
export function shortcutKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isOtherScript = /^[\p{L}\p{M}]/u.test(key) && !/^\p{Script=Latin}/u.test(key)
  return (isOtherScript ? code.replace(/^Key/, '') : key).toLowerCase()
}

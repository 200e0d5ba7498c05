import { readStored, writeStored } from '#src/lib/storage.ts'

// A flash waits in the tab's storage for the next page. Without storage, nobody sees it.
const STORAGE_KEY = 'notices'

let isLeaving = false

/**
 * Shows a toast, or the page's own alert if the toast's script fails to load.
 *
 * @param id takes the place of the toast with this id, because that one isn't true any more.
 */
export function showToast(kind: 'success' | 'error', text: string, id?: string): void {
  import('./toaster.tsx').then(({ addToast }) => addToast(kind, text, id)).catch(() => showAlert(text))
}

/** Shows a toast on the next page. The caller navigates there at once. */
export function flash(...notice: Parameters<typeof showToast>): void {
  isLeaving = true
  writeStored(STORAGE_KEY, notice, 'sessionStorage')
}

export function showFlash(): void {
  // This page navigates away before anyone can read the flash.
  if (isLeaving) return
  const left = readStored(STORAGE_KEY, 'sessionStorage') as Parameters<typeof showToast> | null
  if (!left) return
  writeStored(STORAGE_KEY, null, 'sessionStorage')
  showToast(...left)
}

// Referenced here, because it is removed together with the dialog that shows it.
let pageAlert: HTMLElement | null = null

/** Shows the alert of layouts/Document.astro, which needs no other file. */
export function showAlert(text?: string): void {
  const alert = (pageAlert ??= document.getElementById('alert'))
  if (!alert) return
  if (text) alert.querySelector('p')?.replaceChildren(text)
  // Everything outside a modal dialog is inert.
  ;(document.querySelector('dialog:modal') ?? document.body).append(alert)
  // The popover shown last is on top.
  alert.togglePopover(false)
  alert.togglePopover(true)
}

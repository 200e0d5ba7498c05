/** A flash waits in the tab's storage for the next page. */
const STORAGE_KEY = 'notices'

let isLeaving = false

/** Shows a toast, or the page's own alert if the toast's script fails to load. */
export function showToast(kind: 'success' | 'error', text: string): void {
  import('./ui/toaster.tsx').then(({ addToast }) => addToast(kind, text)).catch(() => showAlert(text))
}

/** Shows a toast on the next page. The caller navigates there at once. */
export function flash(...notice: Parameters<typeof showToast>): void {
  isLeaving = true
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(notice))
}

/** Shows the flash for this page once. */
export function showFlash(): void {
  const left = sessionStorage.getItem(STORAGE_KEY)
  // This page navigates away before anyone can read it.
  if (!left || isLeaving) return
  sessionStorage.removeItem(STORAGE_KEY)
  showToast(...(JSON.parse(left) as Parameters<typeof showToast>))
}

/** Shows the alert of layouts/Document.astro, which needs no other file. */
export function showAlert(text?: string): void {
  const alert = document.getElementById('alert')
  if (!alert) return
  if (text) alert.querySelector('p')?.replaceChildren(text)
  // The popover shown last is on top.
  alert.togglePopover(false)
  alert.togglePopover(true)
}

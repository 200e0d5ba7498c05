/** A notice for the page that comes next waits in the tab's storage. */
const STORAGE_KEY = 'notices'

let isLeaving = false

/** Shows a notice on this page: as a toast, or in the page's own alert when the toast's script can't be had. */
export function showToast(kind: 'success' | 'error', text: string): void {
  import('./ui/toaster.tsx').then(({ addToast }) => addToast(kind, text)).catch(() => showAlert(text))
}

/** Leaves a notice for the page that the caller goes to now. */
export function flash(...notice: Parameters<typeof showToast>): void {
  isLeaving = true
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(notice))
}

/** Shows what was left for this page, once. */
export function showFlash(): void {
  const left = sessionStorage.getItem(STORAGE_KEY)
  // This page leads on at once, before anyone can read it.
  if (!left || isLeaving) return
  sessionStorage.removeItem(STORAGE_KEY)
  showToast(...(JSON.parse(left) as Parameters<typeof showToast>))
}

/** Shows the page's alert (layouts/Document.astro), which needs no other file. */
export function showAlert(text?: string): void {
  const alert = document.getElementById('alert')
  if (!alert) return
  if (text) alert.querySelector('p')?.replaceChildren(text)
  // The one shown last lies above everything that is open.
  alert.togglePopover(false)
  alert.togglePopover(true)
}

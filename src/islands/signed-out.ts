/**
 * The word that this browser's member signed out, from one tab to the others. It is a moment in the storage that
 * tabs share: whoever is open hears of the change, whoever was frozen reads it on waking up.
 */
const STORAGE_KEY = 'signed-out-at'

/** Tells the other tabs. */
export function announceSignOut(): void {
  try {
    localStorage.setItem(STORAGE_KEY, String(Date.now()))
  } catch {
    // Storage is switched off: the other tabs find out when they come to the front.
  }
}

/** Calls back when another tab signs out. */
export function onSignOutElsewhere(leave: () => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === STORAGE_KEY && newValue !== null) leave()
  })
}

/** Whether somebody signed out after this page was loaded. */
export function signedOutSinceLoad(): boolean {
  try {
    return Number(localStorage.getItem(STORAGE_KEY)) > performance.timeOrigin
  } catch {
    return false
  }
}

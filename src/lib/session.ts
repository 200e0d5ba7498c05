import { requireViewer } from './viewer.ts'
import { readStored, writeStored } from './storage.ts'

// The signed-in member's id, for all tabs of this browser; empty after signing out.
const STORAGE_KEY = 'signed-in'

/**
 * Reloads the page when the member signs out, or another one signs in, in another tab. A page from the back/forward cache
 * checks when it is shown again.
 */
export function reloadWhenSessionEnds(): void {
  const reloadIfOver = () => {
    if (isSessionOver()) location.reload()
  }
  writeStored(STORAGE_KEY, requireViewer().id)
  addEventListener('storage', reloadIfOver)
  addEventListener('pageshow', ({ persisted }) => persisted && reloadIfOver())
}

export function announceSignOut(): void {
  writeStored(STORAGE_KEY, '')
}

/** Whether this page's member is no longer signed in. False without storage. */
export function isSessionOver(): boolean {
  const stored = readStored(STORAGE_KEY)
  return stored !== null && stored !== requireViewer().id
}

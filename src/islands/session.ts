import { readViewer } from './read-viewer.ts'
import { readStored, writeStored } from './stored.ts'

/** The signed-in member's key, for all tabs of this browser; empty after signing out. */
const STORAGE_KEY = 'signed-in'

/**
 * Reloads the page when the member signs out, or another one signs in, in another tab. A page from the back/forward cache
 * checks when it is shown again.
 */
export function followSession(): void {
  const reloadIfOver = () => {
    if (isSessionOver()) location.reload()
  }
  writeStored(STORAGE_KEY, memberKey(readViewer().email))
  addEventListener('storage', reloadIfOver)
  addEventListener('pageshow', ({ persisted }) => persisted && reloadIfOver())
}

/** Reloads the browser's other tabs. */
export function announceSignOut(): void {
  writeStored(STORAGE_KEY, '')
}

/** Whether this page's member is no longer signed in. False without storage. */
export function isSessionOver(): boolean {
  const stored = readStored(STORAGE_KEY)
  return stored !== null && stored !== memberKey(readViewer().email)
}

/** Tells members of one browser apart in its storage without storing who they are: a 64-bit FNV-1a hash. */
export function memberKey(email: string): string {
  const text = email.trim().toLowerCase()
  return STARTS.map((start) => {
    let hash = start
    for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), FNV_PRIME) >>> 0
    return hash.toString(16).padStart(8, '0')
  }).join('')
}

const FNV_PRIME = 0x01000193
const STARTS = [0x811c9dc5, 0x9e3779b9]

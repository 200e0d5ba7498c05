import { readViewer } from './read-viewer.ts'
import { readStored, writeStored } from './stored.ts'

/** Holds the key of the member who is signed in, for all tabs of this browser; it is empty after signing out. */
const STORAGE_KEY = 'signed-in'

/**
 * Reloads this member's page when another member signs in or the member signs out in another tab; the gate decides what it
 * shows then. A page that the browser kept for the Back button looks as soon as it is shown again.
 */
export function followSession(): void {
  const reloadIfOver = () => {
    if (isSessionOver()) location.reload()
  }
  writeStored(STORAGE_KEY, memberKey(readViewer().email))
  addEventListener('storage', reloadIfOver)
  addEventListener('pageshow', ({ persisted }) => persisted && reloadIfOver())
}

/** Tells the browser's other tabs that the member signed out. */
export function announceSignOut(): void {
  writeStored(STORAGE_KEY, '')
}

/** Whether this page's member is no longer the one who is signed in. False where storage is switched off. */
export function isSessionOver(): boolean {
  const stored = readStored(STORAGE_KEY)
  return stored !== null && stored !== memberKey(readViewer().email)
}

/** Tells the members of one browser apart in what it stores, without storing who they are: a 64-bit FNV-1a hash. */
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

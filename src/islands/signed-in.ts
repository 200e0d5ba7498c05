import { readViewer } from './read-viewer.ts'

/**
 * Who signed in last in this browser, and when, from one tab to the others: a page of the member before, whose session
 * ended without a word, must not go on under the name of one and the session of another.
 */
const STORAGE_KEY = 'signed-in'

/** Tells the other tabs. */
export function announceSignIn(email: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, `${markOf(email)} ${Date.now()}`)
  } catch {
    // Storage is switched off: the other tabs find out with their next page.
  }
}

/** Calls back when somebody else than this page's member signs in in another tab. */
export function onSomebodyElse(callback: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY && isSomebodyElse()) callback()
  })
}

/** Whether the last to sign in after this page was loaded is not its member. */
export function isSomebodyElse(): boolean {
  try {
    const [mark, at] = (localStorage.getItem(STORAGE_KEY) ?? '').split(' ')
    return Number(at) > performance.timeOrigin && mark !== markOf(readViewer().email)
  } catch {
    return false
  }
}

/**
 * Tells the members of one browser apart in what it stores, without storing who they are: 64 bits (FNV-1a, twice from
 * different starts) of the address.
 */
export function markOf(email: string): string {
  const text = email.trim().toLowerCase()
  return STARTS.map((start) => {
    let hash = start
    for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), FNV_PRIME) >>> 0
    return hash.toString(16).padStart(8, '0')
  }).join('')
}

const FNV_PRIME = 0x01000193
const STARTS = [0x811c9dc5, 0x9e3779b9]

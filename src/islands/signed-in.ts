import { markOf } from './member-mark.ts'
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

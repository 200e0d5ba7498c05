import { SIGN_IN_PATH, SIGN_OUT_ACTION } from '#src/shared/paths.ts'
import { leaveNotice, tell } from './notices.ts'
import { hasAnyNotes } from './notes/stored.ts'
import { forgetProgress, hasProgress } from './progress/stored.ts'
import { forgetRecent } from './recent-choices.ts'
import { announceSignOut } from './session.ts'

/** docs/product.md, Sign-out. */
const REDIRECT_DELAY_MS = 100
const REDIRECT_DELAY_AFTER_FAILURE_MS = 1000

/**
 * Ends the member's sessions and leaves for the sign-in screen, whether or not that succeeded.
 *
 * It stands on every page of a member and must do its work on one that is older than the site, so it fetches nothing
 * and carries neither sentences nor the actions' client.
 *
 * @param done what the sign-in screen says then.
 * @param failed what this page says when it did not succeed.
 */
export async function signOut({ done, failed }: { done: string; failed: string }): Promise<void> {
  const notes = hasAnyNotes() ? await import('./notes/leave.ts').catch(() => null) : null
  await Promise.all([notes?.saveLastNotes(), hasProgress() ? saveLastProgress() : null])
  if (await endedSessions()) {
    announceSignOut()
    forgetProgress()
    // Where that cannot be fetched they stay: one that is not saved would be lost.
    await notes?.forgetNotes().catch(() => undefined)
    forgetRecent()
    leaveNotice('success', done)
    leaveIn(REDIRECT_DELAY_MS)
    return
  }
  tell('error', failed)
  // Too short here to be read: where the way leads, it is said again.
  leaveNotice('error', failed)
  leaveIn(REDIRECT_DELAY_AFTER_FAILURE_MS)
}

/** Where that cannot be fetched, the portal knows all but the last seconds. */
async function saveLastProgress(): Promise<void> {
  const leave = await import('./progress/leave.ts').catch(() => null)
  await leave?.saveLastProgress()
}

async function endedSessions(): Promise<boolean> {
  try {
    const answer = await fetch(SIGN_OUT_ACTION, { method: 'POST' })
    return answer.ok
  } catch {
    return false
  }
}

function leaveIn(delayMs: number): void {
  setTimeout(() => {
    location.assign(SIGN_IN_PATH)
  }, delayMs)
}

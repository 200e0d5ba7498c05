import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { SIGN_IN_PATH, SIGN_OUT_ACTION } from '#src/shared/paths.ts'
import { leaveNotice, tell } from './notices.ts'
import { PROGRESS } from './stores/progress.ts'
import { forgetRecent } from './recent-choices.ts'
import { announceSignOut } from './session.ts'
import { removeStored } from './stored.ts'

/** docs/product.md, Sign-out. */
const REDIRECT_DELAY_MS = 100
const REDIRECT_DELAY_AFTER_FAILURE_MS = 1000

/**
 * Ends the member's sessions and leaves for the sign-in screen, whether or not that succeeded.
 *
 * It must work on a page that is older than the site: what it needs is in the page, but for saving what is left and
 * removing notes.
 */
export async function signOut(done: string = noticeText.signed_out): Promise<void> {
  const leave = await import('./leave.ts').catch(() => null)
  await leave?.saveLast()
  const hasEnded = await fetch(SIGN_OUT_ACTION, { method: 'POST' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (hasEnded) {
    announceSignOut()
    removeStored(PROGRESS)
    await leave?.removeKeptNotes().catch(() => undefined)
    forgetRecent()
    leaveNotice('success', done)
  } else {
    tell('error', errorText.sign_out_failed)
    // Too short here to be read, so the next page says it again.
    leaveNotice('error', errorText.sign_out_failed)
  }
  const delay = hasEnded ? REDIRECT_DELAY_MS : REDIRECT_DELAY_AFTER_FAILURE_MS
  setTimeout(() => location.assign(SIGN_IN_PATH), delay)
}

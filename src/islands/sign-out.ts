import { actions } from 'astro:actions'
import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { SIGN_IN_PATH } from '#src/shared/paths.ts'
import { leaveNotice, tell } from './notices.ts'
import { forgetProgress, hasProgress } from './progress/stored.ts'
import { announceSignOut } from './signed-out.ts'

/** Specification, section 9. */
const REDIRECT_DELAY_MS = 100
const REDIRECT_DELAY_AFTER_FAILURE_MS = 1000

/**
 * Ends the member's sessions and leaves for the sign-in screen, whether or not that succeeded.
 *
 * @param saying what the sign-in screen says then.
 */
export async function signOut(saying: string = noticeText.signed_out): Promise<void> {
  if (hasProgress()) await tellLastProgress()
  if (await endedSessions()) {
    announceSignOut()
    forgetProgress()
    leaveNotice('success', saying)
    leaveIn(REDIRECT_DELAY_MS)
    return
  }
  tell('error', errorText.sign_out_failed)
  leaveIn(REDIRECT_DELAY_AFTER_FAILURE_MS)
}

/** Where that cannot be fetched, the portal knows all but the last seconds. */
async function tellLastProgress(): Promise<void> {
  const leave = await import('./progress/leave.ts').catch(() => null)
  await leave?.tellLastProgress()
}

async function endedSessions(): Promise<boolean> {
  try {
    const { error } = await actions.auth.signOut()
    return error === undefined
  } catch {
    return false
  }
}

function leaveIn(delayMs: number): void {
  setTimeout(() => {
    location.assign(SIGN_IN_PATH)
  }, delayMs)
}

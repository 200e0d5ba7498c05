import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { SIGN_IN_PATH, SIGN_OUT_ACTION } from '#src/shared/paths.ts'
import { flash, showToast } from '#src/ui/toasts.ts'
import { PROGRESS_PREFIX } from '#src/lib/progress.ts'
import { announceSignOut } from '#src/lib/session.ts'
import { EMAIL_CHANGE, removeStored } from '#src/lib/storage.ts'

const SAVE_TIMEOUT_MS = 2000

// docs/product.md, Sign-out.
const REDIRECT_DELAY_MS = 100
const REDIRECT_DELAY_AFTER_FAILURE_MS = 1000

/**
 * Ends all sessions and opens the sign-in screen, even after a failure. It must work on a page from before a deploy, so
 * only saving progress needs another file.
 */
export async function signOut(successText: string = noticeText.signed_out): Promise<void> {
  // An unapproved account's screen has nothing to save.
  const saving = import('#src/lib/progress-store.ts').then(({ flush }) => flush())
  await Promise.race([
    saving.catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, SAVE_TIMEOUT_MS)),
  ])
  const isSignedOut = await fetch(SIGN_OUT_ACTION, { method: 'POST' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isSignedOut) {
    announceSignOut()
    for (const prefix of [PROGRESS_PREFIX, EMAIL_CHANGE]) removeStored(prefix)
    flash('success', successText)
  } else {
    showToast('error', errorText.sign_out_failed)
    // Shown again on the next page, as there is little time to read it here.
    flash('error', errorText.sign_out_failed)
  }
  const delay = isSignedOut ? REDIRECT_DELAY_MS : REDIRECT_DELAY_AFTER_FAILURE_MS
  setTimeout(() => location.assign(SIGN_IN_PATH), delay)
}

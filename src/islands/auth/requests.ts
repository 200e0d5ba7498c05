import { actions } from 'astro:actions'
import { linkSentTo } from '#src/shared/notices.ts'
import { showToast } from '#src/ui/toasts.ts'

/** @param successText for an address that may not wait for a confirmation. */
export async function resendConfirmation({ email }: { email: string }, successText = linkSentTo(email)) {
  await actions.auth.resendConfirmation.orThrow({ email })
  showToast('success', successText)
}

/** Whether the browser stored the cookie of a session that has just started. True without a response. */
export async function hasSessionCookie(): Promise<boolean> {
  const { error } = await actions.account.readProfile()
  return error?.code !== 'UNAUTHORIZED'
}

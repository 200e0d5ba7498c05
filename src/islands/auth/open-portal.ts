import { ActionError, actions } from 'astro:actions'
import { failureMessage } from '#src/shared/failure.ts'
import { destination } from '#src/shared/next-path.ts'
import { noticeText } from '#src/shared/notices.ts'
import { flash } from '#src/ui/toasts.ts'

/** Where the visitor wanted to go before they signed in. */
export function openPortal(notice: keyof typeof noticeText = 'signed_in'): void {
  flash('success', noticeText[notice])
  location.replace(destination(location))
}

/** @throws ActionError where the browser refuses the cookie of a session that has just started. */
export async function requireSessionCookie(): Promise<void> {
  if (!(await hasSessionCookie()))
    throw new ActionError({ code: 'UNAUTHORIZED', message: failureMessage({ code: 'cookie_refused' }) })
}

/** Whether the browser stored the cookie of a session that has just started. True without a response. */
export async function hasSessionCookie(): Promise<boolean> {
  const { error } = await actions.account.readProfile()
  return error?.code !== 'UNAUTHORIZED'
}

import { actions } from 'astro:actions'
import { noticeText } from '#src/shared/notices.ts'
import { tellResult } from '../form/problem.ts'

/** Mails the confirmation again and shows a notice of the result. The button is busy while it waits. */
export async function resendOnPress(button: HTMLButtonElement, email: string): Promise<void> {
  if (button.ariaDisabled === 'true') return
  button.ariaDisabled = 'true'
  await tellResult(actions.auth.resendConfirmation.orThrow({ email }), noticeText.confirmation_resent)
  button.ariaDisabled = null
}

import { actions } from 'astro:actions'
import { noticeText } from '#src/shared/notices.ts'
import { problemOf } from '../form/problem.ts'
import { tell } from '../notices.ts'

/** Has the confirmation mailed again, once at a time for a button, and says in a notice what came of it. */
export async function resendOnPress(button: HTMLButtonElement, email: string): Promise<void> {
  if (button.ariaDisabled === 'true') return
  button.ariaDisabled = 'true'
  try {
    await actions.auth.resendConfirmation.orThrow({ email })
    tell('success', noticeText.confirmation_resent)
  } catch (error) {
    tell('error', problemOf(error, 'unexpected').text ?? '')
  }
  button.ariaDisabled = null
}

import { actions } from 'astro:actions'
import { failure } from '#src/shared/failure.ts'
import { noticeText } from '#src/shared/notices.ts'
import { tell } from '../notices.ts'
import { ask } from '../form/ask.ts'

/**
 * A press on `button` has the confirmation mailed again, and a notice tells what came of it. Until then further
 * presses do nothing.
 */
export async function resendOnPress(button: HTMLButtonElement, email: string): Promise<void> {
  if (button.ariaDisabled === 'true') return
  button.ariaDisabled = 'true'
  const problem = await ask(() => actions.auth.resendConfirmation({ email }), 'unexpected')
  if (problem) tell('error', (problem.form ?? failure('unexpected')).text)
  else tell('success', noticeText.confirmation_resent)
  button.ariaDisabled = null
}

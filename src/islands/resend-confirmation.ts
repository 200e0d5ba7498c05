import { actions } from 'astro:actions'
import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { ask } from './auth/ask.ts'
import { tell } from './notices.ts'
import { readViewer } from './read-viewer.ts'

/** Has the confirmation mailed again to the member of this page, once at a time, and tells what came of it. */
export async function resendConfirmation(button: HTMLButtonElement): Promise<void> {
  if (button.ariaDisabled === 'true') return
  button.ariaDisabled = 'true'
  const { email } = readViewer()
  const problem = await ask(() => actions.auth.resendConfirmation({ email }), 'unexpected')
  if (problem) tell('error', problem.form ?? errorText.unexpected)
  else tell('success', noticeText.confirmation_resent)
  button.ariaDisabled = null
}

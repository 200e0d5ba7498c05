import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { HOME_PATH, SIGN_IN_PATH } from '#src/shared/paths.ts'
import { ResendForm } from './auth/ResendForm.tsx'
import { confirmEmail } from './auth/submit.ts'
import { tell } from './notices.ts'
import { dropToken, takeToken } from './token.ts'
import { Island } from './ui/Island.tsx'
import { Panel } from './ui/Panel.tsx'
import { useFocusOnChange } from './ui/useFocusOnChange.ts'

/**
 * Confirms an address with the token of a mailed link, by a POST of its own: opening the link changes nothing, and
 * the same link may be opened again.
 */
export default function ConfirmEmail() {
  return (
    <Island>
      <Screens />
    </Island>
  )
}

function Screens() {
  const [state, setState] = useState<State>({ at: 'loading' })

  const [tries, setTries] = useState(1)
  const heading = useFocusOnChange(tries)

  useEffect(() => void confirmed().then(setState), [tries])

  function tryAgain() {
    setState({ at: 'loading' })
    setTries(tries + 1)
  }

  if (state.at === 'loading') {
    return (
      <Panel icon={LoaderCircle} spinning heading={heading} title="Confirming your email">
        <p className="mt-3 text-ink-soft">This takes a moment.</p>
      </Panel>
    )
  }

  if (state.at === 'success') {
    return (
      <Panel icon={CircleCheck} tone="good" heading={heading} title={noticeText.email_confirmed_title}>
        <p className="mt-3 text-ink-soft">
          Thank you, our mail reaches you. If the programme team has not looked at your account yet, we write
          to you when it has.
        </p>
        <a href={SIGN_IN_PATH} className="mt-8 button-primary w-full">
          Go to Sign In
        </a>
      </Panel>
    )
  }

  return (
    <Panel icon={CircleAlert} tone="bad" heading={heading} title="Your email is not confirmed">
      <p className="mt-3 text-ink-soft">{state.message}</p>
      {!state.again && (
        <p className="mt-3 text-ink-soft">
          Links work for a limited time. Enter your email to get a new one.
        </p>
      )}
      {state.again ? (
        <button type="button" className="mt-8 button-primary w-full" onClick={tryAgain}>
          Try again
        </button>
      ) : (
        <ResendForm />
      )}
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <a href={SIGN_IN_PATH} className="button-quiet">
          Try Signing In
        </a>
        <a href={HOME_PATH} className="button-quiet">
          Go to Home
        </a>
      </div>
    </Panel>
  )
}

/** The outcome, told in a notice as well (specification, section 8). */
async function confirmed(): Promise<State> {
  const token = takeToken()
  if (!token) return { at: 'error', message: errorText.confirmation_token_missing, again: false }

  const problem = await confirmEmail(token)
  if (!problem) {
    dropToken()
    tell('success', `${noticeText.email_confirmed_title}: ${noticeText.email_confirmed}`)
    return { at: 'success' }
  }

  const message = problem.form ?? errorText.confirmation_failed
  const isOutage = message !== errorText.confirmation_failed
  tell(
    'error',
    message === errorText.unexpected
      ? errorText.confirmation_error
      : `${errorText.confirmation_failed_title}: ${errorText.confirmation_failed_advice}`,
  )
  return { at: 'error', message, again: isOutage }
}

type State =
  | { at: 'loading' }
  | { at: 'success' }
  /** `again`: the link may still be good, only the way to the server was not. */
  | { at: 'error'; message: string; again: boolean }

import { CircleAlert, CircleCheck, Undo2 } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { HOME_PATH, SIGN_IN_PATH } from '#src/shared/paths.ts'
import { keepAccount } from './auth/submit.ts'
import { dropToken, takeToken } from './token.ts'
import { Alert } from './ui/Alert.tsx'
import { Button } from './ui/Button.tsx'
import { Island } from './ui/Island.tsx'
import { Panel } from './ui/Panel.tsx'
import { useFocusOnChange } from './ui/useFocusOnChange.ts'

/**
 * Undoes the deletion of an account for whoever holds the mailed link, by a press of a button: programs that open
 * links to look at them keep nobody's account.
 */
export default function KeepAccount() {
  return (
    <Island>
      <Screens />
    </Island>
  )
}

function Screens() {
  const [state, setState] = useState<State>({ at: 'asking', problem: null })
  const heading = useFocusOnChange(state.at === 'kept' || state.at === 'failed' ? state.at : 'asking')

  async function keep(event: SyntheticEvent) {
    event.preventDefault()
    if (state.at !== 'asking') return
    setState({ at: 'keeping' })
    setState(await kept())
  }

  if (state.at === 'kept') {
    return (
      <Panel icon={CircleCheck} tone="good" heading={heading} title="Your account stays">
        <p className="mt-3 text-ink-soft">
          Nothing will be deleted. If it was not you who asked for it, choose a new password now.
        </p>
        <a href={SIGN_IN_PATH} className="mt-8 button-primary w-full">
          Go to Sign In
        </a>
      </Panel>
    )
  }

  if (state.at === 'failed') {
    return (
      <Panel icon={CircleAlert} tone="bad" heading={heading} title="There is nothing to keep">
        <p className="mt-3 text-ink-soft">{errorText.keep_link_invalid}</p>
        <p className="mt-3 text-ink-soft">
          Either a newer email replaced it, or the account has been deleted already.
        </p>
        <div className="mt-8 grid gap-3 sm:grid-cols-2">
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

  return (
    <Panel icon={Undo2} heading={heading} title="Keep your account?">
      <p className="mt-3 mb-6 text-ink-soft">
        It is about to be deleted, because somebody who knows its password asked for that. You can undo it
        here.
      </p>
      <Alert text={state.at === 'asking' ? state.problem : null} />
      <form method="post" onSubmit={(event) => void keep(event)} className="grid">
        <Button busy={state.at === 'keeping'} busyText="Keeping your account">
          Keep my account
        </Button>
      </form>
    </Panel>
  )
}

async function kept(): Promise<State> {
  const token = takeToken()
  const problem = token ? await keepAccount(token) : { form: errorText.keep_link_invalid }
  if (!problem) {
    dropToken()
    return { at: 'kept' }
  }
  const message = problem.form ?? errorText.keep_link_invalid
  return message === errorText.keep_link_invalid ? { at: 'failed' } : { at: 'asking', problem: message }
}

type State =
  /** `problem`: the link may still be good, only the way to the server was not. */
  { at: 'asking'; problem: string | null } | { at: 'keeping' } | { at: 'kept' } | { at: 'failed' }

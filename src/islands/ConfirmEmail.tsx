import { CircleCheck, LoaderCircle, MailCheck, Undo2 } from 'lucide-react'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { HOME_PATH, SIGN_IN_PATH } from '#src/shared/paths.ts'
import { ConfirmFailed } from './auth/ConfirmFailed.tsx'
import { ProvePassword } from './auth/ProvePassword.tsx'
import { confirmEmail, discardSignUp } from './auth/submit.ts'
import { tell } from './notices.ts'
import { dropToken, takenFor, takeToken } from './token.ts'
import { Alert } from './ui/Alert.tsx'
import { Button } from './ui/Button.tsx'
import { Island } from './ui/Island.tsx'
import { Panel } from './ui/Panel.tsx'
import { useFocusOnChange } from './ui/useFocusOnChange.ts'

/**
 * Confirms an address with the token of a mailed link, by a press of a button: programs that open links to look at them
 * confirm nothing, and whoever did not ask for the mail can say so. The same link may be opened again.
 */
export default function ConfirmEmail(props: Props) {
  return (
    <Island>
      <Screens {...props} />
    </Island>
  )
}

function Screens({ brand }: Props) {
  const [state, setState] = useState<State>({ at: 'asking', problem: null })
  const [isForAddress, setIsForAddress] = useState(false)
  const heading = useFocusOnChange(screenOf(state))

  // Only the browser knows the address of the page: the HTML asks what most links ask.
  useEffect(() => {
    if (!takeToken()) setState(failed(errorText.confirmation_token_missing))
    setIsForAddress(takenFor() === 'address')
  }, [])

  async function act(during: State, work: (token: string) => Promise<State>) {
    setState(during)
    const token = takeToken()
    setState(token ? await work(token) : failed(errorText.confirmation_token_missing))
  }
  const confirm = () => void act({ at: 'loading' }, confirmed)

  switch (state.at) {
    case 'loading':
      return (
        <Panel icon={LoaderCircle} spinning heading={heading} title="Confirming your email">
          <p className="mt-3 text-ink-soft">This takes a moment.</p>
        </Panel>
      )
    case 'password':
      return (
        <ProvePassword
          heading={heading}
          onDone={() => {
            setState(succeeded())
          }}
        />
      )
    case 'success':
      return (
        <Panel icon={CircleCheck} tone="good" heading={heading} title={noticeText.email_confirmed_title}>
          <p className="mt-3 text-ink-soft">
            Thank you, our mail reaches you. If the programme team has not looked at your account yet, we
            write to you when it has.
          </p>
          <a href={SIGN_IN_PATH} className="mt-8 button-primary w-full">
            Go to Sign In
          </a>
        </Panel>
      )
    case 'discarded':
      return (
        <Panel icon={Undo2} tone="good" heading={heading} title="Thank you for telling us">
          <p className="mt-3 text-ink-soft">{state.notice}</p>
          <a href={HOME_PATH} className="mt-8 button-quiet w-full">
            Go to Home
          </a>
        </Panel>
      )
    case 'error':
      return (
        <ConfirmFailed heading={heading} message={state.message} onTryAgain={state.again ? confirm : null} />
      )
    default:
      return (
        <Panel icon={MailCheck} heading={heading} title="Confirm your email">
          <p className="mt-3 mb-6 text-ink-soft">
            {isForAddress
              ? `Confirm that you want to use this address for your account at ${brand}.`
              : `Confirm that you asked for an account at ${brand}.`}
          </p>
          <Question
            state={state}
            onConfirm={confirm}
            onDiscard={() => void act({ at: 'discarding' }, discarded)}
          />
        </Panel>
      )
  }
}

function Question({ state, onConfirm, onDiscard }: QuestionProps) {
  const isBusy = state.at === 'discarding'
  return (
    <>
      <Alert text={state.at === 'asking' ? state.problem : null} />
      <form
        method="post"
        className="grid gap-3"
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault()
          if (!isBusy) onConfirm()
        }}
      >
        <Button>Confirm my email</Button>
        <Button look="quiet" busy={isBusy} busyText="Removing" onClick={onDiscard}>
          It was not me
        </Button>
      </form>
    </>
  )
}

/** The outcome, told in a notice as well (docs/product.md, Email confirmation). */
async function confirmed(token: string): Promise<State> {
  const outcome = await confirmEmail(token)
  if (!outcome.problem) return outcome.done.passwordNeeded ? { at: 'password' } : succeeded()

  const message = outcome.problem.form ?? errorText.confirmation_failed
  if (message === errorText.confirmation_failed) return failed(message)
  tell('error', message === errorText.unexpected ? errorText.confirmation_error : advice)
  return { at: 'error', message, again: true }
}

async function discarded(token: string): Promise<State> {
  const outcome = await discardSignUp(token)
  if (outcome.problem) {
    const message = outcome.problem.form ?? errorText.confirmation_failed
    return message === errorText.confirmation_failed ? failed(message) : { at: 'asking', problem: message }
  }
  dropToken()
  const { sign_up_discarded, email_change_discarded } = noticeText
  return {
    at: 'discarded',
    notice: outcome.done.discarded === 'sign_up' ? sign_up_discarded : email_change_discarded,
  }
}

function succeeded(): State {
  dropToken()
  tell('success', `${noticeText.email_confirmed_title}: ${noticeText.email_confirmed}`)
  return { at: 'success' }
}

/** The link is to blame. */
function failed(message: string): State {
  if (message === errorText.confirmation_failed) tell('error', advice)
  return { at: 'error', message, again: false }
}

const advice = `${errorText.confirmation_failed_title}: ${errorText.confirmation_failed_advice}`

/** The question stays the same screen while it is being answered with no. */
function screenOf({ at }: State): string {
  return at === 'discarding' ? 'asking' : at
}

type State =
  /** `problem`: nothing could be removed, and the link may still be good. */
  | { at: 'asking'; problem: string | null }
  | { at: 'discarding' }
  | { at: 'loading' }
  /** The address is confirmed, and whoever is expected proves the password. */
  | { at: 'password' }
  | { at: 'success' }
  | { at: 'discarded'; notice: string }
  /** `again`: the link may still be good, only the way to the server was not. */
  | { at: 'error'; message: string; again: boolean }

interface QuestionProps {
  state: State & { at: 'asking' | 'discarding' }
  onConfirm: () => void
  onDiscard: () => void
}

interface Props {
  /** What the portal is called. */
  brand: string
}

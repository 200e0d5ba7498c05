import * as icons from '#src/shared/icons.ts'
import { actions } from 'astro:actions'
import { useEffect, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { type Failure, failure } from '#src/shared/failure.ts'
import { noticeText } from '#src/shared/notices.ts'
import { HOME_PATH } from '#src/shared/paths.ts'
import { ProvePassword } from './auth/PasswordForms.tsx'
import { ResendForm } from './auth/ResendForm.tsx'
import { askFor } from './form/ask.ts'
import { tell } from './notices.ts'
import { dropToken, takenFor, takeToken } from './token.ts'
import { Alert } from './ui/Alert.tsx'
import { Button } from './ui/Button.tsx'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { GoToSignIn, type HeadingRef, Panel, WaysOn } from './ui/Panel.tsx'
import { useFocusOnChange } from './ui/useFocus.ts'

/**
 * Confirms an address with the token of a mailed link, by a press of a button: programs that open links to look at them
 * confirm nothing, and whoever did not ask for the mail can say so. The same link may be opened again.
 */
export default function ConfirmEmail(props: Props) {
  return (
    <ErrorBoundary>
      <Screens {...props} />
    </ErrorBoundary>
  )
}

function Screens({ brand }: Props) {
  const [state, setState] = useState<State>({ at: 'asking', problem: null })
  const [isForAddress, setIsForAddress] = useState(false)
  // The question stays the same screen while it is being answered with no.
  const heading = useFocusOnChange(state.at === 'discarding' ? 'asking' : state.at)

  // Only the browser knows the address of the page: the HTML asks what most links ask.
  useEffect(() => {
    if (!takeToken()) setState(failed(failure('confirmation_token_missing')))
    setIsForAddress(takenFor() === 'address')
  }, [])

  async function act(during: State, work: (token: string) => Promise<State>) {
    setState(during)
    const token = takeToken()
    setState(token ? await work(token) : failed(failure('confirmation_token_missing')))
  }
  const confirm = () => void act({ at: 'loading' }, confirmed)

  switch (state.at) {
    case 'loading':
      return (
        <Panel
          icon={icons.loaderCircle}
          spinning
          heading={heading}
          title="Confirming your email"
          text="This takes a moment."
        />
      )
    case 'password':
      return <ProvePassword heading={heading} onDone={() => setState(succeeded())} />
    case 'success':
      return (
        <Panel
          icon={icons.circleCheck}
          tone="good"
          heading={heading}
          title={noticeText.email_confirmed_title}
          text="Thank you, our mail reaches you. If the programme team has not looked at your account yet, we write to you when it has."
        >
          <GoToSignIn />
        </Panel>
      )
    case 'discarded':
      return (
        <Panel
          icon={icons.undo2}
          tone="good"
          heading={heading}
          title="Thank you for telling us"
          text={state.notice}
        >
          <a href={HOME_PATH} className="mt-8 button-quiet w-full">
            Go to Home
          </a>
        </Panel>
      )
    case 'error':
      return <Failed heading={heading} failure={state.failure} onTryAgain={confirm} />
    default:
      return (
        <Question
          brand={brand}
          isForAddress={isForAddress}
          heading={heading}
          state={state}
          onConfirm={confirm}
          onDiscard={() => void act({ at: 'discarding' }, discarded)}
        />
      )
  }
}

function Question({ brand, isForAddress, heading, state, onConfirm, onDiscard }: QuestionProps) {
  const isBusy = state.at === 'discarding'
  return (
    <Panel
      icon={icons.mailCheck}
      heading={heading}
      title="Confirm your email"
      text={
        isForAddress
          ? `Confirm that you want to use this address for your account at ${brand}.`
          : `Confirm that you asked for an account at ${brand}.`
      }
    >
      <form
        method="post"
        className="mt-6 grid"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onConfirm()
        }}
      >
        <Alert failure={state.at === 'asking' ? state.problem : null} />
        <div className="grid gap-3">
          <Button>Confirm my email</Button>
          <Button look="quiet" busy={isBusy} busyText="Removing" onClick={onDiscard}>
            It was not me
          </Button>
        </div>
      </form>
    </Panel>
  )
}

/** Nothing was confirmed: why, and what can be done. */
function Failed({ heading, failure: { code, text }, onTryAgain }: FailedProps) {
  const isLinkToBlame = code === 'confirmation_failed' || code === 'confirmation_token_missing'
  return (
    <Panel
      icon={icons.circleAlert}
      tone="bad"
      heading={heading}
      title="Your email is not confirmed"
      text={text}
    >
      {isLinkToBlame ? (
        <>
          <p className="mt-3 text-ink-soft">
            Links work for a limited time. Enter your email to get a new one.
          </p>
          <ResendForm />
        </>
      ) : (
        <button type="button" className="mt-8 button-primary w-full" onClick={onTryAgain}>
          Try again
        </button>
      )}
      <WaysOn />
    </Panel>
  )
}

/** The outcome, told in a notice as well (docs/product.md, Email confirmation). */
async function confirmed(token: string): Promise<State> {
  const outcome = await askFor<{ passwordNeeded: boolean }>(
    () => actions.auth.confirmEmail({ token }),
    'confirmation_failed',
  )
  if (outcome.problem) return failed(outcome.problem.form ?? failure('confirmation_failed'))
  return outcome.done.passwordNeeded ? { at: 'password' } : succeeded()
}

async function discarded(token: string): Promise<State> {
  const outcome = await askFor<{ discarded: 'sign_up' | 'email_change' }>(
    () => actions.auth.discardSignUp({ token }),
    'unexpected',
  )
  if (outcome.problem) {
    const problem = outcome.problem.form ?? failure('confirmation_failed')
    return problem.code === 'confirmation_failed' ? failed(problem) : { at: 'asking', problem }
  }
  dropToken()
  return { at: 'discarded', notice: noticeText[`${outcome.done.discarded}_discarded`] }
}

function succeeded(): State {
  dropToken()
  tell('success', `${noticeText.email_confirmed_title}: ${noticeText.email_confirmed}`)
  return { at: 'success' }
}

function failed(why: Failure): State {
  if (why.code !== 'confirmation_token_missing') {
    tell('error', why.code === 'unexpected' ? errorText.confirmation_error : advice)
  }
  return { at: 'error', failure: why }
}

const advice = `${errorText.confirmation_failed_title}: ${errorText.confirmation_failed_advice}`

type State =
  /** `problem`: nothing could be removed, and the link may still be good. */
  | { at: 'asking'; problem: Failure | null }
  | { at: 'discarding' }
  | { at: 'loading' }
  /** The address is confirmed, and whoever is expected proves the password. */
  | { at: 'password' }
  | { at: 'success' }
  | { at: 'discarded'; notice: string }
  | { at: 'error'; failure: Failure }

interface QuestionProps extends Props {
  /** The link was mailed to an address that an account is to have from now on. */
  isForAddress: boolean
  heading: HeadingRef
  state: State & { at: 'asking' | 'discarding' }
  onConfirm: () => void
  onDiscard: () => void
}

interface FailedProps {
  heading: HeadingRef
  failure: Failure
  /** Of use where the link may still be good, and only the way to the server was not. */
  onTryAgain: () => void
}

interface Props {
  /** What the portal is called. */
  brand: string
}

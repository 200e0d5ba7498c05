import * as icons from '#src/shared/icons.ts'
import { actions } from 'astro:actions'
import { useEffect, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { HOME_PATH } from '#src/shared/paths.ts'
import { ProvePassword } from './auth/PasswordForms.tsx'
import { ResendForm } from './auth/ResendForm.tsx'
import { Form } from './form/Form.tsx'
import { type Problem, problemOf } from './form/problem.ts'
import { tell } from './notices.ts'
import { dropToken, takenFor, takeToken } from './token.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { GoToSignIn, Panel, WaysOn } from './ui/Panel.tsx'
import { useFocusOnChange } from './ui/useFocus.ts'

/**
 * Confirms an address with the token of a mailed link, by a press of a button: programs that open links to look at them
 * confirm nothing, and people who did not ask for the mail can say so. The same link may be opened again.
 */
export default function ConfirmEmail(props: Props) {
  return (
    <ErrorBoundary>
      <Screens {...props} />
    </ErrorBoundary>
  )
}

function Screens({ brand }: Props) {
  const [screen, setScreen] = useState<Screen>({ at: 'question' })
  const [isForAddress, setIsForAddress] = useState(false)
  const heading = useFocusOnChange(screen.at)

  // Only the browser knows the address of the page: the HTML asks what most links ask.
  useEffect(() => {
    if (!takeToken()) setScreen({ at: 'error', text: errorText.confirmation_token_missing, isFinal: true })
    setIsForAddress(takenFor() === 'address')
  }, [])

  async function confirm() {
    setScreen({ at: 'loading' })
    try {
      const { passwordNeeded } = await actions.auth.confirmEmail.orThrow({ token: takeToken() ?? '' })
      if (passwordNeeded) setScreen({ at: 'password' })
      else succeed()
    } catch (error) {
      fail(problemOf(error, 'confirmation_failed'))
    }
  }

  function succeed() {
    dropToken()
    tell('success', `${noticeText.email_confirmed_title}: ${noticeText.email_confirmed}`)
    setScreen({ at: 'success' })
  }

  function fail({ code, text }: Problem) {
    const isUnheard = text?.startsWith(errorText.unexpected)
    tell('error', isUnheard ? errorText.confirmation_error : ADVICE)
    setScreen({ at: 'error', text: text ?? '', isFinal: code === 'BAD_REQUEST' })
  }

  /** Where the link may still be good, the question stays. */
  async function discard() {
    try {
      const { discarded } = await actions.auth.discardSignUp.orThrow({ token: takeToken() ?? '' })
      dropToken()
      setScreen({ at: 'discarded', text: noticeText[`${discarded}_discarded`] })
    } catch (error) {
      const problem = problemOf(error, 'unexpected')
      if (problem.code !== 'BAD_REQUEST') throw error
      fail(problem)
    }
  }

  switch (screen.at) {
    case 'question':
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
          <Form send={confirm} className="mt-6" submit="Confirm my email" busyText="Confirming" />
          <Form send={discard} className="mt-3" look="quiet" submit="It was not me" busyText="Removing" />
        </Panel>
      )
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
      return <ProvePassword heading={heading} onDone={succeed} />
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
          text={screen.text}
        >
          <a href={HOME_PATH} className="mt-8 button-quiet w-full">
            Go to Home
          </a>
        </Panel>
      )
    case 'error':
      return (
        <Panel
          icon={icons.circleAlert}
          tone="bad"
          heading={heading}
          title="Your email is not confirmed"
          text={screen.text}
        >
          {screen.isFinal ? (
            <>
              <p className="mt-3 text-ink-soft">
                Links work for a limited time. Enter your email to get a new one.
              </p>
              <ResendForm />
            </>
          ) : (
            <button type="button" className="mt-8 button-primary w-full" onClick={() => void confirm()}>
              Try again
            </button>
          )}
          <WaysOn />
        </Panel>
      )
  }
}

const ADVICE = `${errorText.confirmation_failed_title}: ${errorText.confirmation_failed_advice}`

type Screen =
  | { at: 'question' }
  | { at: 'loading' }
  /** The address is confirmed; people on the roster prove the password. */
  | { at: 'password' }
  | { at: 'success' }
  | { at: 'discarded'; text: string }
  /** `isFinal`: this link is good for nothing. */
  | { at: 'error'; text: string; isFinal: boolean }

interface Props {
  /** What the portal is called. */
  brand: string
}

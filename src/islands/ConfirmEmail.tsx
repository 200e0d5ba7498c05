import * as icons from '#src/shared/icons.ts'
import { actions } from 'astro:actions'
import { useEffect, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { EmailForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { HOME_PATH } from '#src/shared/paths.ts'
import { ProvePassword } from './auth/PasswordForms.tsx'
import { Screens } from './auth/Screens.tsx'
import { Form } from './form/Form.tsx'
import { type Problem, problemOf, tellResult } from './form/problem.ts'
import { tell } from './notices.ts'
import { dropToken, takenFor, takeToken } from './token.ts'
import { EmailField } from './ui/Field.tsx'
import { GoToSignIn, Panel, WaysOn } from './ui/Panel.tsx'

const ADVICE = `${errorText.confirmation_failed_title}: ${errorText.confirmation_failed_advice}`

/**
 * Confirms an address with the token of a mailed link, on a button press: mail scanners open links, scripts and all, and
 * people who did not ask for the email can say so. The link can be opened again.
 */
export default function ConfirmEmail({ brand }: { brand: string }) {
  const [screen, setScreen] = useState<Screen>({ at: 'question' })
  const [isForAddress, setIsForAddress] = useState(false)

  // Only the browser knows the address of the page: the HTML asks what most links ask.
  useEffect(() => {
    if (!takeToken()) setScreen({ at: 'invalid', text: errorText.confirmation_token_missing })
    setIsForAddress(takenFor() === 'address')
  }, [])

  async function confirm() {
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
    tell('error', text?.startsWith(errorText.unexpected) ? errorText.confirmation_error : ADVICE)
    setScreen({ at: code === 'BAD_REQUEST' ? 'invalid' : 'failed', text })
  }

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

  const resend = (typed: { email: string }) =>
    tellResult(actions.auth.resendConfirmation.orThrow(typed), noticeText.confirmation_resent)

  return (
    <Screens current={screen.at}>
      {screen.at === 'question' && (
        <Panel
          icon={icons.mailCheck}
          title="Confirm your email"
          text={`Confirm that you ${isForAddress ? 'want to use this address for your' : 'asked for an'} account at ${brand}.`}
        >
          <Form send={confirm} className="mt-6" submit="Confirm my email" busyText="Confirming" />
          <Form send={discard} className="mt-3" look="quiet" submit="It was not me" busyText="Removing" />
        </Panel>
      )}
      {screen.at === 'password' && <ProvePassword onDone={succeed} />}
      {screen.at === 'success' && (
        <Panel
          icon={icons.circleCheck}
          tone="good"
          title={noticeText.email_confirmed_title}
          text="Thanks, your email is confirmed. If your account is still under review, we’ll email you once it’s approved."
        >
          <GoToSignIn />
        </Panel>
      )}
      {screen.at === 'discarded' && (
        <Panel icon={icons.undo2} tone="good" title="Thank you for telling us" text={screen.text}>
          <a href={HOME_PATH} className="mt-8 button-quiet w-full">
            Go to Home
          </a>
        </Panel>
      )}
      {(screen.at === 'invalid' || screen.at === 'failed') && (
        <Panel icon={icons.circleAlert} tone="bad" title="Your email is not confirmed" text={screen.text}>
          {screen.at === 'invalid' ? (
            <>
              <p className="mt-3 text-ink-soft">
                Links work for a limited time. Enter your email to get a new one.
              </p>
              <Form rules={EmailForm} send={resend} submit="Send a new link" busyText="Sending">
                <EmailField />
              </Form>
            </>
          ) : (
            <Form send={confirm} className="mt-8" submit="Try again" busyText="Confirming" />
          )}
          <WaysOn />
        </Panel>
      )}
    </Screens>
  )
}

interface Screen {
  /** 'password': people on the roster prove theirs. 'invalid': the link cannot be used any more; 'failed': it can. */
  at: 'question' | 'password' | 'success' | 'discarded' | 'invalid' | 'failed'
  text?: string | null
}

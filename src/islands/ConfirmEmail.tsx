import * as icons from '#src/shared/icons.ts'
import { actions } from 'astro:actions'
import { useEffect, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { EmailForm, ProofForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { HOME_PATH } from '#src/shared/paths.ts'
import { NewPasswordForm } from './auth/PasswordForms.tsx'
import { Screens } from './auth/Screens.tsx'
import { Form } from './form/Form.tsx'
import { type Problem, problemOf, tellResult } from './form/problem.ts'
import { tell } from './notices.ts'
import { dropToken, takenFor, takeToken } from './token.ts'
import { EmailField, PasswordField } from './ui/Field.tsx'
import { GoToSignIn, Panel, WaysOn } from './ui/Panel.tsx'

const ADVICE = `${errorText.confirmation_failed_title}: ${errorText.confirmation_failed_advice}`

/**
 * Confirms an address with the token of a mailed link, on a button press: mail scanners open links, scripts and all, and
 * people who did not ask for the email can say so. The link can be opened again.
 */
export default function ConfirmEmail({ brand }: { brand: string }) {
  // Only the browser knows the address of the page: the HTML asks what most links ask.
  const [screen, setScreen] = useState<Screen>({ at: 'question', text: 'asked for an' })
  useEffect(() => {
    if (!takeToken()) setScreen({ at: 'invalid', text: errorText.confirmation_token_missing })
    else if (takenFor() === 'address')
      setScreen({ at: 'question', text: 'want to use this address for your' })
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

  async function deny() {
    const { data, error } = await actions.auth.discardSignUp({ token: takeToken() ?? '' })
    if (error && error.code !== 'BAD_REQUEST') throw error
    if (error) fail(problemOf(error, 'unexpected'))
    else {
      dropToken()
      setScreen({ at: 'discarded', text: noticeText[`${data.discarded}_discarded`] })
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
          text={`Confirm that you ${screen.text} account at ${brand}.`}
        >
          <Form send={confirm} className="mt-6" submit="Confirm my email" busyText="Confirming" />
          <Form send={deny} className="mt-3" look="button-quiet" submit="It was not me" busyText="Removing" />
        </Panel>
      )}
      {screen.at === 'password' && <ProvePassword onDone={succeed} />}
      {screen.at === 'success' && (
        <Panel
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
      {screen.at === 'invalid' && (
        <Panel tone="bad" title="Your email is not confirmed" text={screen.text}>
          <p className="mt-3 text-ink-soft">
            Links work for a limited time. Enter your email to get a new one.
          </p>
          <Form rules={EmailForm} send={resend} submit="Send a new link" busyText="Sending">
            <EmailField />
          </Form>
          <WaysOn />
        </Panel>
      )}
      {screen.at === 'failed' && (
        <Panel tone="bad" title="Your email is not confirmed" text={screen.text}>
          <Form send={confirm} className="mt-8" submit="Try again" busyText="Confirming" />
          <WaysOn />
        </Panel>
      )}
    </Screens>
  )
}

/** For people on the roster. Anyone can sign up with any address, so its owner enters the password or sets a new one. */
function ProvePassword({ onDone }: { onDone: () => void }) {
  const [isNew, setIsNew] = useState(false)
  const token = takeToken() ?? ''
  return (
    <Panel
      tone="good"
      title={noticeText.email_confirmed_title}
      text="You are expected. Enter the password you chose, or set a new one, and you can sign in at once."
    >
      {isNew ? (
        <NewPasswordForm
          send={(password) => actions.auth.setSignUpPassword.orThrow({ token, password }).then(onDone)}
        />
      ) : (
        <Form
          rules={ProofForm}
          send={(typed) => actions.auth.proveSignUp.orThrow(typed).then(onDone)}
          submit="Continue"
          busyText="Checking"
        >
          <input type="hidden" name="token" value={token} />
          <PasswordField name="password" label="Password" />
        </Form>
      )}
      <button type="button" className="mt-3 button-quiet w-full" onClick={() => setIsNew(!isNew)}>
        {isNew ? 'Enter the password I chose' : 'Set a new password'}
      </button>
    </Panel>
  )
}

interface Screen {
  /** 'password': people on the roster prove theirs. 'invalid': the link cannot be used any more; 'failed': it can. */
  at: 'question' | 'password' | 'success' | 'discarded' | 'invalid' | 'failed'
  text?: string | null
}

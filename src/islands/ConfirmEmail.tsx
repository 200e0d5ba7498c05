import * as icons from 'lucide'
import { actions } from 'astro:actions'
import { useEffect, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { EmailForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { HOME_PATH } from '#src/shared/paths.ts'
import { Screens } from './auth/Screens.tsx'
import { Form } from './form/Form.tsx'
import { problemOf, resendConfirmation } from './form/problem.ts'
import { showToast } from './notices.ts'
import { doneScreen, forgetToken, linkPurpose, readToken } from './token.ts'
import { EmailField } from './ui/Field.tsx'
import { GoToSignIn, Panel, RecoveryLinks } from './ui/Panel.tsx'

const ADVICE = `${errorText.confirmation_failed_title}: ${errorText.confirmation_failed_advice}`

/** What the link has done: a member's status once confirmed, or what the owner of the mailbox has removed. */
const OUTCOMES = {
  approved: noticeText.confirmed_approved,
  pending: noticeText.confirmed_pending,
  denied: noticeText.confirmed_denied,
  sign_up: noticeText.sign_up_discarded,
  email_change: noticeText.email_change_discarded,
}

/**
 * Confirms an address with an emailed link: on load in the browser that signed up, elsewhere by a button, because mail
 * scanners open links and run scripts. People who didn't sign up can say so there.
 */
export default function ConfirmEmail({ brand }: { brand: string }) {
  const { screen, confirm, deny } = useConfirmation()
  return (
    <Screens current={screen.at}>
      {screen.at === 'loading' && (
        <Panel icon={icons.MailCheck} title="Confirming your email" text="Just a moment." />
      )}
      {screen.at === 'question' && (
        <Panel
          icon={icons.MailCheck}
          title="Confirm your email"
          text={
            linkPurpose() === 'address'
              ? `Use this address for your ${brand} account?`
              : `Confirm that you signed up for ${brand} with this address.`
          }
        >
          <Form send={confirm} className="mt-6" submit="Confirm my email" />
          <Form send={deny} className="mt-3" look="button-quiet" submit="It wasn’t me" />
        </Panel>
      )}
      {(screen.at === 'approved' || screen.at === 'pending' || screen.at === 'denied') && (
        <Panel tone="good" title={noticeText.email_confirmed_title} text={OUTCOMES[screen.at]}>
          {screen.at === 'approved' ? <GoToSignIn /> : <RecoveryLinks className="mt-8" />}
        </Panel>
      )}
      {(screen.at === 'sign_up' || screen.at === 'email_change') && (
        <Panel icon={icons.Undo2} tone="good" title="Thank you for telling us" text={OUTCOMES[screen.at]}>
          <a href={HOME_PATH} className="mt-8 button-quiet w-full">
            Go to Home
          </a>
        </Panel>
      )}
      {(screen.at === 'invalid' || screen.at === 'failed') && (
        <Panel tone="bad" title="Your email isn’t confirmed" text={screen.text}>
          {screen.at === 'failed' && <Form send={confirm} submit="Try again" />}
          {screen.at === 'invalid' && <AskForNewLink />}
          <RecoveryLinks />
        </Panel>
      )}
    </Screens>
  )
}

/** The screen to show, and what its buttons do. */
function useConfirmation() {
  const [screen, setScreen] = useState<Screen>({ at: 'loading' })
  useEffect(() => {
    const done = doneScreen()
    if (isOutcome(done)) setScreen({ at: done })
    else if (readToken()) void confirm(false)
    else setScreen({ at: 'invalid', text: errorText.confirmation_token_missing })
    // Once, as the page loads.
  }, [])

  const finish = (outcome: Outcome) => {
    forgetToken(outcome)
    setScreen({ at: outcome })
  }

  async function confirm(isPressed: boolean) {
    try {
      const token = readToken() ?? ''
      const { status } = await actions.auth.confirmEmail.orThrow({ token, isPressed })
      if (!status) {
        setScreen({ at: 'question' })
        return
      }
      finish(status)
    } catch (error) {
      const { code, reason, text } = problemOf(error, 'confirmation_failed')
      const isOutage = reason === 'unexpected' || reason === 'unreachable'
      showToast('error', isOutage ? errorText.confirmation_error : ADVICE)
      setScreen({ at: code === 'BAD_REQUEST' ? 'invalid' : 'failed', text })
    }
  }

  async function deny() {
    const { discarded } = await actions.auth.discardSignUp.orThrow({ token: readToken() ?? '' })
    finish(discarded)
  }

  return { screen, confirm: () => confirm(true), deny }
}

function AskForNewLink() {
  if (linkPurpose() === 'address') {
    return (
      <p className="mt-3 mb-5 text-ink-soft">
        {errorText.confirmation_link_ended} Otherwise, ask for the change again in your account settings.
      </p>
    )
  }
  return (
    <Form
      rules={EmailForm}
      send={(typed) => resendConfirmation(typed, noticeText.confirmation_resent)}
      submit="Send new link"
    >
      <p className="-mt-5 text-ink-soft">
        {errorText.confirmation_link_ended} Otherwise, enter your email to get a new one.
      </p>
      <EmailField />
    </Form>
  )
}

function isOutcome(screen: string | null): screen is Outcome {
  return screen !== null && screen in OUTCOMES
}

type Outcome = keyof typeof OUTCOMES

/** 'invalid': the link no longer works; 'failed': it may work next time. */
type Screen =
  | { at: 'loading' | 'question' }
  | { at: Outcome }
  | { at: 'invalid' | 'failed'; text: string | null }

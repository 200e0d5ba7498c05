import * as icons from 'lucide'
import { actions } from 'astro:actions'
import { useEffect, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { EmailForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { type Change, ConfirmChange } from './ConfirmChange.tsx'
import { FocusHeading } from './FocusHeading.tsx'
import { Form } from '#src/ui/Form.tsx'
import { toFormError } from '#src/ui/form-error.ts'
import { showToast } from '#src/ui/toasts.ts'
import { completedScreen, replaceToken, linkPurpose, readToken } from './token.ts'
import { EmailField } from '#src/ui/Field.tsx'
import { GoToHome, GoToSignIn, StatusScreen, RecoveryLinks } from '#src/ui/StatusScreen.tsx'

const ADVICE = `${errorText.confirmation_failed_title}: ${errorText.confirmation_failed_advice}`

const NO_TOKEN = `${errorText.confirmation_token_missing}. Copy the whole link from the email.`

const OUTCOMES = {
  approved: noticeText.confirmed_approved,
  pending: noticeText.confirmed_pending,
  denied: noticeText.confirmed_denied,
  sign_up: noticeText.sign_up_discarded,
  email_change: noticeText.email_change_discarded,
  changed: noticeText.email_changed,
  changed_here: noticeText.email_changed,
}

/**
 * Confirms an address with an emailed link: on load in the browser that signed up, elsewhere by a button, because mail
 * scanners open links and run scripts. People who didn't sign up can say so there.
 */
export default function ConfirmEmail({ brand }: { brand: string }) {
  const { screen, confirm, finishChange, handleChangeError, discard } = useConfirmation()
  return (
    <FocusHeading screen={screen.kind}>
      {screen.kind === 'loading' && (
        <StatusScreen icon={icons.MailCheck} title="Confirming your email" text="Just a moment." />
      )}
      {screen.kind === 'question' && (
        <StatusScreen
          icon={icons.MailCheck}
          title="Confirm your email"
          text={`Confirm that you signed up for ${brand} with this address.`}
        >
          <Form onSubmit={confirm} className="mt-6" submitLabel="Confirm my email" />
          <Form onSubmit={discard} className="mt-3" variant="quiet" submitLabel="It wasn’t me" />
        </StatusScreen>
      )}
      {screen.kind === 'change' && (
        <ConfirmChange
          brand={brand}
          change={screen.change}
          onChanged={finishChange}
          onError={handleChangeError}
          onDiscard={discard}
        />
      )}
      {isOutcome(screen.kind) && <OutcomeScreen outcome={screen.kind} />}
      {(screen.kind === 'invalid' || screen.kind === 'failed') && (
        <StatusScreen tone="bad" title="Your email isn’t confirmed" text={screen.text}>
          {screen.kind === 'failed' && <Form onSubmit={confirm} submitLabel="Try again" />}
          {screen.kind === 'invalid' && <NewLinkForm />}
          <RecoveryLinks />
        </StatusScreen>
      )}
    </FocusHeading>
  )
}

function OutcomeScreen({ outcome }: { outcome: Outcome }) {
  const text = OUTCOMES[outcome]
  if (outcome === 'sign_up' || outcome === 'email_change') {
    return (
      <StatusScreen icon={icons.Undo2} tone="good" title="Thank you for telling us" text={text}>
        <GoToHome />
      </StatusScreen>
    )
  }
  return (
    <StatusScreen tone="good" title={noticeText.email_confirmed_title} text={text}>
      {outcome === 'changed_here' && <GoToHome />}
      {(outcome === 'approved' || outcome === 'changed') && <GoToSignIn />}
      {(outcome === 'pending' || outcome === 'denied') && <RecoveryLinks className="mt-8" />}
    </StatusScreen>
  )
}

function useConfirmation() {
  const [screen, setScreen] = useState<Screen>({ kind: 'loading' })
  useEffect(() => {
    const completed = completedScreen()
    if (isOutcome(completed)) setScreen({ kind: completed })
    else if (readToken()) void confirm(false)
    else setScreen({ kind: 'invalid', text: NO_TOKEN })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- on mount only
  }, [])

  const finish = (outcome: Outcome) => {
    replaceToken(outcome)
    setScreen({ kind: outcome })
  }

  async function confirm(isClicked: boolean) {
    try {
      const { status, change } = await actions.auth.confirmEmail.orThrow({ token: readToken(), isClicked })
      if (status) finish(status)
      else if (!change) setScreen({ kind: 'question' })
      else if (change.proof === 'done') finishChange(false)
      else setScreen({ kind: 'change', change })
    } catch (error) {
      showFailure(error)
    }
  }

  function showFailure(error: unknown) {
    const { status: code, code: reason, text } = toFormError(error, 'confirmation_failed')
    const isOutage = reason === 'unexpected' || reason === 'unreachable'
    showToast('error', isOutage ? errorText.confirmation_error : ADVICE)
    setScreen({ kind: code === 'BAD_REQUEST' ? 'invalid' : 'failed', text })
  }

  function finishChange(isSignedIn: boolean) {
    finish(isSignedIn ? 'changed_here' : 'changed')
  }

  // A link that no longer works has a screen of its own; the form shows every other error.
  async function handleChangeError(error: Error & { code: string }) {
    if (error.code === 'BAD_REQUEST') {
      showFailure(error)
      return
    }
    // The session may have ended since the page was opened: then the form asks for the password.
    if (error.code === 'FORBIDDEN') await confirm(false)
    throw error
  }

  async function discard() {
    const { discarded } = await actions.auth.discardSignUp.orThrow({ token: readToken() })
    finish(discarded)
  }

  // A change of address has a button of its own, so 'Try again' only reads its link again.
  const confirmByButton = () => confirm(linkPurpose() !== 'address')
  return { screen, confirm: confirmByButton, finishChange, handleChangeError, discard }
}

function NewLinkForm() {
  if (linkPurpose() === 'address') {
    return (
      <p className="mt-3 mb-5 text-ink-soft">
        {errorText.confirmation_link_ended} Otherwise, ask for the change again in your account settings.
      </p>
    )
  }
  return (
    <Form
      schema={EmailForm}
      onSubmit={async (values) => {
        await actions.auth.resendConfirmation.orThrow(values)
        showToast('success', noticeText.confirmation_resent)
      }}
      submitLabel="Send new link"
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

// 'invalid': the link no longer works; 'failed': it may work next time.
type Screen =
  | { kind: 'loading' | 'question' }
  | { kind: 'change'; change: Change }
  | { kind: Outcome }
  | { kind: 'invalid' | 'failed'; text: string | null }

import { useState } from 'react'
import { noticeText } from '#src/shared/notices.ts'
import { SIGN_IN_PATH } from '#src/shared/paths.ts'
import { CredentialsForm } from './auth/CredentialsForm.tsx'
import { destination } from './auth/destination.ts'
import { ForgotPassword } from './auth/ForgotPassword.tsx'
import { PendingPanel } from './auth/PendingPanel.tsx'
import { leaveNotice, tell } from './notices.ts'
import { announceSignIn } from './signed-in.ts'
import { Island } from './ui/Island.tsx'
import { useFocusOnChange } from './ui/useFocusOnChange.ts'

/** Signing in and signing up; on /start signing up alone. */
export default function AuthCard(props: Props) {
  return (
    <Island>
      <Screens {...props} />
    </Island>
  )
}

function Screens({ brand, signUpOnly = false }: Props) {
  const [screen, setScreen] = useState<Screen>(signUpOnly ? 'sign-up' : 'sign-in')
  const [email, setEmail] = useState('')
  const heading = useFocusOnChange(screen)

  function welcome(typed: string) {
    announceSignIn(typed)
    leaveNotice('success', noticeText.signed_in)
    location.replace(destination(location))
  }

  function registered(typed: string) {
    setEmail(typed)
    tell('success', noticeText.signed_up)
    setScreen('registered')
  }

  if (screen === 'registered') {
    return (
      <PendingPanel
        heading={heading}
        email={email}
        onSignUp={() => setScreen('sign-up')}
        onSignIn={signUpOnly ? null : () => setScreen('sign-in')}
      />
    )
  }

  if (screen === 'forgot') {
    return <ForgotPassword heading={heading} initialEmail={email} onCancel={() => setScreen('sign-in')} />
  }

  const signingIn = screen === 'sign-in'
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {signingIn ? 'Welcome Back' : `Join ${brand}`}
      </h1>
      <p className="mt-2 text-ink-soft">
        {signingIn
          ? 'Sign in to see what is on this week.'
          : 'Ask for an account. The programme team approves each one.'}
      </p>
      <CredentialsForm
        key={screen}
        mode={screen}
        onDone={signingIn ? welcome : registered}
        onForgot={(typed) => {
          setEmail(typed)
          setScreen('forgot')
        }}
      />
      <p className="mt-6 text-center text-sm text-ink-soft">
        {signingIn ? 'New here? ' : 'Already have an account? '}
        {signUpOnly ? (
          <a href={SIGN_IN_PATH} className="text-link">
            Sign in
          </a>
        ) : (
          <button
            type="button"
            className="text-link"
            onClick={() => setScreen(signingIn ? 'sign-up' : 'sign-in')}
          >
            {signingIn ? 'Create an account' : 'Sign in'}
          </button>
        )}
      </p>
    </>
  )
}

type Screen = 'sign-in' | 'sign-up' | 'registered' | 'forgot'

interface Props {
  brand: string
  signUpOnly?: boolean
}

import { useState } from 'react'
import { destination } from '#src/shared/next-path.ts'
import { noticeText } from '#src/shared/notices.ts'
import { SIGN_IN_PATH } from '#src/shared/paths.ts'
import { SignInForm, SignUpForm } from './auth/CredentialsForm.tsx'
import { ForgotPassword } from './auth/ForgotPassword.tsx'
import { PendingPanel } from './auth/PendingPanel.tsx'
import { leaveNotice, tell } from './notices.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { Heading } from './ui/Panel.tsx'
import { useFocusOnChange } from './ui/useFocus.ts'
import { useIsHydrated } from './ui/useIsHydrated.ts'

/** Signing in and signing up; on /start signing up alone. */
export default function AuthCard(props: Props) {
  return (
    <ErrorBoundary>
      <Screens {...props} />
    </ErrorBoundary>
  )
}

function Screens({ brand, signUpOnly = false }: Props) {
  const [screen, setScreen] = useState<Screen>({ at: signUpOnly ? 'sign-up' : 'sign-in' })
  const heading = useFocusOnChange(screen.at)
  const signIn = () => setScreen({ at: 'sign-in' })
  const signUp = () => setScreen({ at: 'sign-up' })

  switch (screen.at) {
    case 'sign-in':
      return (
        <>
          <Heading ref={heading}>Welcome Back</Heading>
          <p className="mt-2 text-ink-soft">Sign in to see what is on this week.</p>
          <SignInForm onDone={welcome} onForgot={(email) => setScreen({ at: 'forgot', email })} />
          <p className="mt-6 text-center text-sm text-ink-soft">
            New here? <TextButton onPress={signUp}>Create an account</TextButton>
          </p>
        </>
      )
    case 'sign-up':
      return (
        <>
          <Heading ref={heading}>Join {brand}</Heading>
          <p className="mt-2 text-ink-soft">Ask for an account. The programme team approves each one.</p>
          <SignUpForm
            onDone={(email) => {
              tell('success', noticeText.signed_up)
              setScreen({ at: 'registered', email })
            }}
          />
          <p className="mt-6 text-center text-sm text-ink-soft">
            Already have an account?{' '}
            {signUpOnly ? (
              <a href={SIGN_IN_PATH} className="text-link">
                Sign in
              </a>
            ) : (
              <TextButton onPress={signIn}>Sign in</TextButton>
            )}
          </p>
        </>
      )
    case 'registered':
      return (
        <PendingPanel
          heading={heading}
          email={screen.email}
          onSignUp={signUp}
          onSignIn={signUpOnly ? null : signIn}
        />
      )
    case 'forgot':
      return <ForgotPassword heading={heading} initialEmail={screen.email} onCancel={signIn} />
  }
}

function TextButton({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button type="button" className="text-link" disabled={!useIsHydrated()} onClick={onPress}>
      {children}
    </button>
  )
}

function welcome(): void {
  leaveNotice('success', noticeText.signed_in)
  location.replace(destination(location))
}

type Screen =
  | { at: 'sign-in' }
  | { at: 'sign-up' }
  /** With the address that was typed. */
  | { at: 'registered' | 'forgot'; email: string }

interface Props {
  brand: string
  signUpOnly?: boolean
}

import { useEffect, useRef, useState } from 'react'
import { noticeText } from '#src/shared/notices.ts'
import { SIGN_IN_PATH } from '#src/shared/paths.ts'
import { CredentialsForm } from './auth/CredentialsForm.tsx'
import { destination } from './auth/destination.ts'
import { PendingPanel } from './auth/PendingPanel.tsx'
import { leaveNotice, showNotices } from './notices.ts'

/** Signing in and signing up; on /start signing up alone. */
export default function AuthCard({ brand, signUpOnly = false }: Props) {
  const [screen, setScreen] = useState<Screen>(signUpOnly ? 'sign-up' : 'sign-in')
  const heading = useFocusOnChange(screen)

  function welcome() {
    leaveNotice('success', noticeText.signed_in)
    location.replace(destination(location))
  }

  function registered() {
    leaveNotice('success', noticeText.signed_up)
    void showNotices()
    setScreen('registered')
  }

  if (screen === 'registered') {
    return (
      <PendingPanel
        heading={heading}
        onSignUp={() => setScreen('sign-up')}
        onSignIn={signUpOnly ? null : () => setScreen('sign-in')}
      />
    )
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
      <CredentialsForm key={screen} mode={screen} onDone={signingIn ? welcome : registered} />
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

/** Whoever cannot see the screen change hears its new heading; the first screen takes no focus. */
function useFocusOnChange(screen: Screen) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(screen)
  useEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    heading.current?.focus()
  }, [screen])
  return heading
}

type Screen = 'sign-in' | 'sign-up' | 'registered'

interface Props {
  brand: string
  signUpOnly?: boolean
}

import * as icons from '#src/shared/icons.ts'
import { actions } from 'astro:actions'
import { useState } from 'react'
import { noticeText } from '#src/shared/notices.ts'
import { SIGN_IN_PATH } from '#src/shared/paths.ts'
import { ForgotPassword } from './auth/ForgotPassword.tsx'
import { NewPasswordForm } from './auth/PasswordForms.tsx'
import { tell } from './notices.ts'
import { dropToken, takeToken } from './token.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { GoToSignIn, Heading, Panel } from './ui/Panel.tsx'
import { useFocusOnChange } from './ui/useFocus.ts'

/** A new password for who holds a mailed link. */
export default function ResetPassword() {
  return (
    <ErrorBoundary>
      <Screens />
    </ErrorBoundary>
  )
}

function Screens() {
  const [screen, setScreen] = useState<'form' | 'done' | 'forgot'>('form')
  const [isLinkInvalid, setIsLinkInvalid] = useState(false)
  const heading = useFocusOnChange(screen)

  async function reset(password: string) {
    const { error } = await actions.auth.resetPassword({ token: takeToken() ?? '', password })
    setIsLinkInvalid(error?.code === 'BAD_REQUEST')
    if (error) throw error
    dropToken()
    tell('success', noticeText.password_reset)
    setScreen('done')
  }

  switch (screen) {
    case 'form':
      return (
        <>
          <Heading>Choose a new password</Heading>
          <p className="mt-2 text-ink-soft">It replaces the old one and ends every session you have open.</p>
          <NewPasswordForm
            send={reset}
            after={
              isLinkInvalid && (
                <button type="button" className="button-quiet" onClick={() => setScreen('forgot')}>
                  Send me a new link
                </button>
              )
            }
          />
        </>
      )
    case 'done':
      return (
        <Panel
          icon={icons.circleCheck}
          tone="good"
          heading={heading}
          title="Password Updated!"
          text="You have been signed out everywhere. Sign in again with your new password."
        >
          <GoToSignIn />
        </Panel>
      )
    case 'forgot':
      return (
        <ForgotPassword heading={heading} initialEmail="" onCancel={() => location.assign(SIGN_IN_PATH)} />
      )
  }
}

import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { SIGN_IN_PATH } from '#src/shared/paths.ts'
import { ForgotPassword } from './auth/ForgotPassword.tsx'
import { NewPasswordForm } from './auth/NewPasswordForm.tsx'
import { resetPassword } from './auth/submit.ts'
import { tell } from './notices.ts'
import { dropToken, takeToken } from './token.ts'
import { Island } from './ui/Island.tsx'
import { Panel } from './ui/Panel.tsx'
import { useFocusOnChange } from './ui/useFocusOnChange.ts'

/** A new password for whoever holds a mailed link. */
export default function ResetPassword() {
  return (
    <Island>
      <Screens />
    </Island>
  )
}

function Screens() {
  const [screen, setScreen] = useState<Screen>('form')
  const heading = useFocusOnChange(screen)

  if (screen === 'forgot') {
    return (
      <ForgotPassword
        heading={heading}
        initialEmail=""
        onCancel={() => {
          location.assign(SIGN_IN_PATH)
        }}
      />
    )
  }

  if (screen === 'done') {
    return (
      <Panel icon={CircleCheck} tone="good" heading={heading} title="Password Updated!">
        <p className="mt-3 text-ink-soft">
          You have been signed out everywhere. Sign in again with your new password.
        </p>
        <a href={SIGN_IN_PATH} className="mt-8 button-primary w-full">
          Go to Sign In
        </a>
      </Panel>
    )
  }

  return (
    <>
      <h1 className="text-2xl">Choose a new password</h1>
      <p className="mt-2 text-ink-soft">It replaces the old one and ends every session you have open.</p>
      <NewPasswordForm
        send={(data) => resetPassword(takeToken() ?? '', data)}
        onDone={() => {
          dropToken()
          tell('success', noticeText.password_reset)
          setScreen('done')
        }}
      >
        {({ form }) =>
          form === errorText.reset_token_invalid && (
            <button type="button" className="mt-3 button-quiet" onClick={() => setScreen('forgot')}>
              Send me a new link
            </button>
          )
        }
      </NewPasswordForm>
    </>
  )
}

type Screen = 'form' | 'done' | 'forgot'

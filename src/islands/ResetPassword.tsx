import { actions } from 'astro:actions'
import { useState } from 'react'
import { noticeText } from '#src/shared/notices.ts'
import { SIGN_IN_PATH } from '#src/shared/paths.ts'
import { ForgotPassword, NewPasswordForm } from './auth/PasswordForms.tsx'
import { Screens } from './auth/Screens.tsx'
import { tell } from './notices.ts'
import { dropToken, takeToken } from './token.ts'
import { GoToSignIn, Panel } from './ui/Panel.tsx'

/** Sets a new password with the token of a mailed link. */
export default function ResetPassword() {
  const [screen, setScreen] = useState<'form' | 'done' | 'forgot'>('form')
  const [isLinkInvalid, setIsLinkInvalid] = useState(false)

  async function reset(password: string) {
    const { error } = await actions.auth.resetPassword({ token: takeToken() ?? '', password })
    setIsLinkInvalid(error?.code === 'BAD_REQUEST')
    if (error) throw error
    dropToken()
    tell('success', noticeText.password_reset)
    setScreen('done')
  }

  return (
    <Screens current={screen}>
      {screen === 'form' && (
        <Panel
          title="Choose a new password"
          text="It replaces the old one and signs you out on all your devices."
        >
          <NewPasswordForm send={reset} />
          {isLinkInvalid && (
            <button type="button" className="mt-3 button-quiet w-full" onClick={() => setScreen('forgot')}>
              Send me a new link
            </button>
          )}
        </Panel>
      )}
      {screen === 'done' && (
        <Panel
          tone="good"
          title="Password Updated!"
          text="You have been signed out everywhere. Sign in again with your new password."
        >
          <GoToSignIn />
        </Panel>
      )}
      {screen === 'forgot' && <ForgotPassword onCancel={() => location.assign(SIGN_IN_PATH)} />}
    </Screens>
  )
}

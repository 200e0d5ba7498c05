import { actions } from 'astro:actions'
import { useEffect, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { NewPasswordForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { HOME_PATH, SIGN_IN_PATH } from '#src/shared/paths.ts'
import { ForgotPassword } from './auth/ForgotPassword.tsx'
import { Screens } from './auth/Screens.tsx'
import { Form } from './form/Form.tsx'
import { flash, showToast } from './notices.ts'
import { forgetToken, readToken } from './token.ts'
import { PasswordField } from './ui/Field.tsx'
import { GoToSignIn, Panel } from './ui/Panel.tsx'

/** Sets a password with the token of a mailed link. A person invited to a cohort is signed in by it and goes home. */
export default function ResetPassword({ invitedTo }: { invitedTo?: string }) {
  const [screen, setScreen] = useState<'form' | 'invalid' | 'done' | 'forgot'>('form')
  useEffect(() => {
    if (readToken()) return
    flash('error', errorText.reset_link_invalid)
    location.replace(SIGN_IN_PATH)
  }, [])

  async function reset({ password }: { password: string }) {
    const { data, error } = await actions.auth.resetPassword({ token: readToken() ?? '', password })
    if (error?.code === 'BAD_REQUEST') {
      setScreen('invalid')
      return
    }
    if (error) throw error
    forgetToken()
    if (data.isSignedIn) {
      flash('success', noticeText.joined)
      location.replace(HOME_PATH)
    } else {
      showToast('success', noticeText.password_reset)
      setScreen('done')
    }
  }

  return (
    <Screens current={screen}>
      {screen === 'form' && (
        <Panel
          title={invitedTo ? `Welcome to ${invitedTo}` : 'Choose a new password'}
          text={
            invitedTo
              ? 'Choose a password to get started. You’ll sign in with your email and this password.'
              : 'It replaces any old password and signs you out on all devices.'
          }
        >
          <Form
            rules={NewPasswordForm}
            send={reset}
            fallback="reset_failed"
            submit={invitedTo ? 'Save password' : 'Update password'}
            busyText="Saving password"
          >
            <PasswordField isNew name="password" label="New password" />
            <PasswordField isNew name="confirmPassword" label="Confirm password" hint={undefined} />
          </Form>
        </Panel>
      )}
      {screen === 'invalid' && (
        <Panel
          tone="bad"
          title={invitedTo ? 'This invitation doesn’t work' : errorText.reset_token_invalid}
          text={
            invitedTo
              ? errorText.invitation_invalid
              : 'This link has expired, has been used, or was replaced by a newer one.'
          }
        >
          <button type="button" className="mt-8 button-primary w-full" onClick={() => setScreen('forgot')}>
            Send me a new link
          </button>
          <a href={SIGN_IN_PATH} className="mt-3 button-quiet w-full">
            Try Signing In
          </a>
        </Panel>
      )}
      {screen === 'done' && (
        <Panel
          tone="good"
          title="Password Updated!"
          text="You’ve been signed out everywhere. Sign in with your new password."
        >
          <GoToSignIn />
        </Panel>
      )}
      {screen === 'forgot' && <ForgotPassword onCancel={() => location.assign(SIGN_IN_PATH)} />}
    </Screens>
  )
}

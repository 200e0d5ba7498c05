import { actions, isInputError } from 'astro:actions'
import { useEffect, useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { NewPasswordForm } from '#src/shared/forms.ts'
import { noticeText } from '#src/shared/notices.ts'
import { HOME_PATH, SIGN_IN_PATH } from '#src/shared/paths.ts'
import { ForgotPassword } from './ForgotPassword.tsx'
import { hasSessionCookie } from './open-portal.ts'
import { FocusHeading } from './FocusHeading.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { flash, showToast } from '#src/ui/toasts.ts'
import { EMAIL_CHANGE, removeStored } from '#src/lib/storage.ts'
import { completedScreen, replaceToken, readToken } from './token.ts'
import { PasswordField, UsernameField } from '#src/ui/Field.tsx'
import { GoToSignIn, StatusScreen } from '#src/ui/StatusScreen.tsx'

const INVALID_LINK = `${errorText.reset_link_invalid}. Copy the whole link from the email.`
const USED_LINK = `${errorText.reset_token_invalid}. It was used or has expired. You’re signed in, so here is home.`

/** Sets a password with the token of a mailed link. A person invited to a cohort is signed in by it and goes home. */
export default function ResetPassword({ invitedTo }: { invitedTo?: string }) {
  const { screen, email, resetPassword, requestLink } = usePasswordLink(invitedTo !== undefined)
  return (
    <FocusHeading screen={screen}>
      {screen === 'form' && (
        <StatusScreen
          title={invitedTo ? `Welcome to ${invitedTo}` : 'Choose a new password'}
          text={
            invitedTo
              ? `Choose a password to get started. You’ll sign in with ${email || 'your email'} and this password.`
              : `${email && `For ${email}. `}It replaces any old password and signs you out on all devices.`
          }
        >
          <Form
            schema={NewPasswordForm}
            onSubmit={resetPassword}
            fallbackCode="reset_failed"
            submitLabel={invitedTo ? 'Save password' : 'Update password'}
          >
            <UsernameField email={email} />
            <PasswordField isNew name="password" label="New password" />
            <PasswordField isNew name="confirmPassword" label="Confirm password" hint={undefined} />
          </Form>
        </StatusScreen>
      )}
      {screen === 'invalid' &&
        (invitedTo ? (
          <InvalidInvitation onRequestLink={requestLink} />
        ) : (
          <InvalidLink onRequestLink={requestLink} />
        ))}
      {screen === 'done' && (
        <StatusScreen
          tone="good"
          title="Password Updated!"
          text={`${noticeText.password_reset} You’ve been signed out everywhere, so sign in with it.`}
        >
          <GoToSignIn />
        </StatusScreen>
      )}
      {screen === 'forgot' && <ForgotPassword onCancel={() => location.assign(SIGN_IN_PATH)} />}
    </FocusHeading>
  )
}

function usePasswordLink(isInvitation: boolean) {
  const [screen, setScreen] = useState<'form' | 'invalid' | 'done' | 'forgot'>('form')
  const [email, setEmail] = useState('')
  useEffect(() => {
    const token = readToken()
    if (token) void checkLink(token)
    else if (completedScreen()) setScreen('done')
    else {
      flash('error', isInvitation ? errorText.invitation_link_incomplete : INVALID_LINK)
      location.replace(SIGN_IN_PATH)
    }

    // Without a response, submitting the form shows whether the link works.
    async function checkLink(token: string) {
      const { data } = await actions.auth.readPasswordLink({ token }).catch(() => ({ data: null }))
      if (data?.email) setEmail(data.email)
      else if (data?.isSignedIn) {
        // People open a used invitation as their way in.
        if (!isInvitation) flash('error', USED_LINK)
        location.replace(HOME_PATH)
      } else if (data) setScreen((shown) => (shown === 'form' ? 'invalid' : shown))
    }
  }, [isInvitation])

  async function resetPassword({ password }: { password: string }) {
    const { data, error } = await actions.auth.resetPassword({ token: readToken(), password })
    if (error?.code === 'BAD_REQUEST' && !isInputError(error)) {
      setScreen('invalid')
      return
    }
    if (error) throw error
    replaceToken('done')
    removeStored(EMAIL_CHANGE)
    if (data.isSignedIn && (await hasSessionCookie())) {
      flash('success', noticeText.joined)
      location.replace(HOME_PATH)
      return
    }
    if (data.isSignedIn) showToast('error', errorText.cookie_refused)
    setScreen('done')
  }

  return { screen, email, resetPassword, requestLink: () => setScreen('forgot') }
}

function InvalidInvitation({ onRequestLink }: InvalidLinkProps) {
  return (
    <StatusScreen tone="bad" title="This invitation doesn’t work" text={errorText.invitation_invalid}>
      <div className="mt-8 grid gap-3">
        <a href={SIGN_IN_PATH} className="button-primary">
          Sign in
        </a>
        <Button variant="quiet" onClick={onRequestLink}>
          Send me a new link
        </Button>
      </div>
    </StatusScreen>
  )
}

function InvalidLink({ onRequestLink }: InvalidLinkProps) {
  return (
    <StatusScreen
      tone="bad"
      title="This link doesn’t work"
      text={`${errorText.reset_token_invalid}. It has expired, was used, or was replaced by a newer one.`}
    >
      <div className="mt-8 grid gap-3">
        <Button onClick={onRequestLink}>Send me a new link</Button>
        <a href={SIGN_IN_PATH} className="button-quiet">
          Try Signing In
        </a>
      </div>
    </StatusScreen>
  )
}

interface InvalidLinkProps {
  onRequestLink: () => void
}

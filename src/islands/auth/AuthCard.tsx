import * as icons from 'lucide'
import { ActionError, actions } from 'astro:actions'
import { useState } from 'react'
import { type ErrorCode, errorText } from '#src/shared/errors.ts'
import { failureMessage } from '#src/shared/failure.ts'
import { SignInForm as SignInRules, SignUpForm as SignUpRules } from '#src/shared/forms.ts'
import { destination } from '#src/shared/next-path.ts'
import { noticeText } from '#src/shared/notices.ts'
import { SIGN_IN_PATH } from '#src/shared/paths.ts'
import { ForgotPassword } from './ForgotPassword.tsx'
import { hasSessionCookie } from './has-session-cookie.ts'
import { FocusHeading } from './FocusHeading.tsx'
import { Form } from '#src/ui/Form.tsx'
import { errorCodeOf } from '#src/ui/form-error.ts'
import { resendConfirmation } from './resend-confirmation.ts'
import { flash, showToast } from '#src/ui/toasts.ts'
import { Button, TextButton } from '#src/ui/Button.tsx'
import { EmailField, Field, PasswordField } from '#src/ui/Field.tsx'
import { StatusScreen } from '#src/ui/StatusScreen.tsx'

/** Signing in and signing up; on /start signing up alone. */
export default function AuthCard({ brand, signUpOnly = false }: { brand: string; signUpOnly?: boolean }) {
  const [screen, setScreen] = useState<Screen>({ at: signUpOnly ? 'sign-up' : 'sign-in', typed: nothing })
  const show = (at: Screen['at'], typed = nothing) => setScreen({ at, typed })
  const signIn = (typed = nothing) => {
    if (signUpOnly) history.replaceState(null, '', SIGN_IN_PATH)
    show('sign-in', typed)
  }
  return (
    <FocusHeading current={screen.at}>
      {screen.at === 'sign-in' && (
        <StatusScreen title="Welcome Back" text="Sign in to see what’s on this week.">
          <SignInForm typed={screen.typed} show={show} />
          <p className="mt-6 text-center text-sm text-ink-soft">
            New here? <TextButton onClick={() => show('sign-up')}>Create an account</TextButton>
          </p>
        </StatusScreen>
      )}
      {screen.at === 'sign-up' && (
        <StatusScreen title={`Join ${brand}`} text="Request an account. Our team reviews every sign-up.">
          <SignUpForm typed={screen.typed} show={show} />
          <p className="mt-6 text-center text-sm text-ink-soft">
            Already have an account?{' '}
            {signUpOnly ? (
              <a href={SIGN_IN_PATH} className="text-link">
                Sign in
              </a>
            ) : (
              <TextButton onClick={() => signIn()}>Sign in</TextButton>
            )}
          </p>
        </StatusScreen>
      )}
      {(screen.at === 'registered' || screen.at === 'unconfirmed') && (
        <ConfirmFirst
          isNew={screen.at === 'registered'}
          typed={screen.typed}
          show={show}
          signIn={() => signIn(screen.typed)}
        />
      )}
      {screen.at === 'forgot' && <ForgotPassword initial={screen.typed.email} onCancel={() => signIn()} />}
    </FocusHeading>
  )
}

function SignInForm({ typed: { email }, show }: ScreenProps) {
  return (
    <Form
      schema={SignInRules}
      onSubmit={async (typed) => {
        const { error } = await actions.auth.signIn(typed)
        const code = error && errorCodeOf(error)
        if (code === 'account_unconfirmed') {
          show('unconfirmed', { ...nothing, email: typed.email })
          return
        }
        // Whether there is such an account or not.
        if (code === 'invalid_credentials' && typed.password !== typed.password.trim())
          throw refusalOf('password_has_spaces')
        if (code === 'invalid_credentials' && HAS_SPELLINGS.test(typed.email))
          throw refusalOf('mailbox_has_spellings')
        if (error) throw error
        if (!(await hasSessionCookie())) throw refusalOf('cookie_refused')
        flash('success', noticeText.signed_in)
        location.replace(destination(location))
      }}
      fallbackCode="auth_failed"
      noResponseCode="unexpected"
      submitLabel="Sign in"
    >
      <EmailField defaultValue={email} />
      <PasswordField name="password" label="Password" />
      <TextButton
        className="text-link -mt-2.5 justify-self-start text-sm"
        onClick={({ currentTarget }) => {
          const typed = new FormData(currentTarget.form ?? undefined)
          show('forgot', { ...nothing, email: typed.get('email') as string })
        }}
      >
        Forgot password?
      </TextButton>
    </Form>
  )
}

function SignUpForm({ typed: { email, fullName }, show }: ScreenProps) {
  const [hasHoneypot, setHoneypot] = useState(true)
  return (
    <Form
      schema={SignUpRules}
      onSubmit={async (typed) => {
        const { error } = await actions.auth.signUp(typed)
        // An extension would fill it in again.
        if (error && errorCodeOf(error) === 'honeypot_filled') setHoneypot(false)
        if (error) throw error
        showToast('success', noticeText.signed_up)
        show('registered', { email: typed.email, fullName: typed.fullName ?? '' })
      }}
      fallbackCode="auth_failed"
      noResponseCode="unexpected"
      submitLabel="Create account"
    >
      <Field name="fullName" label="Full name" optional autoComplete="name" defaultValue={fullName} />
      <EmailField defaultValue={email} />
      <PasswordField isNew name="password" label="Password" />
      {/* Filled in by bots. The attributes keep 1Password, LastPass, Bitwarden and Dashlane away. */}
      {hasHoneypot && (
        <input
          type="text"
          hidden
          name="message"
          autoComplete="off"
          data-1p-ignore="true"
          data-lpignore="true"
          data-bwignore="true"
          data-form-type="other"
        />
      )}
    </Form>
  )
}

/** What a person who has signed up does next: once they did, and when they sign in too early. */
function ConfirmFirst({ isNew, typed, show, signIn }: ConfirmFirstProps) {
  const email = typed.email.trim()
  return (
    <StatusScreen
      icon={icons.Mail}
      {...(isNew
        ? { title: 'Check your email', text: 'Your account is pending approval. These are the next steps:' }
        : {
            title: 'Confirm your email',
            text: `${errorText.account_pending} ${errorText.account_unconfirmed}`,
          })}
    >
      <ol className="mt-6 grid list-decimal gap-2 pl-5 marker:text-ink-soft">
        <li className="pl-1">
          Confirm your address using the email we sent to{' '}
          <strong className="font-medium wrap-anywhere">{email}</strong>. Wrong address?{' '}
          <TextButton onClick={() => show('sign-up', typed)}>Change it</TextButton>
        </li>
        <li className="pl-1">We review your account.</li>
        <li className="pl-1">We’ll email you when you’re in.</li>
      </ol>
      <div className="mt-8 grid gap-3">
        <Form className="" onSubmit={() => resendConfirmation({ email })} submitLabel="Resend email" />
        <Button variant="quiet" onClick={signIn}>
          Sign In
        </Button>
        <TextButton
          className="text-link min-h-10 justify-self-center text-sm"
          onClick={() => show('sign-up')}
        >
          Create another account
        </TextButton>
      </div>
    </StatusScreen>
  )
}

function refusalOf(code: ErrorCode) {
  return new ActionError({ code: 'UNAUTHORIZED', message: failureMessage({ code }) })
}

/** Providers that deliver two domains to one mailbox. */
const HAS_SPELLINGS = /@(?:gmail|googlemail|icloud|me|mac|pm|proton|protonmail)\.(?:com|me|ch)\s*$/i

const nothing: Typed = { email: '', fullName: '' }

interface ScreenProps {
  /** What stands in its fields at first. */
  typed: Typed
  show: (at: Screen['at'], typed?: Typed) => void
}

interface ConfirmFirstProps extends ScreenProps {
  /** Whether the person has just signed up. */
  isNew: boolean
  signIn: () => void
}

interface Screen {
  at: 'sign-in' | 'sign-up' | 'registered' | 'unconfirmed' | 'forgot'
  typed: Typed
}

interface Typed {
  email: string
  fullName: string
}

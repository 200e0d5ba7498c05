import * as icons from 'lucide'
import { ActionError, actions } from 'astro:actions'
import { type ReactNode, useState } from 'react'
import { onPlainClick } from '#src/lib/clicks.ts'
import { errorText } from '#src/shared/errors.ts'
import { type ActionFailure, failureMessage } from '#src/shared/failure.ts'
import { SignInForm as signInSchema, SignUpForm as signUpSchema } from '#src/shared/forms.ts'
import { linkSentTo, noticeText } from '#src/shared/notices.ts'
import { SIGN_IN_PATH } from '#src/shared/paths.ts'
import { ForgotPassword } from './ForgotPassword.tsx'
import { openPortal, requireSessionCookie } from './open-portal.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { FocusHeading } from './FocusHeading.tsx'
import { Form } from '#src/ui/Form.tsx'
import { errorCodeOf } from '#src/ui/form-error.ts'
import { showToast } from '#src/ui/toasts.ts'
import { Button, TextButton } from '#src/ui/Button.tsx'
import { EmailField, Field, PasswordField } from '#src/ui/Field.tsx'
import { StatusScreen } from '#src/ui/StatusScreen.tsx'
import { useAddressCheck } from '#src/ui/useAddressCheck.ts'

export default function AuthCard({ brand, signUpOnly = false }: { brand: string; signUpOnly?: boolean }) {
  const [screen, setScreen] = useState<Screen>({
    kind: signUpOnly ? 'sign-up' : 'sign-in',
    values: NO_VALUES,
  })
  // What is typed on one screen is there on the next.
  const [email, setEmail] = useState('')
  const typed = { ...NO_VALUES, email }
  const [passkeyOffer, setPasskeyOffer] = useState<ReactNode>(null)
  const show = (kind: Screen['kind'], values = NO_VALUES) => setScreen({ kind, values })
  const showSignIn = (values = NO_VALUES) => {
    if (signUpOnly) history.replaceState(null, '', SIGN_IN_PATH)
    show('sign-in', values)
  }
  return (
    <FocusHeading screen={passkeyOffer ? 'passkey' : screen.kind}>
      {passkeyOffer}
      {screen.kind === 'sign-in' && !passkeyOffer && (
        <StatusScreen title="Welcome Back" text="Sign in to see what’s on this week.">
          <SignInForm
            initialValues={screen.values}
            show={show}
            onEmailChange={setEmail}
            onPasskeyOffer={setPasskeyOffer}
          />
          <PasskeySignIn />
          <p className="mt-6 text-center text-sm text-ink-soft">
            New here? <TextButton onClick={() => show('sign-up', typed)}>Create an account</TextButton>
          </p>
        </StatusScreen>
      )}
      {screen.kind === 'sign-up' && (
        <StatusScreen title={`Join ${brand}`} text="Request an account. Our team reviews every sign-up.">
          <SignUpForm initialValues={screen.values} show={show} onEmailChange={setEmail} />
          <p className="mt-6 text-center text-sm text-ink-soft">
            Already have an account? <SignInLink isOtherPage={signUpOnly} onClick={() => showSignIn(typed)} />
          </p>
        </StatusScreen>
      )}
      {(screen.kind === 'registered' || screen.kind === 'unconfirmed') && (
        <NextSteps
          hasJustSignedUp={screen.kind === 'registered'}
          values={screen.values}
          show={show}
          onSignIn={() => showSignIn(screen.values)}
        />
      )}
      {screen.kind === 'forgot' && (
        <ForgotPassword initialEmail={screen.values.email} onCancel={() => showSignIn()} />
      )}
    </FocusHeading>
  )
}

// A link on /start, which works before hydration.
function SignInLink({ isOtherPage, onClick }: { isOtherPage: boolean; onClick: () => void }) {
  if (!isOtherPage) return <TextButton onClick={onClick}>Sign in</TextButton>
  return (
    <a href={SIGN_IN_PATH} className="text-link" onClick={onPlainClick(onClick)}>
      Sign in
    </a>
  )
}

function SignInForm({ initialValues: { email }, show, onEmailChange, onPasskeyOffer }: SignInFormProps) {
  return (
    <Form
      schema={signInSchema}
      onSubmit={async (values) => {
        const { data, error } = await actions.auth.signIn(values)
        const code = error && errorCodeOf(error)
        if (code === 'account_unconfirmed') {
          show('unconfirmed', { ...NO_VALUES, email: values.email })
          return
        }
        // The same text whether or not the account exists, against enumeration.
        if (code === 'invalid_credentials' && values.password !== values.password.trim())
          throw toActionError({ code: 'password_has_spaces' })
        if (code === 'invalid_credentials' && HAS_SEVERAL_DOMAINS.test(values.email))
          throw toActionError({ code: 'mailbox_has_spellings' })
        if (error) throw error
        await requireSessionCookie()
        if (data.offersPasskey && (await canHavePasskey())) {
          const { PasskeyOffer } = await import('./PasskeyOffer.tsx')
          onPasskeyOffer(<PasskeyOffer password={values.password} />)
        } else openPortal()
      }}
      fallbackCode="auth_failed"
      submitLabel="Sign in"
    >
      <EmailField
        autoComplete="username webauthn"
        defaultValue={email}
        onChange={({ target }) => onEmailChange(target.value)}
      />
      <PasswordField name="password" label="Password" />
      <TextButton
        className="text-link -mt-2.5 justify-self-start text-sm"
        onClick={({ currentTarget }) => {
          const formData = new FormData(currentTarget.form ?? undefined)
          show('forgot', { ...NO_VALUES, email: formData.get('email') as string })
        }}
      >
        Forgot password?
      </TextButton>
    </Form>
  )
}

function SignUpForm({ initialValues: { email, fullName }, show, onEmailChange }: FormScreenProps) {
  const [hasHoneypot, setHasHoneypot] = useState(true)
  const checkAddress = useAddressCheck()
  return (
    <Form
      schema={signUpSchema}
      onSubmit={async (values) => {
        await checkAddress(signUpSchema.parse(values).email)
        const { error } = await actions.auth.signUp(values)
        // An extension would fill it in again.
        if (error && errorCodeOf(error) === 'honeypot_filled') setHasHoneypot(false)
        if (error) throw error
        showToast('success', noticeText.signed_up)
        show('registered', { email: values.email, fullName: values.fullName ?? '' })
      }}
      fallbackCode="auth_failed"
      submitLabel="Create account"
    >
      <Field name="fullName" label="Full name" optional autoComplete="name" defaultValue={fullName} />
      <EmailField defaultValue={email} onChange={({ target }) => onEmailChange(target.value)} />
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

function NextSteps({ hasJustSignedUp, values, show, onSignIn }: NextStepsProps) {
  const email = values.email.trim()
  return (
    <StatusScreen
      icon={icons.Mail}
      {...(hasJustSignedUp
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
          <TextButton onClick={() => show('sign-up', values)}>Change it</TextButton>
        </li>
        <li className="pl-1">We review your account.</li>
        <li className="pl-1">We’ll email you when you’re in.</li>
      </ol>
      <div className="mt-8 grid gap-3">
        <Form
          className=""
          onSubmit={async () => {
            await actions.auth.resendConfirmation.orThrow({ email })
            showToast('success', linkSentTo(email))
          }}
          submitLabel="Resend email"
        />
        <Button variant="quiet" onClick={onSignIn}>
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

async function canHavePasskey(): Promise<boolean> {
  return (
    'PublicKeyCredential' in window &&
    (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())
  )
}

function toActionError(failure: ActionFailure) {
  return new ActionError({ code: 'UNAUTHORIZED', message: failureMessage(failure) })
}

// Providers that deliver two domains to one mailbox.
const HAS_SEVERAL_DOMAINS = /@(?:gmail|googlemail|icloud|me|mac|pm|proton|protonmail)\.(?:com|me|ch)\s*$/i

const NO_VALUES: Values = { email: '', fullName: '' }

interface ScreenProps {
  initialValues: Values
  show: (kind: Screen['kind'], values?: Values) => void
}

interface FormScreenProps extends ScreenProps {
  onEmailChange: (email: string) => void
}

interface SignInFormProps extends FormScreenProps {
  onPasskeyOffer: (offer: ReactNode) => void
}

interface NextStepsProps {
  hasJustSignedUp: boolean
  values: Values
  show: ScreenProps['show']
  onSignIn: () => void
}

interface Screen {
  kind: 'sign-in' | 'sign-up' | 'registered' | 'unconfirmed' | 'forgot'
  values: Values
}

interface Values {
  email: string
  fullName: string
}

import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import type { Mode } from './check.ts'
import { EmailField } from './EmailField.tsx'
import { Honeypot } from './Honeypot.tsx'
import { submitCredentials, text } from './submit.ts'
import { useSubmission } from './useSubmission.ts'

/** E-mail and password, to sign in or up with. */
export function CredentialsForm({ mode, onDone, onForgot }: Props) {
  const { problem, busy, form } = useSubmission(
    (data) => submitCredentials(mode, data),
    (data) => onDone(text(data, 'email')),
  )
  const isSignUp = mode === 'sign-up'

  return (
    <form {...form} className="mt-8 grid gap-5">
      {isSignUp && <Field name="fullName" label="Full name" optional autoComplete="name" />}
      <EmailField error={problem.fields.email} />
      <PasswordField
        name="password"
        label="Password"
        autoComplete={isSignUp ? 'new-password' : 'current-password'}
        hint={isSignUp ? 'At least 6 characters' : undefined}
        error={problem.fields.password}
      />
      {isSignUp ? (
        <Honeypot />
      ) : (
        <button
          type="button"
          className="-mt-2.5 justify-self-start text-sm text-link"
          onClick={({ currentTarget }) => {
            if (currentTarget.form) onForgot(text(new FormData(currentTarget.form), 'email'))
          }}
        >
          Forgot password?
        </button>
      )}
      <div className="grid">
        <Alert text={problem.form} />
        <Button busy={busy} busyText={isSignUp ? 'Creating account' : 'Signing in'}>
          {isSignUp ? 'Create account' : 'Sign in'}
        </Button>
      </div>
    </form>
  )
}

interface Props {
  mode: Mode
  /** Told what was typed as the e-mail, like `onForgot`. */
  onDone: (email: string) => void
  onForgot: (email: string) => void
}

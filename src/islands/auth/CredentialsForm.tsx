import { actions } from 'astro:actions'
import { SignInForm as SignInRules, SignUpForm as SignUpRules } from '#src/shared/forms.ts'
import { Form } from '../form/Form.tsx'
import { EmailField, Field, PasswordField } from '../ui/Field.tsx'
import { useIsHydrated } from '../ui/useIsHydrated.ts'

/** E-mail and password, to sign in with. */
export function SignInForm({ onDone, onForgot }: Props & { onForgot: (email: string) => void }) {
  return (
    <Form
      rules={SignInRules}
      send={async (typed) => {
        await actions.auth.signIn.orThrow(typed)
        onDone(typed.email)
      }}
      otherwise="auth_failed"
      submit="Sign in"
      busyText="Signing in"
    >
      <EmailField />
      <PasswordField name="password" label="Password" />
      <button
        type="button"
        className="-mt-2.5 justify-self-start text-sm text-link"
        disabled={!useIsHydrated()}
        onClick={({ currentTarget: { form } }) =>
          onForgot(form?.querySelector<HTMLInputElement>('[name=email]')?.value ?? '')
        }
      >
        Forgot password?
      </button>
    </Form>
  )
}

/** The same to sign up with. */
export function SignUpForm({ onDone }: Props) {
  return (
    <Form
      rules={SignUpRules}
      send={async (typed) => {
        // Tells a person from a program. The clock starts with the page: a person may read first.
        const startedAt = Math.round(performance.timeOrigin)
        await actions.auth.signUp.orThrow({ ...typed, startedAt })
        onDone(typed.email)
      }}
      otherwise="auth_failed"
      submit="Create account"
      busyText="Creating account"
    >
      <Field name="fullName" label="Full name" optional autoComplete="name" />
      <EmailField />
      <PasswordField isNew name="password" label="Password" />
      {/* People don't see, hear or reach it with a key: a program fills it in. */}
      <div className="sr-only" aria-hidden>
        <input name="website" type="text" tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
      </div>
    </Form>
  )
}

interface Props {
  /** Called with what was typed as the e-mail, like `onForgot`. */
  onDone: (email: string) => void
}

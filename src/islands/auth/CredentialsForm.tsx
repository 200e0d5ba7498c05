import { actions } from 'astro:actions'
import { ask, askFor } from '../form/ask.ts'
import { Form } from '../form/Form.tsx'
import { useForm } from '../form/useForm.ts'
import { beginStored } from '../news/stored-visit.ts'
import { EmailField, Field, PasswordField } from '../ui/Field.tsx'

/** E-mail and password, to sign in with. */
export function SignInForm({ onDone, onForgot }: Props & { onForgot: (email: string) => void }) {
  const form = useForm({
    fields: ['email', 'password'],
    rules: 'SignInForm',
    send: async (typed) => {
      const outcome = await askFor(() => actions.auth.signIn(typed), 'auth_failed')
      if (!outcome.problem) beginStored(outcome.done?.visit ?? null)
      return outcome.problem
    },
    onDone: ({ email }) => onDone(email),
  })

  return (
    <Form form={form} submit="Sign in" busyText="Signing in">
      <EmailField />
      <PasswordField name="password" label="Password" />
      <button
        type="button"
        className="-mt-2.5 justify-self-start text-sm text-link"
        onClick={() => onForgot(form.typed().email)}
      >
        Forgot password?
      </button>
    </Form>
  )
}

/** The same to sign up with. */
export function SignUpForm({ onDone }: Props) {
  const form = useForm({
    fields: ['fullName', 'email', 'password', 'website'],
    rules: 'SignUpForm',
    send: (typed) => ask(() => actions.auth.signUp({ ...typed, startedAt: pageOpenedAt() }), 'auth_failed'),
    onDone: ({ email }) => onDone(email),
  })

  return (
    <Form form={form} submit="Create account" busyText="Creating account">
      <Field name="fullName" label="Full name" optional autoComplete="name" />
      <EmailField />
      <PasswordField isNew name="password" label="Password" />
      {/* Nobody sees, hears or reaches it with a key: whoever fills it in is a program. */}
      <div className="sr-only" aria-hidden>
        <input name="website" type="text" tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
      </div>
    </Form>
  )
}

/**
 * Tells a person from a program. The clock starts with the page, not with the form on it: whoever read first and then
 * let a password manager type is a person.
 */
function pageOpenedAt(): number {
  return Math.round(performance.timeOrigin)
}

interface Props {
  /** Told what was typed as the e-mail, like `onForgot`. */
  onDone: (email: string) => void
}

import * as icons from 'lucide'
import { actions } from 'astro:actions'
import { OptionalPasswordForm } from '#src/shared/forms.ts'
import { Form } from '#src/ui/Form.tsx'
import { EMAIL_CHANGE, removeStored } from '#src/lib/storage.ts'
import { readToken } from './token.ts'
import { PasswordField } from '#src/ui/Field.tsx'
import { StatusScreen } from '#src/ui/StatusScreen.tsx'

// It needs the member's session or password, because the link may have been sent to somebody else's address.
export function ConfirmChange({ brand, change, onChanged, onError, onDiscard }: ConfirmChangeProps) {
  const { email, newEmail, proof } = change

  async function confirm(values: { currentPassword?: string | undefined }) {
    const { error } = await actions.auth.confirmEmailChange({ token: readToken(), ...values })
    if (error) await onError(error)
    else {
      removeStored(EMAIL_CHANGE)
      onChanged(proof === 'session')
    }
  }

  return (
    <StatusScreen
      icon={icons.MailCheck}
      title="Confirm your email"
      text={
        email
          ? `Use ${newEmail} for your ${brand} account, in place of ${email}?`
          : `Use ${newEmail} for your ${brand} account?`
      }
    >
      <Form
        schema={OptionalPasswordForm}
        onSubmit={confirm}
        fallbackCode="confirmation_failed"
        submitLabel="Confirm my email"
      >
        {proof === 'password' && (
          <div ref={focusInput}>
            <PasswordField
              name="currentPassword"
              label="Password of your account"
              hint="This browser isn’t signed in to it, so we ask for the password."
            />
          </div>
        )}
      </Form>
      <Form onSubmit={onDiscard} className="mt-3" variant="quiet" submitLabel="It wasn’t me" />
    </StatusScreen>
  )
}

// Focuses the password field when it appears after a press; on a new screen, FocusHeading moves the focus.
function focusInput(container: HTMLElement | null): void {
  container?.querySelector('input')?.focus()
}

export interface Change {
  /** null unless the member is signed in here. */
  email: string | null
  newEmail: string
  proof: 'done' | 'session' | 'password' | 'none'
}

interface ConfirmChangeProps {
  brand: string
  change: Change
  onChanged: (isSignedIn: boolean) => void
  /** @throws errors that the form shows. */
  onError: (error: Error & { code: string }) => Promise<void>
  onDiscard: () => Promise<void>
}

import * as icons from 'lucide'
import { actions } from 'astro:actions'
import { OptionalPasswordForm } from '#src/shared/forms.ts'
import { Form } from '#src/ui/Form.tsx'
import { EMAIL_CHANGE, removeStored } from '#src/lib/storage.ts'
import { readToken } from './token.ts'
import { PasswordField } from '#src/ui/Field.tsx'
import { StatusScreen } from '#src/ui/StatusScreen.tsx'

/**
 * Asks whether the account should use this address. The member answers in a browser where they are signed in, or with their
 * password: to whoever else the link was sent, it gives no account.
 */
export function ConfirmChange({ brand, change, onChanged, onRefused, deny }: ConfirmChangeProps) {
  const { email, newEmail, proof } = change

  async function confirm(typed: { currentPassword?: string | undefined }) {
    const { error } = await actions.auth.confirmEmailChange({ token: readToken() ?? '', ...typed })
    if (error) await onRefused(error)
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
          <div ref={focusField}>
            <PasswordField
              name="currentPassword"
              label="Password of your account"
              hint="This browser isn’t signed in to it, so we ask for the password."
            />
          </div>
        )}
      </Form>
      <Form onSubmit={deny} className="mt-3" variant="quiet" submitLabel="It wasn’t me" />
    </StatusScreen>
  )
}

/** For whoever pressed the button before the field was there. On a new screen, the heading gets the focus after it. */
function focusField(place: HTMLElement | null): void {
  place?.querySelector('input')?.focus()
}

/** What `auth.confirmEmail` says of the link of a change. */
export interface Change {
  /** Present where the session proves who it is. */
  email: string | null
  newEmail: string
  proof: 'done' | 'session' | 'password' | 'none'
}

interface ConfirmChangeProps {
  brand: string
  change: Change
  onChanged: (isSignedIn: boolean) => void
  /** @throws what the form shows. */
  onRefused: (error: Error & { code: string }) => Promise<void>
  deny: () => Promise<void>
}

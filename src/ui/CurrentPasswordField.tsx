import { useQuery } from '@tanstack/react-query'
import { startTransition, useActionState, useState } from 'react'
import { passkeysQuery } from '#src/lib/passkeys-query.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { Alert } from './Alert.tsx'
import { Button, TextButton } from './Button.tsx'
import { type FieldProps, PasswordField, UsernameField } from './Field.tsx'
import { NO_ERROR, toFormError } from './form-error.ts'

/** Asks the member for their password, or in its place for one of their passkeys. Then the form has no such field. */
export function CurrentPasswordField({ email, ...field }: Partial<FieldProps> & { email: string }) {
  const { data } = useQuery(passkeysQuery, queryClient)
  const [isConfirmed, setConfirmed] = useState(false)
  if (isConfirmed)
    return (
      <p role="status" className="flex flex-wrap gap-x-3 text-sm">
        Confirmed with your passkey.
        <TextButton ref={focus} onClick={() => setConfirmed(false)}>
          Use your password
        </TextButton>
      </p>
    )
  return (
    <>
      <UsernameField email={email} />
      <PasswordField name="currentPassword" label="Current password" {...field} />
      {data && data.passkeys.length > 0 && (
        <UsePasskey label="Use a passkey instead" onConfirmed={() => setConfirmed(true)} />
      )}
    </>
  )
}

export function UsePasskey({ label = 'Use a passkey', onConfirmed }: UsePasskeyProps) {
  const [error, confirm, isBusy] = useActionState(async () => {
    try {
      const { confirmWithPasskey } = await import('#src/lib/passkeys.ts')
      await confirmWithPasskey()
      onConfirmed()
      return NO_ERROR
    } catch (failure) {
      return toFormError(failure, 'unexpected')
    }
  }, NO_ERROR)
  return (
    <div>
      <Alert text={error.text} code={error.code} />
      <Button variant="quiet" busy={isBusy} onClick={() => !isBusy && startTransition(confirm)}>
        {label}
      </Button>
    </div>
  )
}

interface UsePasskeyProps {
  label?: string
  onConfirmed: () => void
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus()
}

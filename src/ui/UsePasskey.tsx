import { startTransition, useActionState } from 'react'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { NO_ERROR, toFormError } from './form-error.ts'

export function UsePasskey({ onConfirmed }: { onConfirmed: () => void }) {
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
        Use a passkey
      </Button>
    </div>
  )
}

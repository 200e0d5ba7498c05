import { useEffect, useState } from 'react'
import { Alert } from '#src/ui/Alert.tsx'
import { Form } from '#src/ui/Form.tsx'
import { errorCodeOf, type FormError, NO_ERROR, toFormError } from '#src/ui/form-error.ts'
import { openPortal, requireSessionCookie } from './open-portal.ts'

export function PasskeySignIn() {
  const [error, setError] = useState(NO_ERROR)
  useEffect(() => {
    const offer = () => void signInFromAutofill(setError).catch(() => undefined)
    // After the first paint. Without it, the browser offers nothing.
    const frame = requestAnimationFrame(() => setTimeout(offer))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <>
      <Form
        className="mt-3"
        variant="quiet"
        onSubmit={async () => {
          setError(NO_ERROR)
          const { signInWithPasskey } = await loadPasskeys()
          await signInWithPasskey()
          await requireSessionCookie()
          openPortal()
        }}
        submitLabel="Sign in with a passkey"
      />
      <Alert text={error.text} code={error.code} />
    </>
  )
}

// Offers a passkey in the email field once more when the one that was chosen came too late.
async function signInFromAutofill(onError: (error: FormError) => void): Promise<void> {
  const passkeys = await loadPasskeys()
  try {
    if (!(await passkeys.signInFromAutofill())) return
    await requireSessionCookie()
    openPortal()
  } catch (error) {
    onError(toFormError(error, 'unexpected'))
    if (errorCodeOf(error) === 'passkey_expired') await signInFromAutofill(onError)
  }
}

function loadPasskeys() {
  return import('#src/lib/passkeys.ts')
}

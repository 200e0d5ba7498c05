import { useEffect, useState } from 'react'
import { Alert } from '#src/ui/Alert.tsx'
import { Form } from '#src/ui/Form.tsx'
import { errorCodeOf, NO_ERROR, toFormError } from '#src/ui/form-error.ts'
import { openPortal, requireSessionCookie } from './open-portal.ts'

// The browser offers passkeys in the email field, where it can.
export function PasskeySignIn() {
  const [error, setError] = useState(NO_ERROR)
  useEffect(() => {
    if (!('PublicKeyCredential' in window)) return
    const offer = async (): Promise<void> => {
      // Without it, the browser offers nothing.
      const passkeys = await import('#src/lib/passkeys.ts').catch(() => null)
      try {
        if (!(await passkeys?.signInFromAutofill())) return
        await requireSessionCookie()
        openPortal()
      } catch (failure) {
        setError(toFormError(failure, 'auth_failed'))
        if (errorCodeOf(failure) === 'passkey_expired') void offer()
      }
    }
    // After the first paint.
    const frame = requestAnimationFrame(() => setTimeout(() => void offer()))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <>
      <Form
        className="mt-3"
        variant="quiet"
        onSubmit={async () => {
          setError(NO_ERROR)
          const { signInWithPasskey } = await import('#src/lib/passkeys.ts')
          await signInWithPasskey()
          await requireSessionCookie()
          openPortal()
        }}
        fallbackCode="auth_failed"
        noResponseCode="unexpected"
        submitLabel="Sign in with a passkey"
      />
      <Alert text={error.text} code={error.code} />
    </>
  )
}

import { useEffect, useState } from 'react'
import { Alert } from '#src/ui/Alert.tsx'
import { Form } from '#src/ui/Form.tsx'
import { NO_ERROR } from '#src/ui/form-error.ts'

export function PasskeySignIn() {
  const [error, setError] = useState(NO_ERROR)
  useEffect(() => {
    const offer = async () => {
      const { offerInAutofill } = await load()
      await offerInAutofill(setError)
    }
    // After the first paint. Without it, the browser offers nothing.
    const frame = requestAnimationFrame(() => setTimeout(() => void offer().catch(() => undefined)))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <>
      <Form
        className="mt-3"
        variant="quiet"
        onSubmit={async () => {
          setError(NO_ERROR)
          await (await load()).signIn()
        }}
        submitLabel="Sign in with a passkey"
      />
      <Alert text={error.text} code={error.code} />
    </>
  )
}

function load() {
  return import('./passkey-sign-in.ts')
}

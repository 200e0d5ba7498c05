import { signInFromAutofill, signInWithPasskey } from '#src/lib/passkeys.ts'
import { errorCodeOf, type FormError, toFormError } from '#src/ui/form-error.ts'
import { openPortal, requireSessionCookie } from './open-portal.ts'

/** Opens the portal once a passkey is chosen in the email field, where the browser offers them there. */
export async function offerInAutofill(onError: (error: FormError) => void): Promise<void> {
  try {
    if (await signInFromAutofill()) await open()
  } catch (error) {
    onError(toFormError(error, 'unexpected'))
    if (errorCodeOf(error) === 'passkey_expired') await offerInAutofill(onError)
  }
}

/** @throws ActionError */
export async function signIn(): Promise<void> {
  await signInWithPasskey()
  await open()
}

async function open(): Promise<void> {
  await requireSessionCookie()
  openPortal()
}

import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { ActionError, actions } from 'astro:actions'
import type { ErrorCode } from '#src/shared/errors.ts'
import { failureMessage } from '#src/shared/failure.ts'

/** @throws ActionError, as all of these. */
export async function createPasskey(currentPassword?: string): Promise<void> {
  requireSupport()
  const optionsJSON = await actions.passkeys.startAdding.orThrow({ currentPassword })
  const response = await ceremony(startRegistration({ optionsJSON }), 'passkey_not_added')
  await actions.passkeys.add.orThrow({ response: { ...response, response: { ...response.response } } })
}

/** For five minutes, it stands for the password. */
export async function confirmWithPasskey(): Promise<void> {
  requireSupport()
  const optionsJSON = await actions.passkeys.startConfirming.orThrow()
  const response = await ceremony(startAuthentication({ optionsJSON }))
  await actions.passkeys.confirm.orThrow({ response: { ...response, response: { ...response.response } } })
}

export async function signInWithPasskey(): Promise<void> {
  requireSupport()
  await finishSignIn(await startSignIn(false))
}

/** Waits until a passkey is chosen in the email field. @returns false when the browser offers none there, or not any more. */
export async function signInFromAutofill(): Promise<boolean> {
  if (!(await browserSupportsWebAuthnAutofill())) return false
  // Nobody asked for it, so nobody reads why it isn't there.
  const response = await startSignIn(true).catch(() => null)
  if (response) await finishSignIn(response)
  return response !== null
}

async function startSignIn(useBrowserAutofill: boolean): Promise<AuthenticationResponseJSON> {
  const optionsJSON = await actions.passkeys.startSignIn.orThrow()
  return ceremony(startAuthentication({ optionsJSON, useBrowserAutofill }))
}

async function finishSignIn(response: AuthenticationResponseJSON): Promise<void> {
  await actions.passkeys.signIn.orThrow({ response: { ...response, response: { ...response.response } } })
}

function requireSupport(): void {
  if (!browserSupportsWebAuthn()) throw refusal('passkey_unsupported')
}

async function ceremony<Response>(
  response: Promise<Response>,
  cancelled: ErrorCode = 'passkey_unused',
): Promise<Response> {
  try {
    return await response
  } catch (error) {
    const isKnown =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw refusal(isKnown ? 'passkey_exists' : cancelled)
  }
}

function refusal(code: ErrorCode): ActionError {
  return new ActionError({ code: 'UNAUTHORIZED', message: failureMessage({ code }) })
}

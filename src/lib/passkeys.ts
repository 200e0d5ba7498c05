import {
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
  const response = await ceremony(startRegistration({ optionsJSON }))
  await actions.passkeys.add.orThrow({ response: { ...response, response: { ...response.response } } })
}

/** For five minutes, it stands for the password. */
export async function confirmWithPasskey(): Promise<void> {
  requireSupport()
  const optionsJSON = await actions.passkeys.startConfirming.orThrow()
  const response = await ceremony(startAuthentication({ optionsJSON }))
  await actions.passkeys.confirm.orThrow({ response: { ...response, response: { ...response.response } } })
}

export async function signInWithPasskey(useBrowserAutofill = false): Promise<void> {
  requireSupport()
  const optionsJSON = await actions.passkeys.startSignIn.orThrow()
  const response = await ceremony(startAuthentication({ optionsJSON, useBrowserAutofill }))
  await actions.passkeys.signIn.orThrow({ response: { ...response, response: { ...response.response } } })
}

/** Waits until a passkey is chosen in the email field. @returns false when the browser offers none there, or not any more. */
export async function signInFromAutofill(): Promise<boolean> {
  if (!(await browserSupportsWebAuthnAutofill())) return false
  try {
    await signInWithPasskey(true)
    return true
  } catch (error) {
    const isUnasked = !(error instanceof ActionError) || error.cause instanceof WebAuthnError
    if (isUnasked) return false
    throw error
  }
}

function requireSupport(): void {
  if (!browserSupportsWebAuthn()) throw refusal('passkey_unsupported')
}

async function ceremony<Response>(response: Promise<Response>): Promise<Response> {
  try {
    return await response
  } catch (error) {
    const isKnown =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw refusal(isKnown ? 'passkey_exists' : 'passkey_unused', error)
  }
}

function refusal(code: ErrorCode, cause?: unknown): ActionError {
  return Object.assign(new ActionError({ code: 'UNAUTHORIZED', message: failureMessage({ code }) }), {
    cause,
  })
}

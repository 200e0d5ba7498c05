import { type ActionAPIContext, ActionError, type ActionErrorCode } from 'astro:actions'
import { endpointAt } from '#src/server/gate/endpoints.ts'
import { log, requestIdOf } from '#src/server/log.ts'
import { OverloadedError } from '#src/server/overload.ts'
import type { ErrorCode } from '#src/shared/errors.ts'
import { type ActionFailure, failureMessage } from '#src/shared/failure.ts'
import { OUTAGE_RETRY_SECONDS } from '#src/shared/field-limits.ts'
import { ACTIONS_PREFIX } from '#src/shared/paths.ts'

/** An expected failure. The middleware sets Retry-After. */
export function failureError(
  { locals }: Pick<ActionAPIContext, 'locals'>,
  { code, retryAfterSeconds }: Refusal,
): ActionError {
  if (retryAfterSeconds !== undefined) locals.retryAfterSeconds = retryAfterSeconds
  const failure: ActionFailure =
    code === 'too_many_attempts' && retryAfterSeconds !== undefined
      ? { code, seconds: retryAfterSeconds }
      : { code }
  return new ActionError({ code: actionErrorCode[code], message: failureMessage(failure) })
}

/** Anything thrown but an ActionError is an outage: logged, and shown as the sentence of the action's `outage`. */
export function toActionError(
  context: Pick<ActionAPIContext, 'locals' | 'request'>,
  error: unknown,
): ActionError {
  if (error instanceof ActionError) return error as ActionError
  if (error instanceof Error && 'code' in error && error.code === PASSKEY_NEEDED)
    return failureError(context, { code: 'passkey_needed' })
  if (error instanceof OverloadedError) {
    // A full queue isn't logged; rate limits that can't be counted are.
    if (error.cause !== undefined) log('error', { code: 'limits_unavailable', error: error.cause })
    return failureError(context, { code: 'busy', retryAfterSeconds: OUTAGE_RETRY_SECONDS })
  }
  const { request } = context
  const { pathname } = new URL(request.url)
  const code = endpointAt(pathname)?.outage ?? 'unexpected'
  log('error', { code, facts: { action: pathname.slice(ACTIONS_PREFIX.length) }, error, request })
  const requestId = requestIdOf(request)
  const message = failureMessage(requestId ? { code, requestId } : { code })
  return new ActionError({ code: 'INTERNAL_SERVER_ERROR', message })
}

/** Of session_admin_email in SQL. */
const PASSKEY_NEEDED = 'LA002'

const actionErrorCode = {
  email_taken: 'CONFLICT',
  honeypot_filled: 'BAD_REQUEST',
  invalid_credentials: 'UNAUTHORIZED',
  account_unconfirmed: 'CONFLICT',
  account_pending: 'FORBIDDEN',
  account_denied: 'FORBIDDEN',
  confirmation_failed: 'BAD_REQUEST',
  password_needed: 'FORBIDDEN',
  restore_link_invalid: 'BAD_REQUEST',
  email_taken_meanwhile: 'CONFLICT',
  sign_up_decided: 'CONFLICT',
  reset_token_invalid: 'BAD_REQUEST',
  not_signed_in: 'UNAUTHORIZED',
  avatar_heic: 'UNSUPPORTED_MEDIA_TYPE',
  avatar_wrong_type: 'UNSUPPORTED_MEDIA_TYPE',
  avatar_unreadable: 'UNPROCESSABLE_CONTENT',
  current_password_wrong: 'FORBIDDEN',
  password_missing: 'FORBIDDEN',
  passkey_needed: 'FORBIDDEN',
  passkey_refused: 'UNAUTHORIZED',
  passkey_expired: 'UNAUTHORIZED',
  passkey_exists: 'CONFLICT',
  passkeys_full: 'CONFLICT',
  last_passkey: 'CONFLICT',
  email_unchanged: 'BAD_REQUEST',
  password_unchanged: 'BAD_REQUEST',
  keep_link_invalid: 'BAD_REQUEST',
  deletion_decided: 'CONFLICT',
  not_admin: 'FORBIDDEN',
  person_not_found: 'NOT_FOUND',
  last_admin: 'CONFLICT',
  notes_full: 'CONFLICT',
  deadline_gone: 'NOT_FOUND',
  already_reminded: 'CONFLICT',
  reminders_sent: 'CONFLICT',
  submission_not_found: 'CONFLICT',
  form_exists: 'CONFLICT',
  page_outdated: 'CONFLICT',
  avatar_too_large: 'CONTENT_TOO_LARGE',
  request_too_large: 'CONTENT_TOO_LARGE',
  unexpected: 'BAD_REQUEST',
  too_many_attempts: 'TOO_MANY_REQUESTS',
  busy: 'SERVICE_UNAVAILABLE',
} as const satisfies Partial<Record<ErrorCode, ActionErrorCode>>

interface Refusal {
  code: keyof typeof actionErrorCode
  retryAfterSeconds?: number
}

export type Failure = Refusal & { ok: false }

import { ActionError, type ActionAPIContext, type ActionErrorCode } from 'astro:actions'
import { hostCookie, type HostCookie } from '#src/server/tokens.ts'
import type { ErrorCode } from '#src/shared/errors.ts'
import { refusalText } from '#src/shared/failure.ts'

/** Ends an action with the sentence of an expected failure. When to try again goes into a header: see the middleware. */
export function refuse(
  { locals }: Pick<ActionAPIContext, 'locals'>,
  { code, retryAfterSeconds }: Refusal,
): never {
  if (retryAfterSeconds !== undefined) locals.retryAfterSeconds = retryAfterSeconds
  throw new ActionError({ code: httpWord[code], message: refusalText(code, retryAfterSeconds) })
}

export function putCookie({ cookies }: Pick<ActionAPIContext, 'cookies'>, cookie: HostCookie | null): void {
  if (cookie) cookies.set(cookie.name, cookie.value, cookie.attributes)
}

/** Takes the session away from the browser. */
export const noSession = hostCookie('session', '', 0)

const httpWord = {
  email_taken: 'CONFLICT',
  invalid_credentials: 'UNAUTHORIZED',
  account_pending: 'FORBIDDEN',
  account_denied: 'FORBIDDEN',
  confirmation_token_missing: 'BAD_REQUEST',
  confirmation_failed: 'BAD_REQUEST',
  sign_up_decided: 'CONFLICT',
  reset_token_invalid: 'BAD_REQUEST',
  not_signed_in: 'UNAUTHORIZED',
  avatar_too_large: 'CONTENT_TOO_LARGE',
  avatar_wrong_type: 'UNSUPPORTED_MEDIA_TYPE',
  avatar_unreadable: 'UNPROCESSABLE_CONTENT',
  current_password_wrong: 'FORBIDDEN',
  email_unchanged: 'BAD_REQUEST',
  keep_link_invalid: 'BAD_REQUEST',
  decided_meanwhile: 'CONFLICT',
  too_late_to_undo: 'CONFLICT',
  notes_full: 'CONFLICT',
  too_many_attempts: 'TOO_MANY_REQUESTS',
  busy: 'SERVICE_UNAVAILABLE',
} as const satisfies Partial<Record<ErrorCode, ActionErrorCode>>

interface Refusal {
  code: keyof typeof httpWord
  retryAfterSeconds?: number
}

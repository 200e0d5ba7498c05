import { ActionError, type ActionAPIContext, type ActionErrorCode } from 'astro:actions'
import { deliver } from '#src/server/delivery.ts'
import { deps } from '#src/server/deps.ts'
import { log } from '#src/server/log.ts'
import { type Cookie, type Cookies, siteCookie } from '#src/server/tokens.ts'
import type { ErrorCode } from '#src/shared/errors.ts'
import { type ActionFailure, failureMessage } from '#src/shared/failure.ts'

/** Throws an expected failure as an ActionError. The middleware sets Retry-After. */
export function refuse(
  { locals }: Pick<ActionAPIContext, 'locals'>,
  { code, retryAfterSeconds }: Refusal,
): never {
  if (retryAfterSeconds !== undefined) locals.retryAfterSeconds = retryAfterSeconds
  const failure: ActionFailure =
    code === 'too_many_attempts' && retryAfterSeconds !== undefined
      ? { code, seconds: retryAfterSeconds }
      : { code }
  throw new ActionError({ code: actionErrorCode[code], message: failureMessage(failure) })
}

/** Returns what an action has for the browser, and sets its cookies. @throws ActionError for a failure. */
export function unwrap<Result>(
  context: Pick<ActionAPIContext, 'locals' | 'cookies'>,
  result: Result | Failure,
): Success<Result> {
  const { ok, cookies, ...output } = { ...(result as Partial<Failure> & { cookies?: Cookies }) }
  if (ok === false) refuse(context, result as Failure)
  if (!cookies) return result as Success<Result>
  for (const cookie of Object.values(cookies)) if (cookie) putCookie(context, cookie)
  return output as Success<Result>
}

export function putCookie({ cookies }: Pick<ActionAPIContext, 'cookies'>, cookie: Cookie): void {
  const { name, value, attributes } = siteCookie(cookie, deps().siteUrl)
  cookies.set(name, value, attributes)
}

/**
 * Delivers queued messages after the response. Never fails or delays the action; the schedule delivers the rest.
 */
export function deliverSoon({ locals }: Pick<ActionAPIContext, 'locals'>): void {
  // Rendering an email blocks the thread, so send the response first.
  const delivery = new Promise((resolve) => setImmediate(resolve))
    .then(() => deliver())
    .catch((error: unknown) => {
      log('error', { code: 'outbox_delivery_failed', error })
    })
  // The development server has no such context and needs none.
  ;(locals as Partial<App.Locals>).netlify?.context.waitUntil(delivery)
}

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
  email_unchanged: 'BAD_REQUEST',
  keep_link_invalid: 'BAD_REQUEST',
  deletion_decided: 'CONFLICT',
  not_admin: 'FORBIDDEN',
  sign_up_gone: 'NOT_FOUND',
  last_admin: 'CONFLICT',
  notes_full: 'CONFLICT',
  deadline_gone: 'NOT_FOUND',
  already_reminded: 'CONFLICT',
  reminders_sent: 'CONFLICT',
  sender_gone: 'CONFLICT',
  form_exists: 'CONFLICT',
  page_outdated: 'CONFLICT',
  too_many_attempts: 'TOO_MANY_REQUESTS',
  busy: 'SERVICE_UNAVAILABLE',
} as const satisfies Partial<Record<ErrorCode, ActionErrorCode>>

interface Refusal {
  code: keyof typeof actionErrorCode
  retryAfterSeconds?: number
}

export type Failure = Refusal & { ok: false }
export type Success<Result> = WithoutCookies<Exclude<Result, Failure>>
type WithoutCookies<Result> = Result extends { cookies: Cookies } ? Omit<Result, 'ok' | 'cookies'> : Result

import { ActionError, type ActionAPIContext, type ActionErrorCode } from 'astro:actions'
import { deliver } from '#src/server/delivery.ts'
import { log } from '#src/server/log.ts'
import { hostCookie, type HostCookie } from '#src/server/tokens.ts'
import type { ErrorCode } from '#src/shared/errors.ts'
import { refusalText } from '#src/shared/failure.ts'

/** Ends an action with the sentence of an expected failure. When to try again goes into a header: see the middleware. */
export function refuse(
  { locals }: Pick<ActionAPIContext, 'locals'>,
  { code, retryAfterSeconds }: Refusal,
): never {
  if (retryAfterSeconds !== undefined) locals.retryAfterSeconds = retryAfterSeconds
  throw new ActionError({ code: actionErrorCode[code], message: refusalText(code, retryAfterSeconds) })
}

/** What went well. Anything else ends the action. */
export function unwrap<Result extends { ok: true } | ({ ok: false } & Refusal)>(
  context: Pick<ActionAPIContext, 'locals'>,
  result: Result,
) {
  if (!result.ok) refuse(context, result)
  return result as Extract<Result, { ok: true }>
}

export function putCookie({ cookies }: Pick<ActionAPIContext, 'cookies'>, cookie: HostCookie | null): void {
  if (cookie) cookies.set(cookie.name, cookie.value, cookie.attributes)
}

/** Takes the session away from the browser. */
export const noSession = hostCookie('session', '', 0)

/** The schedule takes over what is left after this; the function that answered must not be kept for long. */
const WITHIN_MS = 10_000

/**
 * Sends what has just been announced as soon as the answer is on its way. Never fails the action and never makes it
 * wait: what is not sent now, the schedule sends within the minute.
 */
export function deliverSoon({ locals }: Pick<ActionAPIContext, 'locals'>): void {
  const delivery = deliverAfterAnswer().catch((error: unknown) => {
    log('error', { code: 'outbox_delivery_failed', error })
  })
  // The dev server has no such context; there a promise runs without being held.
  ;(locals as Partial<App.Locals>).netlify?.context.waitUntil(delivery)
}

async function deliverAfterAnswer(): Promise<void> {
  // Writing a mail takes time on this very thread: the person gets their answer first.
  await new Promise((resolve) => setImmediate(resolve))
  await deliver({ withinMs: WITHIN_MS })
}

const actionErrorCode = {
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
  code: keyof typeof actionErrorCode
  retryAfterSeconds?: number
}

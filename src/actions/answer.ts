import { ActionError, type ActionAPIContext, type ActionErrorCode } from 'astro:actions'
import type { ActionName } from '#src/server/gate/endpoints.ts'
import { log, requestIdOf, throttled } from '#src/server/log.ts'
import { BusyError } from '#src/server/busy.ts'
import { hostCookie, type HostCookie } from '#src/server/tokens.ts'
import { errorText, type ErrorCode } from '#src/shared/errors.ts'
import { refusalText, withRequestId } from '#src/shared/failure.ts'

/** Long enough for the queue of passwords to get shorter. */
const BUSY_RETRY_AFTER_SECONDS = 5

/**
 * Answers with what the work returns or refuses. Anything it throws besides is an outage: logged here, once, and
 * told to the person as the sentence of `outage`, without a stack, a statement or an address of ours.
 */
export async function answer<T>(
  context: Context,
  { action, outage }: { action: ActionName; outage: ErrorCode },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ActionError) throw error
    if (error instanceof BusyError) {
      if (error.cause !== undefined) reportUncounted(error.cause)
      refuse(context, { code: 'busy', retryAfterSeconds: BUSY_RETRY_AFTER_SECONDS })
    }
    log('error', { code: outage, facts: { action }, error, request: context.request })
    const message = withRequestId(errorText[outage], requestIdOf(context.request))
    throw new ActionError({ code: 'INTERNAL_SERVER_ERROR', message })
  }
}

/** A queue that is full is no fault; attempts that cannot be counted are. Each request would say so. */
const reportUncounted = throttled(Date.now, (cause: unknown, times) => {
  log('error', { code: 'limits_unavailable', facts: { times }, error: cause })
})

/** Ends an action with the sentence of an expected failure. When to try again goes into a header: see the middleware. */
export function refuse({ locals }: Pick<Context, 'locals'>, { code, retryAfterSeconds }: Refusal): never {
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
  notes_full: 'CONFLICT',
  too_many_attempts: 'TOO_MANY_REQUESTS',
  busy: 'SERVICE_UNAVAILABLE',
} as const satisfies Partial<Record<ErrorCode, ActionErrorCode>>

type Context = Pick<ActionAPIContext, 'request' | 'locals'>

interface Refusal {
  code: keyof typeof httpWord
  retryAfterSeconds?: number
}

import { ActionError, type ActionAPIContext, type ActionErrorCode } from 'astro:actions'
import type { DecideResult, ReadDecisionResult } from '#src/server/approvals/decision-links.ts'
import type { UploadResult } from '#src/server/avatars/avatar.ts'
import type { ActionName } from '#src/server/gate/endpoints.ts'
import type { TooManyAttempts } from '#src/server/limits/rate-limits.ts'
import { log, throttled } from '#src/server/log.ts'
import type { EmailChangeResult } from '#src/server/members/change-email.ts'
import type { KeepResult } from '#src/server/members/my-data.ts'
import type { SaveNotesResult } from '#src/server/notes/notes.ts'
import { BusyError } from '#src/server/queue.ts'
import { requestIdOf } from '#src/server/request-id.ts'
import type { MemberAdmission } from '#src/server/sessions/admit-member.ts'
import type { ResetPasswordResult } from '#src/server/sign-in/reset-password.ts'
import type { SignInResult } from '#src/server/sign-in/sign-in.ts'
import type { ConfirmEmailResult, DiscardResult } from '#src/server/sign-up/confirm-email.ts'
import type { SignUpResult } from '#src/server/sign-up/sign-up.ts'
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
} as const satisfies Record<Refusal['code'], ActionErrorCode>

type Context = Pick<ActionAPIContext, 'request' | 'locals'>

interface Refusal {
  code: Failure['code'] | 'busy'
  retryAfterSeconds?: number
}

type Failure = Extract<
  | SignUpResult
  | SignInResult
  | ConfirmEmailResult
  | DiscardResult
  | ResetPasswordResult
  | MemberAdmission
  | UploadResult
  | EmailChangeResult
  | KeepResult
  | SaveNotesResult
  | ReadDecisionResult
  | DecideResult
  | TooManyAttempts,
  { ok: false }
>

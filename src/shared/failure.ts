import { type ErrorCode, errorText } from './errors.ts'

export type ActionFailure =
  | { code: ErrorCode }
  | { code: 'too_many_attempts'; seconds: number }
  | { code: OutageCode; requestId: string }
  | { code: 'email_unusual'; meant: string }

export type OutageCode =
  | 'unexpected'
  | 'profile_update_failed'
  | 'avatar_upload_failed'
  | 'reset_request_failed'
  | 'reset_failed'
  | 'sign_out_failed'

/**
 * The `message` of an ActionError, which has no field for more: the failure as JSON, or its code alone, which pages from before
 * a deploy read as well.
 */
export function failureMessage(failure: ActionFailure): string {
  return Object.keys(failure).length > 1 ? JSON.stringify(failure) : failure.code
}

/** null for other texts, such as a gateway's own page. */
export function readFailure(message: string): ActionFailure | null {
  const failure = message.startsWith('{') ? parseJson(message) : { code: message }
  return failure && Object.hasOwn(errorText, failure.code) ? (failure as ActionFailure) : null
}

export function failureText(failure: ActionFailure): string {
  const sentence = errorText[failure.code]
  if ('meant' in failure) return `Did you mean ${failure.meant}? ${sentence}`
  if ('seconds' in failure) return `${sentence} ${retryHint(failure.seconds)}`
  return withRequestId(sentence, 'requestId' in failure ? failure.requestId : null)
}

export function withRequestId(sentence: string, requestId: string | null): string {
  return requestId ? `${sentence} (Tell us: ${requestId})` : sentence
}

function parseJson(text: string): { code: string } | null {
  try {
    return JSON.parse(text) as { code: string }
  } catch {
    return null
  }
}

function retryHint(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
}

import { type ErrorCode, errorText } from './errors.ts'

/** The message of a code, with the waiting time if known: 'Too many attempts. Please try again in 57 minutes.' */
export function refusalText(code: ErrorCode, retryAfterSeconds?: number): string {
  const isTold = code === 'too_many_attempts' && retryAfterSeconds !== undefined
  return isTold ? `${errorText[code]} ${tryAgain(retryAfterSeconds)}` : errorText[code]
}

/** Adds the request id, by which we find the failure in the log. */
export function withRequestId(sentence: string, requestId: string | null): string {
  return requestId ? `${sentence} (Tell us: ${requestId})` : sentence
}

/** Rounded up, so that a retry after that time is allowed. */
function tryAgain(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
}

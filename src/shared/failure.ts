import { type ErrorCode, errorText } from './errors.ts'

/**
 * A failure as an action answers it: its code, perhaps with what its sentence needs. The detail of `too_many_attempts` is the
 * seconds to wait; of other codes, the request id by which we find the failure in the log.
 */
export function failureMessage(code: ErrorCode, detail?: string | number | null): string {
  return detail ? `${code} ${detail}` : code
}

/** The code and the sentence of such a failure; null for other texts, such as a gateway's own page. */
export function readFailure(message: string): { code: ErrorCode; text: string } | null {
  const [code = '', detail] = message.split(' ')
  if (!isErrorCode(code)) return null
  if (!detail) return { code, text: errorText[code] }
  const isWait = code === 'too_many_attempts'
  const text = isWait
    ? `${errorText[code]} ${tryAgain(Number(detail))}`
    : withRequestId(errorText[code], detail)
  return { code, text }
}

/** Adds the request id, by which we find the failure in the log. */
export function withRequestId(sentence: string, requestId: string | null): string {
  return requestId ? `${sentence} (Tell us: ${requestId})` : sentence
}

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorText, text)
}

/** Rounded up, so that a retry after that time is allowed. */
function tryAgain(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
}

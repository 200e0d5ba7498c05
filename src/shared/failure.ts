import { type ErrorCode, errorText } from './errors.ts'

/** What went wrong, and how a person is told. */
export interface Failure {
  code: ErrorCode
  /** The sentence, with how long to wait and with what finds it in the log where the server said so. */
  text: string
}

export function failure(code: ErrorCode): Failure {
  return { code, text: errorText[code] }
}

/** A code's sentence, and how long to wait where that is known: 'Too many attempts. Please try again in 57 minutes.' */
export function refusalText(code: ErrorCode, retryAfterSeconds?: number): string {
  const isTold = code === 'too_many_attempts' && retryAfterSeconds !== undefined
  return isTold ? `${errorText[code]} ${tryAgain(retryAfterSeconds)}` : errorText[code]
}

/** The sentence with what finds the failure in the log, for people to read out. */
export function withRequestId(sentence: string, requestId: string | null): string {
  return requestId ? `${sentence} (Tell us: ${requestId})` : sentence
}

/** What a sentence of the server tells of; null when it is none of the catalogue. */
export function failureOf(text: string): Failure | null {
  const sentence = text
    .replace(/ \(Tell us: [0-9A-Za-z-]{8,40}\)$/, '')
    .replace(/ Please try again in \d+ (?:second|minute)s?\.$/, '')
  const code = codes.get(sentence)
  return code ? { code, text } : null
}

const codes: ReadonlyMap<string, ErrorCode> = new Map(
  Object.entries(errorText).map(([code, sentence]) => [sentence, code as ErrorCode]),
)

/** Rounded up: whoever comes back then is let. */
function tryAgain(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
}

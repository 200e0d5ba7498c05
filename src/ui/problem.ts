import { type ActionErrorCode, actions, isActionError, isInputError } from 'astro:actions'
import { type ErrorCode, errorText } from '#src/shared/errors.ts'
import { type ActionFailure, failureText, readFailure } from '#src/shared/failure.ts'
import { linkSentTo } from '#src/shared/notices.ts'
import { showToast } from './toasts.ts'

/**
 * What went wrong with an action.
 *
 * @param fallback for an answer that isn't in the catalogue.
 * @param unanswered says what failed when there is no answer, before why.
 * @param shown names of the fields that show their own problem.
 */
export function problemOf(
  error: unknown,
  fallback: ErrorCode,
  unanswered: ErrorCode | null = fallback === 'unexpected' ? null : fallback,
  shown: string[] = [],
): Problem {
  if (isInputError(error)) return problemOfFields(error.fields, fallback, shown)
  if (!isActionError(error)) {
    const what = unanswered ? `${errorText[unanswered]}. ` : ''
    return { ...noProblem, reason: 'unreachable', text: what + errorText.unreachable }
  }
  const failure = readFailure(error.message) ?? { code: fallback }
  return { ...noProblem, code: error.code, reason: failure.code, text: failureText(failure) }
}

/** The code of an action's failure; 'unreachable' without an answer, 'unexpected' for one that isn't the portal's. */
export function errorCodeOf(error: unknown): ErrorCode {
  return problemOf(error, 'unexpected').reason ?? 'unexpected'
}

/** Fields that aren't shown, and a refusal of no field, are a problem of the whole form. */
export function problemOfFields(
  refused: Partial<Record<string, string[]>>,
  fallback: ErrorCode,
  shown: string[],
): Problem {
  const failures = Object.entries(refused).map(([name, [code = ''] = []]): [string, ActionFailure] => {
    return [name, readFailure(code) ?? { code: fallback }]
  })
  const unseen = failures.find(([name]) => !shown.includes(name))?.[1]
  const whole = failures.length > 0 ? unseen : { code: fallback }
  return {
    code: null,
    reason: whole?.code ?? null,
    text: whole ? failureText(whole) : null,
    fields: Object.fromEntries(failures.map(([name, failure]) => [name, [failureText(failure)]])),
  }
}

/** Shows a toast with an action's result. Returns whether it succeeded. */
export async function toastResult(action: Promise<unknown>, done: string): Promise<boolean> {
  try {
    await action
    showToast('success', done)
    return true
  } catch (error) {
    showToast('error', problemOf(error, 'unexpected').text ?? '')
    return false
  }
}

/** For a form. @param done for an address that may not wait for a confirmation. */
export async function resendConfirmation({ email }: { email: string }, done = linkSentTo(email)) {
  await actions.auth.resendConfirmation.orThrow({ email })
  showToast('success', done)
}

export const noProblem: Problem = { code: null, reason: null, text: null, fields: {} }

export interface Problem {
  /** null for problems of fields, or without an answer. */
  code: ActionErrorCode | null
  /** null when the fields show every problem. */
  reason: ErrorCode | null
  /** Of the whole form. */
  text: string | null
  /** By the field's name; the first sentence is shown. */
  fields: Partial<Record<string, string[]>>
}

import { type ActionErrorCode, actions, isActionError, isInputError } from 'astro:actions'
import { type ErrorCode, errorText } from '#src/shared/errors.ts'
import { readFailure } from '#src/shared/failure.ts'
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
  const { code, text } = readFailure(error.message) ?? failureOf(fallback)
  return { ...noProblem, code: error.code, reason: code, text }
}

/** Fields that aren't shown, and a refusal of no field, are a problem of the whole form. */
export function problemOfFields(
  refused: Partial<Record<string, string[]>>,
  fallback: ErrorCode,
  shown: string[],
): Problem {
  const said = Object.entries(refused).map(([name, [code = ''] = []]) => {
    return [name, readFailure(code) ?? failureOf(fallback)] as const
  })
  const fields = said.map(([name, { text }]) => [name, [text]])
  const unseen = said.find(([name]) => !shown.includes(name))?.[1]
  const whole = said.length > 0 ? unseen : failureOf(fallback)
  return {
    code: null,
    reason: whole?.code ?? null,
    text: whole?.text ?? null,
    fields: Object.fromEntries(fields) as Problem['fields'],
  }
}

function failureOf(code: ErrorCode) {
  return { code, text: errorText[code] }
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

import { type ActionErrorCode, actions, isActionError, isInputError } from 'astro:actions'
import { type ErrorCode, errorText } from '#src/shared/errors.ts'
import { linkSentTo } from '#src/shared/notices.ts'
import { showToast } from '../notices.ts'

/**
 * What went wrong with an action.
 *
 * @param fallback for an answer that isn't in the catalogue.
 * @param unanswered for no answer.
 */
export function problemOf(
  error: unknown,
  fallback: ErrorCode,
  unanswered: ErrorCode = 'unexpected',
): Problem {
  if (isInputError(error)) return { ...noProblem, fields: error.fields }
  if (!isActionError(error)) return { ...noProblem, reason: unanswered, text: errorText[unanswered] }
  const { code, message } = error
  const reason = reasonOf(message)
  return { code, reason: reason ?? fallback, text: reason ? message : errorText[fallback], fields: {} }
}

/** An answer has the sentence of its reason, and perhaps more. A gateway's own page arrives as a message too. */
function reasonOf(message: string): ErrorCode | undefined {
  const reasons = Object.keys(errorText) as ErrorCode[]
  return reasons.find((reason) => message.startsWith(errorText[reason]))
}

/** Shows a toast with an action's result. Returns whether it succeeded. */
export async function toastResult(
  action: Promise<unknown>,
  done: string,
  fallback: ErrorCode = 'unexpected',
): Promise<boolean> {
  try {
    await action
    showToast('success', done)
    return true
  } catch (error) {
    showToast('error', problemOf(error, fallback).text ?? '')
    return false
  }
}

/** @param done for an address that may not wait for a confirmation. */
export function resendConfirmation({ email }: { email: string }, done = linkSentTo(email)): Promise<boolean> {
  return toastResult(actions.auth.resendConfirmation.orThrow({ email }), done)
}

export const noProblem: Problem = { code: null, reason: null, text: null, fields: {} }

export interface Problem {
  /** null for problems of fields, or without an answer. */
  code: ActionErrorCode | null
  /** null for problems of fields. */
  reason: ErrorCode | null
  /** Of the whole form. */
  text: string | null
  /** By the field's name; the first sentence is shown. */
  fields: Partial<Record<string, string[]>>
}

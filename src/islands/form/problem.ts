import { type ActionErrorCode, actions, isActionError, isInputError } from 'astro:actions'
import { type ErrorCode, errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
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
  if (!isActionError(error)) return { ...noProblem, text: errorText[unanswered] }
  // A gateway's own page arrives as a message too.
  const isOurs = Object.values(errorText).some((sentence) => error.message.startsWith(sentence))
  return { code: error.code, text: isOurs ? error.message : errorText[fallback], fields: {} }
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

export function resendConfirmation({ email }: { email: string }): Promise<boolean> {
  return toastResult(actions.auth.resendConfirmation.orThrow({ email }), noticeText.confirmation_resent)
}

export const noProblem: Problem = { code: null, text: null, fields: {} }

export interface Problem {
  /** null for problems of fields, or without an answer. */
  code: ActionErrorCode | null
  /** Of the whole form. */
  text: string | null
  /** By the field's name; the first sentence is shown. */
  fields: Partial<Record<string, string[]>>
}

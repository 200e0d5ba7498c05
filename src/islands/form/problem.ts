import { type ActionErrorCode, actions, isActionError, isInputError } from 'astro:actions'
import { type ErrorCode, errorText } from '#src/shared/errors.ts'
import { noticeText } from '#src/shared/notices.ts'
import { showToast } from '../notices.ts'

/**
 * What to say about an action that failed.
 *
 * @param fallback where the server answered without a sentence of ours.
 * @param unanswered where it did not answer.
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

/** Runs an action outside a form and shows a notice of its result. Returns whether it succeeded. */
export async function tellResult(
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

/** Mails the confirmation again. The button is busy while it waits. */
export async function resendOnPress(button: HTMLButtonElement, email: string): Promise<void> {
  if (button.ariaDisabled === 'true') return
  button.ariaDisabled = 'true'
  await tellResult(actions.auth.resendConfirmation.orThrow({ email }), noticeText.confirmation_resent)
  button.ariaDisabled = null
}

export const noProblem: Problem = { code: null, text: null, fields: {} }

export interface Problem {
  /** null when it is about fields, or the server did not answer. */
  code: ActionErrorCode | null
  /** What is wrong with the whole. */
  text: string | null
  /** What is wrong with a field, by its name; the first sentence is shown. */
  fields: Partial<Record<string, string[]>>
}

import { type ActionErrorCode, isActionError, isInputError } from 'astro:actions'
import { type ErrorCode, errorText } from '#src/shared/errors.ts'
import { type ActionFailure, failureText, readFailure } from '#src/shared/failure.ts'

/**
 * Describes an action's failure.
 *
 * @param fallbackCode for an error that isn't one of ours, and before the reason if there was no response.
 * @param fieldNames the fields that show their own errors.
 */
export function toFormError(error: unknown, fallbackCode: ErrorCode, fieldNames: string[] = []): FormError {
  if (isInputError(error)) return fieldsToFormError(error.fields, fallbackCode, fieldNames)
  if (!isActionError(error)) {
    // Signing in and up have a sentence of their own for an error that is thrown.
    const whatFailed = errorText[fallbackCode === 'auth_failed' ? 'unexpected' : fallbackCode]
    const text =
      fallbackCode === 'unexpected' ? errorText.unreachable : `${whatFailed}. ${errorText.unreachable}`
    return { ...NO_ERROR, code: 'unreachable', text }
  }
  const failure = readFailure(error.message) ?? { code: fallbackCode }
  const field = fieldsOfCode[failure.code]?.find((name) => fieldNames.includes(name))
  if (field) return { ...NO_ERROR, status: error.code, fields: { [field]: [failureText(failure)] } }
  return { ...NO_ERROR, status: error.code, code: failure.code, text: failureText(failure) }
}

const fieldsOfCode: Partial<Record<ErrorCode, string[]>> = {
  current_password_wrong: ['currentPassword'],
  email_taken: ['email'],
  email_unchanged: ['newEmail'],
  email_unusual: ['email', 'newEmail'],
  password_unchanged: ['newPassword'],
  form_exists: ['name'],
}

/** 'unreachable' without a response, 'unexpected' for an error that isn't one of ours. */
export function errorCodeOf(error: unknown): ErrorCode {
  return toFormError(error, 'unexpected').code ?? 'unexpected'
}

/** An error of a field that isn't in the form, or of none, is shown for the whole form. */
export function fieldsToFormError(
  fieldErrors: Partial<Record<string, string[]>>,
  fallbackCode: ErrorCode,
  fieldNames: string[],
): FormError {
  const failures = Object.entries(fieldErrors).map(([name, [code = ''] = []]): [string, ActionFailure] => {
    return [name, readFailure(code) ?? { code: fallbackCode }]
  })
  const hiddenFailure = failures.find(([name]) => !fieldNames.includes(name))?.[1]
  const formFailure = failures.length > 0 ? hiddenFailure : { code: fallbackCode }
  return {
    status: null,
    code: formFailure?.code ?? null,
    text: formFailure ? failureText(formFailure) : null,
    fields: Object.fromEntries(failures.map(([name, failure]) => [name, [failureText(failure)]])),
  }
}

export const NO_ERROR: FormError = { status: null, code: null, text: null, fields: {} }

export interface FormError {
  /** null for errors of fields, or without a response. */
  status: ActionErrorCode | null
  /** null if the fields show every error. */
  code: ErrorCode | null
  text: string | null
  /** By field name; the first is shown. */
  fields: Partial<Record<string, string[]>>
}

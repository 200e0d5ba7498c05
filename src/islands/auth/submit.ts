import { actions } from 'astro:actions'
import { ask, askFor, type Outcome } from './ask.ts'
import { type Mode, problemIn } from './check.ts'
import type { FieldName, Problem } from './problem.ts'

/**
 * Sends what was typed, not what was parsed: the server parses for itself. Each of these is null when it went well;
 * else it says what is wrong, and at which field. None throws.
 */
export async function submitCredentials(mode: Mode, form: FormData): Promise<Problem | null> {
  const typed = { email: text(form, 'email'), password: text(form, 'password') }
  const found = problemIn(mode, typed)
  if (found) return found
  if (mode === 'sign-in') return ask(() => actions.auth.signIn(typed), 'auth_failed')
  const person = { ...typed, fullName: text(form, 'fullName'), ...traces(form) }
  return ask(() => actions.auth.signUp(person), 'auth_failed')
}

export async function requestPasswordReset(form: FormData): Promise<Problem | null> {
  const typed = { email: text(form, 'email') }
  return (
    problemIn('email', typed) ?? ask(() => actions.auth.requestPasswordReset(typed), 'reset_request_failed')
  )
}

export async function resendConfirmation(typed: { email: string }): Promise<Problem | null> {
  return problemIn('email', typed) ?? ask(() => actions.auth.resendConfirmation(typed), 'unexpected')
}

/** `done` tells whether the password is still to be proven. */
export async function confirmEmail(token: string): Promise<Outcome<Confirmed>> {
  return askFor<Confirmed>(() => actions.auth.confirmEmail({ token }), 'confirmation_failed')
}

/** `done` tells what was undone. */
export async function discardSignUp(token: string): Promise<Outcome<Discarded>> {
  return askFor<Discarded>(() => actions.auth.discardSignUp({ token }), 'unexpected')
}

export async function proveSignUp(token: string, form: FormData): Promise<Problem | null> {
  return ask(() => actions.auth.proveSignUp({ token, password: text(form, 'password') }), 'unexpected')
}

export async function setSignUpPassword(token: string, form: FormData): Promise<Problem | null> {
  const password = text(form, 'password')
  const found = problemIn('new-password', { password, confirmPassword: text(form, 'confirmPassword') })
  return found ?? ask(() => actions.auth.setSignUpPassword({ token, password }), 'reset_failed')
}

export async function keepAccount(token: string): Promise<Problem | null> {
  return ask(() => actions.account.keepAccount({ token }), 'keep_link_invalid')
}

export async function resetPassword(token: string, form: FormData): Promise<Problem | null> {
  const password = text(form, 'password')
  const found = problemIn('new-password', { password, confirmPassword: text(form, 'confirmPassword') })
  return found ?? ask(() => actions.auth.resetPassword({ token, password }), 'reset_failed')
}

/** A text field of the form; empty when it is not there. */
export function text(form: FormData, name: FieldName | 'website'): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/**
 * What tells a person from a program that fills in forms. The clock starts with the page, not with the form on it:
 * whoever read first and then let a password manager type is a person.
 */
function traces(form: FormData) {
  return { website: text(form, 'website'), startedAt: Math.round(performance.timeOrigin) }
}

interface Confirmed {
  passwordNeeded: boolean
}

interface Discarded {
  discarded: 'sign_up' | 'email_change'
}

import { actions, isInputError } from 'astro:actions'
import { errorText } from '#src/shared/errors.ts'
import { SignInForm, SignUpForm } from '#src/shared/forms.ts'

/** null when it went well; else what to say, and at which field. Never throws. */
export async function submit(mode: Mode, form: FormData): Promise<Problem | null> {
  const isSignUp = mode === 'sign-up'
  const typed = { email: text(form, 'email'), password: text(form, 'password') }
  const checked = (isSignUp ? SignUpForm : SignInForm).safeParse(typed)
  if (!checked.success) return { fields: firstOfEach(checked.error.issues), form: null }
  try {
    // What was typed is sent, not what was parsed: the server parses for itself.
    const { error } = isSignUp
      ? await actions.auth.signUp({ ...typed, fullName: text(form, 'fullName') })
      : await actions.auth.signIn(typed)
    return error ? problemOf(error) : null
  } catch {
    return { fields: {}, form: errorText.unexpected }
  }
}

export const noProblem: Problem = { fields: {}, form: null }

/** The same problem once somebody has begun to correct that field. */
export function without(problem: Problem, name: string): Problem {
  const fields = Object.entries(problem.fields).filter(([field]) => field !== name)
  return { ...problem, fields: Object.fromEntries(fields) }
}

function text(form: FormData, name: FieldName): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

function problemOf(error: { message: string; code: string }): Problem {
  if (isInputError(error)) {
    const issues = Object.entries(error.fields).flatMap(([name, messages]) =>
      (messages ?? []).map((message) => ({ path: [name], message })),
    )
    return { fields: firstOfEach(issues), form: null }
  }
  return { fields: {}, form: error.code === 'INTERNAL_SERVER_ERROR' ? errorText.unexpected : error.message }
}

function firstOfEach(issues: { path: PropertyKey[]; message: string }[]): Problem['fields'] {
  const lastWins = issues.toReversed().map((issue) => [issue.path[0], issue.message])
  return Object.fromEntries(lastWins) as Problem['fields']
}

export type Mode = 'sign-in' | 'sign-up'
export type FieldName = 'email' | 'password' | 'fullName'

export interface Problem {
  /** What to say under a field. */
  fields: Partial<Record<FieldName, string>>
  /** What to say about the whole. */
  form: string | null
}

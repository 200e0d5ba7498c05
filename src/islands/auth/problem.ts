import { EmailForm, NewPasswordForm, SignInForm, SignUpForm } from '#src/shared/forms.ts'

/** What is wrong with what was typed, by the same rules the server applies; null when nothing is. */
export function problemIn(form: FormName, typed: Typed): Problem | null {
  const checked = forms[form].safeParse(typed)
  return checked.success ? null : fieldProblem(checked.error.issues)
}

/** The first message of each field, as a problem. */
export function fieldProblem(issues: { path: PropertyKey[]; message: string }[]): Problem {
  const lastWins = issues.toReversed().map((issue) => [issue.path[0], issue.message])
  return { fields: Object.fromEntries(lastWins) as Problem['fields'], form: null }
}

/** A problem with the form as a whole. */
export function formProblem(message: string): Problem {
  return { fields: {}, form: message }
}

/** The same problem once somebody has begun to correct that field. */
export function without(problem: Problem, name: string): Problem {
  const fields = Object.entries(problem.fields).filter(([field]) => field !== name)
  return { ...problem, fields: Object.fromEntries(fields) }
}

export const noProblem: Problem = { fields: {}, form: null }

const forms = {
  'sign-in': SignInForm,
  'sign-up': SignUpForm,
  email: EmailForm,
  'new-password': NewPasswordForm,
}

export type FormName = keyof typeof forms
export type Mode = Extract<FormName, 'sign-in' | 'sign-up'>
export type FieldName = 'email' | 'password' | 'confirmPassword' | 'fullName'
type Typed = Partial<Record<FieldName, string>>

export interface Problem {
  /** What to say under a field. */
  fields: Partial<Record<FieldName, string>>
  /** What to say about the whole. */
  form: string | null
}

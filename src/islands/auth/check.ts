import { EmailForm, NewPasswordForm, SignInForm, SignUpForm } from '#src/shared/forms.ts'
import { type FieldName, fieldProblem, type Problem } from './problem.ts'

/** What is wrong with what was typed, by the same rules the server applies; null when nothing is. */
export function problemIn(form: FormName, typed: Typed): Problem | null {
  const checked = forms[form].safeParse(typed)
  return checked.success ? null : fieldProblem(checked.error.issues)
}

const forms = {
  'sign-in': SignInForm,
  'sign-up': SignUpForm,
  email: EmailForm,
  'new-password': NewPasswordForm,
}

type FormName = keyof typeof forms
export type Mode = Extract<FormName, 'sign-in' | 'sign-up'>
type Typed = Partial<Record<FieldName, string>>

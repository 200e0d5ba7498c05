import { fieldProblem, type Problem } from '../auth/problem.ts'

/** What is wrong with what was typed, by the rules of the server; null when nothing is. */
export function problemIn(form: Form, typed: Record<string, string>): Problem | null {
  const checked = form.safeParse(typed)
  return checked.success ? null : fieldProblem(checked.error.issues)
}

interface Form {
  safeParse(
    typed: unknown,
  ): { success: true } | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }
}

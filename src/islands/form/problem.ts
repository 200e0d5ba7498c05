import type { Failure } from '#src/shared/failure.ts'
import type * as rules from '#src/shared/forms.ts'
import type { ProfileForm } from '#src/shared/forms.ts'

/**
 * What is wrong with what was typed, by the rules of the server; null when nothing is. Where the rules cannot be
 * fetched, the server alone judges.
 */
export async function check(form: RulesName, typed: object): Promise<Problem | null> {
  const checked = (await loadRules())?.[form].safeParse(typed)
  return !checked || checked.success ? null : fieldProblem(checked.error.issues)
}

/** They are not needed before somebody types. */
export function loadRules(): Promise<typeof rules | null> {
  return import('#src/shared/forms.ts').catch(() => null)
}

/** The first message of each field, as a problem. */
export function fieldProblem(issues: { path: PropertyKey[]; message: string }[]): Problem {
  const lastWins = issues.toReversed().map((issue) => [issue.path[0], issue.message])
  return { fields: Object.fromEntries(lastWins) as Problem['fields'], form: null }
}

/** A problem with the form as a whole. */
export function formProblem(form: Failure): Problem {
  return { fields: {}, form }
}

/** The same problem once somebody has begun to correct that field. */
export function without(problem: Problem, name: string): Problem {
  const fields = Object.entries(problem.fields).filter(([field]) => field !== name)
  return { ...problem, fields: Object.fromEntries(fields) }
}

export const noProblem: Problem = { fields: {}, form: null }

export type RulesName = Extract<keyof typeof rules, `${string}Form`>

export type FieldName =
  | 'email'
  | 'password'
  | 'confirmPassword'
  | 'currentPassword'
  | 'newPassword'
  | 'newEmail'
  | keyof ProfileForm

export interface Problem {
  /** What to say under a field. */
  fields: Partial<Record<FieldName, string>>
  /** What is wrong with the whole. */
  form: Failure | null
}

import type { SignUpForm } from '#src/shared/forms.ts'

/** Nobody reads three fields, types into them and sends them faster than this. */
const SHORTEST_FILL_MS = 3000

/**
 * Whether a program filled in the form: into a field that people do not see, or faster than people type. A clock
 * that is ahead of ours makes no program of anybody, so a form from the future passes.
 */
export function isFilledByProgram(form: Traps, nowMs: number): boolean {
  if (form.website) return true
  if (form.startedAt === undefined) return false
  const elapsedMs = nowMs - form.startedAt
  return elapsedMs >= 0 && elapsedMs < SHORTEST_FILL_MS
}

type Traps = Pick<SignUpForm, 'website' | 'startedAt'>

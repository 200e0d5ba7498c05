import { actions, isInputError } from 'astro:actions'
import { errorText } from '#src/shared/errors.ts'
import { type FieldName, fieldProblem, formProblem, type Mode, type Problem, problemIn } from './problem.ts'

/** null when it went well; else what to say, and at which field. Never throws. */
export async function submit(mode: Mode, form: FormData): Promise<Problem | null> {
  // What was typed is sent, not what was parsed: the server parses for itself.
  const typed = { email: text(form, 'email'), password: text(form, 'password') }
  const found = problemIn(mode, typed)
  if (found) return found
  try {
    const { error } =
      mode === 'sign-up'
        ? await actions.auth.signUp({ ...typed, fullName: text(form, 'fullName') })
        : await actions.auth.signIn(typed)
    return error ? problemOf(error) : null
  } catch {
    // The network, or an answer that is no answer of ours.
    return formProblem(errorText.unexpected)
  }
}

function problemOf(error: { message: string; code: string }): Problem {
  if (!isInputError(error)) return formProblem(sentence(error.message))
  const issues = Object.entries(error.fields).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ path: [name], message })),
  )
  return fieldProblem(issues)
}

/** An answer from a server between us and ours (a gateway's page, say) arrives here as a message too. */
function sentence(message: string): string {
  return sentences.has(message) ? message : errorText.unexpected
}

const sentences = new Set<string>(Object.values(errorText))

function text(form: FormData, name: FieldName): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

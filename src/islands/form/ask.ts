import { isInputError } from 'astro:actions'
import type { ErrorCode } from '#src/shared/errors.ts'
import { failure, failureOf } from '#src/shared/failure.ts'
import { fieldProblem, formProblem, type Problem } from './problem.ts'

/**
 * Asks the server to do something. null when it did; else what to say, and at which field. Never throws.
 *
 * @param otherwise what to say when the server refuses without a sentence of ours.
 */
export async function ask(
  call: () => Promise<Answer<unknown>>,
  otherwise: ErrorCode,
): Promise<Problem | null> {
  return (await askFor(call, otherwise)).problem
}

/** As `ask`, of an action that answers with something: that is `done`. */
export async function askFor<Data>(
  call: () => Promise<Answer<Data>>,
  otherwise: ErrorCode,
): Promise<Outcome<Data>> {
  try {
    const { data, error } = await call()
    return error ? { problem: problemOf(error, otherwise) } : { done: data, problem: null }
  } catch {
    // The network, or an answer that is no answer of ours.
    return { problem: formProblem(failure('unexpected')) }
  }
}

/**
 * What to say, and at which field, about an action that the server refused. What a server between us and ours answered
 * (a gateway's page, say) arrives here as a message too.
 */
export function problemOf(error: ActionFailure, otherwise: ErrorCode): Problem {
  if (!isInputError(error)) return formProblem(failureOf(error.message) ?? failure(otherwise))
  const issues = Object.entries(error.fields).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => ({ path: [name], message })),
  )
  return fieldProblem(issues)
}

export type Outcome<Data> = { done: Data; problem: null } | { problem: Problem }

type Answer<Data> = { data: Data; error: undefined } | { data: undefined; error: ActionFailure }

export interface ActionFailure {
  message: string
  code: string
}

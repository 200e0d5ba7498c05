import { QueryClient } from '@tanstack/react-query'
import { ActionError } from 'astro:actions'
import type { ErrorCode } from '#src/shared/errors.ts'
import { type Failure, failure } from '#src/shared/failure.ts'
import { UPLOAD_ACTION } from '#src/shared/paths.ts'
import { type ActionFailure, problemOf } from '../form/ask.ts'
import { formProblem, type Problem } from '../form/problem.ts'

const RETRIES = 3

/** How long it waits between tries and keeps what is not shown is its own: docs/product.md, Timing. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Whoever is offline is told so at once, not kept waiting for a line that may never come.
      queries: { retry: (failures, error) => failures < RETRIES && !isFinal(error), networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}

/**
 * What an action answered.
 *
 * @param otherwise what to say when it did not answer, or refused without a sentence of ours.
 * @throws Refusal, and nothing else.
 */
export async function answerOf<T>(call: () => Promise<Answer<T>>, otherwise: ErrorCode): Promise<T> {
  const answer = await call().catch(() => null)
  if (!answer) throw new Refusal(formProblem(failure(otherwise)), null)
  if (!answer.error) return answer.data as T
  throw new Refusal(problemOf(answer.error, otherwise), answer.error.code)
}

/** Sends the picture as it is: Astro's own caller knows forms and JSON only, and both have to be taken apart. */
export async function sendPicture(picture: Blob): Promise<Answer<void>> {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await fetch(UPLOAD_ACTION, { method: 'POST', body: picture, headers })
  return response.ok ? {} : { error: ActionError.fromJson(await response.json()) }
}

/** What to say about what failed. */
export function problemFrom(error: Error): Problem {
  return error instanceof Refusal ? error.problem : formProblem(failure('unexpected'))
}

/** The same where there are no fields. */
export function failureFrom(error: Error | null): Failure | null {
  return error && (problemFrom(error).form ?? failure('unexpected'))
}

/** Asked again, the server would say the same. */
function isFinal(error: Error): boolean {
  return error instanceof Refusal && error.code !== null && !OUTAGES.has(error.code)
}

const OUTAGES = new Set(['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE'])

/** What an action did not do, as something to say. */
class Refusal extends Error {
  readonly problem: Problem
  /** null when the server was not heard. */
  readonly code: string | null

  constructor(problem: Problem, code: string | null) {
    super(problem.form?.code ?? Object.keys(problem.fields).join())
    this.problem = problem
    this.code = code
  }
}

interface Answer<T> {
  data?: T | undefined
  error?: ActionFailure | undefined
}

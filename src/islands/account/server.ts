import { ActionError } from 'astro:actions'
import type { ErrorCode } from '#src/shared/errors.ts'
import { errorText } from '#src/shared/errors.ts'
import { UPLOAD_ACTION } from '#src/shared/paths.ts'
import { type ActionFailure, problemOf } from '../auth/ask.ts'
import { formProblem, type Problem } from '../auth/problem.ts'

/**
 * What an action answered.
 *
 * @param otherwise what to say when it did not answer, or refused without a sentence of ours.
 * @throws Refusal, and nothing else.
 */
export async function answerOf<T>(call: () => Promise<Answer<T>>, otherwise: ErrorCode): Promise<T> {
  const answer = await call().catch(() => null)
  if (!answer) throw new Refusal(formProblem(errorText[otherwise]), 'unheard')
  if (!answer.error) return answer.data as T
  throw new Refusal(problemOf(answer.error, otherwise), isFinal(answer.error) ? 'final' : 'unheard')
}

/** Sends the picture as it is: Astro's own caller knows forms and JSON only, and both have to be taken apart. */
export async function sendPicture(picture: Blob): Promise<Answer<void>> {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await fetch(UPLOAD_ACTION, { method: 'POST', body: picture, headers })
  return response.ok ? {} : { error: ActionError.fromJson(await response.json()) }
}

/** What an action did not do, as something to say. */
export class Refusal extends Error {
  readonly problem: Problem
  /** `final`: asked again, the server would say the same. */
  readonly kind: 'final' | 'unheard'

  constructor(problem: Problem, kind: Refusal['kind']) {
    super(problem.form ?? Object.values(problem.fields).join(' '))
    this.problem = problem
    this.kind = kind
  }
}

/** What to say about the whole of what failed. */
export function sentenceOf(error: Error | null): string | null {
  return error && (error instanceof Refusal ? error.message : errorText.unexpected)
}

function isFinal({ code }: ActionFailure): boolean {
  return code !== 'INTERNAL_SERVER_ERROR' && code !== 'SERVICE_UNAVAILABLE'
}

interface Answer<T> {
  data?: T | undefined
  error?: ActionFailure | undefined
}

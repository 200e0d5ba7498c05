import type * as z from 'zod'

/** Asks a service by its API; what may go wrong on the way is a value, and says what of it is worth a sentence. */
export async function askApi<Schema extends z.ZodType>(
  { base, headers, timeoutMs }: Api,
  path: string,
  schema: Schema,
): Promise<Reply<z.output<Schema>>> {
  try {
    const answer = await fetch(new URL(path, base), {
      headers: { accept: 'application/json', 'user-agent': 'lanai', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (answer.ok) return readReply(await answer.text(), schema)
    await answer.body?.cancel()
    return { ok: false, kind: kindOf(answer.status), problem: sentenceOf(answer.status) }
  } catch (error) {
    const isSlow = error instanceof DOMException && error.name === 'TimeoutError'
    const problem = isSlow ? `does not answer within ${timeoutMs / 1000} s` : 'cannot be reached from here'
    return { ok: false, kind: 'away', problem }
  }
}

export interface Api {
  /** With a slash at its end. */
  base: string
  headers: Record<string, string>
  timeoutMs: number
}

export type Reply<Data> =
  | { ok: true; data: Data }
  /** `refused`: not for this token. `missing`: there is no such thing. `away`: the service's own trouble. */
  | { ok: false; kind: 'refused' | 'missing' | 'away'; problem: string }

function readReply<Schema extends z.ZodType>(text: string, schema: Schema): Reply<z.output<Schema>> {
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return { ok: true, data: parsed.data }
  return { ok: false, kind: 'away', problem: 'answers something else than its API promises' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function kindOf(status: number): 'refused' | 'missing' | 'away' {
  if (status === 401 || status === 403 || status === 422) return 'refused'
  return status === 404 ? 'missing' : 'away'
}

function sentenceOf(status: number): string {
  if (kindOf(status) === 'refused') return `does not take the token (${status})`
  if (status === 429) return 'has been asked too often (429)'
  return status === 404 ? 'has none (404)' : `answers ${status}`
}

/** What helps when a service is away: nothing that can be done here. */
export const tryLater = (status: string) => `try again later; ${status} says whether others meet it, too`

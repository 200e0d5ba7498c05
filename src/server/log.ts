import { randomBytes } from 'node:crypto'

/**
 * Writes one line of JSON, of one shape for everything the server tells: what happened (`code`), facts about it, the kind
 * of an error with those that caused it, the name of the request. It holds nothing about a person: facts are counts,
 * ids and names out of this program, and of an error only names and codes, because its message may quote an e-mail.
 */
export function log(level: 'info' | 'error', { code, facts, request, ...thrown }: LogEntry): void {
  const line = {
    code,
    ...facts,
    ...('error' in thrown && errorFacts(thrown.error)),
    ...(request && { requestId: requestIdOf(request) }),
  }
  console[level](JSON.stringify(line))
}

/** By this name a request is known in every line of the log, and to the person who saw it fail. */
const REQUEST_ID = 'x-nf-request-id'

/** Of the host's own names and of ours, and nothing that means anything in HTML, JSON or a log. */
const REQUEST_ID_SHAPE = /^[0-9A-Za-z-]{8,40}$/

/** Gives a request that the host has not named a random name; from then on it travels with the request. */
export function nameRequest({ headers }: Request): void {
  if (!REQUEST_ID_SHAPE.test(headers.get(REQUEST_ID) ?? ''))
    headers.set(REQUEST_ID, randomBytes(8).toString('hex'))
}

/** null for a request without a name. */
export function requestIdOf({ headers }: Request): string | null {
  return headers.get(REQUEST_ID)
}

/** What is wrong meets every request; saying so this often is enough. */
const REPORT_EVERY_MS = 10_000

/** Reports the first event at once and then at most one in ten seconds, with the number it stands for. */
export function throttled<T>(
  clock: () => number,
  report: (event: T, times: number) => void,
): (event: T) => void {
  let quietUntilMs = -Infinity
  let times = 0

  return (event) => {
    times += 1
    if (clock() < quietUntilMs) return
    quietUntilMs = clock() + REPORT_EVERY_MS
    report(event, times)
    times = 0
  }
}

/** An error may be its own cause, at some distance. */
const MAX_CAUSES = 5

/** A class of errors, or a code of PostgreSQL's or the system's, and no sentence. */
const NAME = /^\w{1,40}$/

function errorFacts(error: unknown, mostCauses = MAX_CAUSES): object {
  if (!(error instanceof Error)) return { error: typeof error }
  const { name, code, cause, sourceError } = error as Error & { code?: unknown; sourceError?: unknown }
  // Neon's driver has another name for the cause.
  const reason = cause ?? sourceError
  return {
    error: NAME.test(name) ? name : 'Error',
    ...(typeof code === 'string' && NAME.test(code) && { errorCode: code }),
    ...(reason !== undefined && mostCauses > 0 && { cause: errorFacts(reason, mostCauses - 1) }),
  }
}

export interface LogEntry {
  code: string
  facts?: Readonly<Record<string, string | number | boolean | null | undefined>>
  /** What was thrown. */
  error?: unknown
  request?: Request
}

import { randomBytes } from 'node:crypto'

/**
 * Writes one line of JSON: `code`, facts, names and codes of the error and its causes, and the request id. Contains no personal
 * data: facts are counts, ids and names from the code. Error messages are left out, because they may quote an address.
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

const REQUEST_ID = 'x-nf-request-id'

// Netlify's ids and ours. Excludes characters with a meaning in HTML, JSON or logs.
const REQUEST_ID_SHAPE = /^[0-9A-Za-z-]{8,40}$/

/** Sets a random request id if the host has not set a valid one. */
export function ensureRequestId({ headers }: Request): void {
  if (!REQUEST_ID_SHAPE.test(headers.get(REQUEST_ID) ?? ''))
    headers.set(REQUEST_ID, randomBytes(8).toString('hex'))
}

/** null when the request has none. */
export function requestIdOf({ headers }: Request): string | null {
  return headers.get(REQUEST_ID)
}

const MAX_CAUSES = 5

// Names of error classes, and codes of PostgreSQL or the system. Excludes sentences.
const NAME = /^\w{1,40}$/

function errorFacts(error: unknown, mostCauses = MAX_CAUSES): object {
  if (!(error instanceof Error)) return { error: typeof error }
  const { name, code, cause, sourceError } = error as Error & { code?: unknown; sourceError?: unknown }
  // Neon's driver calls the cause sourceError.
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
  error?: unknown
  request?: Request
}

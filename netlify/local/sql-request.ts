import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod'

/** Reads the body of a request to the SQL endpoint together with the headers that change its meaning. */
export function readSqlRequest(text: string, headers: IncomingHttpHeaders): ReadSqlRequest {
  const json = parseJson(text)
  if (json === undefined) return { ok: false, message: 'The request is not valid JSON.' }

  const body = Body.safeParse(json)
  if (!body.success) {
    return { ok: false, message: 'Expected {"query": text, "params": []} or {"queries": [...]} of those.' }
  }
  const arrayMode = headers['neon-array-mode'] === 'true'
  if ('query' in body.data) return { ok: true, request: toStatement(body.data, arrayMode) }

  const isolation = header(headers, 'neon-batch-isolation-level')
  const begin = beginStatement(isolation, {
    readOnly: headers['neon-batch-read-only'] === 'true',
    deferrable: headers['neon-batch-deferrable'] === 'true',
  })
  if (begin === null) return { ok: false, message: `Unknown isolation level: ${isolation ?? ''}` }

  const queries = body.data.queries.map((query) => toStatement(query, arrayMode))
  return { ok: true, request: { begin, queries } }
}

const isolationLevels = {
  ReadUncommitted: 'READ UNCOMMITTED',
  ReadCommitted: 'READ COMMITTED',
  RepeatableRead: 'REPEATABLE READ',
  Serializable: 'SERIALIZABLE',
} as const

function beginStatement(
  isolation: string | undefined,
  { readOnly, deferrable }: { readOnly: boolean; deferrable: boolean },
): string | null {
  if (isolation !== undefined && !Object.hasOwn(isolationLevels, isolation)) return null
  const level = isolationLevels[isolation as keyof typeof isolationLevels]
  return [
    'BEGIN',
    isolation === undefined ? '' : `ISOLATION LEVEL ${level}`,
    readOnly ? 'READ ONLY' : '',
    deferrable ? 'DEFERRABLE' : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function toStatement(
  { query, params, arrayMode }: z.output<typeof Query>,
  arrayModeHeader: boolean,
): Statement {
  return { text: query, values: params ?? [], arrayMode: arrayMode ?? arrayModeHeader }
}

function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const Query = z.object({
  query: z.string(),
  params: z.array(z.unknown()).optional(),
  arrayMode: z.boolean().optional(),
})
const Body = z.union([Query, z.object({ queries: z.array(Query) })])

export interface Statement {
  text: string
  values: unknown[]
  /** Rows as arrays of values rather than as objects. */
  arrayMode: boolean
}

export interface Batch {
  /** The statement that opens the transaction, with its isolation level and modes. */
  begin: string
  queries: Statement[]
}

export type ReadSqlRequest = { ok: true; request: Statement | Batch } | { ok: false; message: string }

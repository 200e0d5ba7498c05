import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod'

/** Reads the body of a request to the SQL endpoint together with the header that changes its meaning. */
export function readSqlRequest(text: string, headers: IncomingHttpHeaders): ReadSqlRequest {
  const json = parseJson(text)
  if (json === undefined) return { ok: false, message: 'The request is not valid JSON.' }

  const body = Body.safeParse(json)
  if (!body.success) {
    return { ok: false, message: 'Expected one statement: {"query": text, "params": []}.' }
  }
  const { query, params, arrayMode } = body.data
  const request = {
    text: query,
    values: params ?? [],
    arrayMode: arrayMode ?? headers['neon-array-mode'] === 'true',
  }
  return { ok: true, request }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const Body = z.object({
  query: z.string(),
  params: z.array(z.unknown()).optional(),
  arrayMode: z.boolean().optional(),
})

export interface Statement {
  text: string
  values: unknown[]
  /** Rows as arrays of values rather than as objects. */
  arrayMode: boolean
}

export type ReadSqlRequest = { ok: true; request: Statement } | { ok: false; message: string }

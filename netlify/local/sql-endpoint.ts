import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'
import { createSqlPools, type SqlPools, type Statement } from './sql-pools.ts'

/** Far above any statement of this product, far below what would hurt the process. */
const MAX_BODY_BYTES = 10 * 1024 * 1024

/** Longer than any client keeps an idle connection, so that it is never cut while a request is on its way. */
const KEEP_ALIVE_MS = 75_000

/**
 * Neon's SQL-over-HTTP protocol in front of any PostgreSQL server, as Neon's driver speaks it: `POST /sql`, values as
 * raw text, one statement a request. With whose rights it runs, the request's connection string says, and the server
 * judges. A failed statement is a 400 with PostgreSQL's own error fields, an unreachable database a 502.
 */
export async function startSqlEndpoint(databaseUrl: string): Promise<SqlEndpoint> {
  const pools = createSqlPools(databaseUrl)
  const options = { keepAliveTimeout: KEEP_ALIVE_MS, maxHeaderSize: 16_384 }
  const server = createServer(options, (request, response) => {
    answer(pools, request, () => response.destroyed).then(
      ({ status, body }) => {
        send(response, status, body)
      },
      (error: unknown) => {
        send(response, 502, { message: `The database cannot be reached: ${messageOf(error)}` })
      },
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sql`,
    async close() {
      server.close()
      server.closeIdleConnections()
      await pools.close()
      server.closeAllConnections()
    },
  }
}

async function answer(pools: SqlPools, request: IncomingMessage, isDeparted: () => boolean): Promise<Answer> {
  if (request.url !== '/sql') return refuse(404, 'There is only /sql here.')
  if (request.method !== 'POST') return refuse(405, 'Only POST is understood.')

  const login = request.headers['neon-connection-string']
  if (typeof login !== 'string' || !URL.canParse(login)) {
    return refuse(400, 'The Neon-Connection-String header is missing or no URL.')
  }
  const text = await readBody(request)
  if (text === null) return refuse(413, 'The request is too large.')
  const statement = readStatement(text, request.headers['neon-array-mode'] === 'true')
  if (!statement) return refuse(400, 'Expected one statement: {"query": text, "params": []}.')

  const result = await pools.run(login, statement, isDeparted)
  return result.ok ? { status: 200, body: result.value } : { status: 400, body: result.error }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { message } }
}

/** null when the body is larger than allowed; the rest of it is not read. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readStatement(text: string, arrayMode: boolean): Statement | null {
  try {
    const body = Body.parse(JSON.parse(text))
    return { text: body.query, values: body.params, arrayMode: body.arrayMode ?? arrayMode }
  } catch {
    return null
  }
}

const Body = z.object({
  query: z.string(),
  params: z.array(z.unknown()).default([]),
  arrayMode: z.boolean().optional(),
})

function send(response: ServerResponse, status: number, body: object): void {
  if (response.destroyed) return
  const json = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(json),
    ...(status === 413 && { connection: 'close' }),
  })
  response.end(json)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

interface Answer {
  status: number
  body: object
}

export interface SqlEndpoint {
  url: string
  /** Lets the statements under way finish. */
  close(): Promise<void>
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { malformedStatus } from './malformed.ts'
import { credentialsOf, findLogin, type Login } from './postgres/credentials.ts'
import { runStatement, type SqlPool } from './sql-runner.ts'
import { readSqlRequest } from './sql-request.ts'
import { drainUnreadBody } from './unread-body.ts'

/** Far above any statement of this product, far below what would hurt the process. */
const MAX_BODY_BYTES = 10 * 1024 * 1024

/** Longer than any client keeps an idle connection, so that it is never cut while a request is on its way. */
const KEEP_ALIVE_MS = 75_000

/**
 * Neon's SQL-over-HTTP protocol, as its serverless driver speaks it: `POST /sql`, values as raw text. Of it what this
 * product uses: one statement a request, no batches. A failed statement is a 400 with PostgreSQL's own error fields; an unreachable database is a 502.
 */
export function createSqlEndpoint(doors: readonly Door[]): Server {
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, maxHeaderSize: 16_384 },
    (request, response) => {
      drainUnreadBody(request, response)
      answer(doors, request, departure(response)).then(
        ({ status, body }) => {
          send(response, status, body)
        },
        (error: unknown) => {
          send(response, 502, { message: `The database cannot be reached: ${messageOf(error)}` })
        },
      )
    },
  )
  return server
}

/** Aborts when the client is gone. */
function departure(response: ServerResponse): AbortSignal {
  const leaving = new AbortController()
  response.once('close', () => {
    leaving.abort()
  })
  return leaving.signal
}

async function answer(
  doors: readonly Door[],
  request: IncomingMessage,
  departed: AbortSignal,
): Promise<Answer> {
  const malformed = malformedStatus(request)
  if (malformed) return { status: malformed, body: { message: 'The request is malformed.' } }
  if (request.url !== '/sql') return { status: 404, body: { message: 'There is only /sql here.' } }
  if (request.method !== 'POST') return { status: 405, body: { message: 'Only POST is understood.' } }

  const door = findDoor(request.headers['neon-connection-string'], doors)
  if ('refusal' in door) return { status: 400, body: door.refusal }
  const { pool } = door

  const text = await readBody(request)
  if (text === null) return { status: 413, body: { message: 'The request is too large.' } }

  const parsed = readSqlRequest(text, request.headers)
  if (!parsed.ok) return { status: 400, body: { message: parsed.message } }

  const result = await runStatement(pool, parsed.request, departed)
  return result.ok ? { status: 200, body: result.value } : { status: 400, body: result.error }
}

function findDoor(header: string | string[] | undefined, doors: readonly Door[]): Door | { refusal: object } {
  if (typeof header !== 'string' || !URL.canParse(header)) {
    return { refusal: { message: 'The Neon-Connection-String header is missing or no URL.' } }
  }
  const given = credentialsOf(header)
  const message = `password authentication failed for user "${given.user}"`
  return findLogin(given, doors) ?? { refusal: { severity: 'FATAL', code: '28P01', message } }
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

/** A login, and the connections that act with its rights. */
export interface Door extends Login {
  pool: SqlPool
}

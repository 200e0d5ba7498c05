import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { startBlobs } from '../../netlify/local/blobs.ts'
import { loadFunction } from '../../netlify/local/site.ts'
import { BUILT_PROJECT } from './built-project.ts'
import { query } from './query.ts'
import { signedInMember } from './signed-in-member.ts'
import { startTestDatabase, type TestDatabase } from './test-databases.ts'

const SITE = 'https://portal.example.org'

/** For a whole test file: calls the built function as a browser does. The database is emptied before each test. */
export async function useBuiltActions(): Promise<BuiltActions> {
  const database = await startTestDatabase()
  const directory = await mkdtemp(join(tmpdir(), 'lanai-pictures-'))
  const blobs = await startBlobs({ directory })
  vi.stubEnv('SITE_URL', SITE)
  vi.stubEnv('DATABASE_URL', database.roleUrls.lanai_app)
  vi.stubEnv('EDGE_DATABASE_URL', database.roleUrls.lanai_edge)
  vi.stubEnv('DATABASE_HTTP_URL', database.httpUrl)
  vi.stubEnv('NETLIFY_BLOBS_CONTEXT', blobs.context)
  const serve = await loadFunction(join(BUILT_PROJECT, '.netlify/v1/functions/ssr/ssr.mjs'))

  beforeEach(async () => {
    // Deliveries log that no email provider is configured.
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    for (const table of ['users', 'rate_limits', 'outbox']) await query(database, `delete from ${table}`)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  afterAll(async () => {
    await blobs.close()
    await database.close()
    await rm(directory, { recursive: true })
  })

  const ask = (path: string, init: RequestInit, ip = '127.0.0.1') =>
    serve(Object.assign(new Request(new URL(path, SITE), init), { ip }))
  const send: BuiltActions['send'] = async (action, body, headers = {}, ip) => {
    const stream = body instanceof ReadableStream && { duplex: 'half' as const }
    const sent = { origin: SITE, ...typeOf(body), ...headers }
    return toAnswer(await ask(`/_actions/${action}`, { method: 'POST', body, headers: sent, ...stream }, ip))
  }
  return {
    database,
    send,
    ask: (path, headers = {}, method = 'GET') => ask(path, { method, headers }),
    call: (action, input, headers, ip) =>
      send(action, input === undefined ? null : JSON.stringify(input), headers, ip),
  }
}

/** The content type that a browser sends. */
function typeOf(body: Body): Record<string, string> {
  if (body === null) return {}
  return { 'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json' }
}

async function toAnswer(response: Response): Promise<Answer> {
  const body = await response.text()
  const isJson = response.headers.get('content-type') === 'application/json'
  return {
    status: response.status,
    error: isJson ? (JSON.parse(body) as object) : null,
    body,
    cookies: response.headers.getSetCookie(),
    headers: [...response.headers].filter(([name]) => name !== 'set-cookie'),
    retryAfter: response.headers.get('retry-after'),
  }
}

/** The request header of a browser that holds these cookies. */
export function cookieHeader(cookies: Record<string, string>): Record<string, string> {
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  return { cookie: pairs.join('; ') }
}

/** Makes an approved member with a session. Returns the request header of their browser. */
export async function signedIn(
  { database }: BuiltActions,
  member: { email: string; password: string; fullName?: string },
): Promise<Record<string, string>> {
  return { cookie: await signedInMember({ ...database, siteUrl: SITE }, { ...member, status: 'approved' }) }
}

export async function decide({ database }: BuiltActions, email: string, status: string): Promise<void> {
  await query(database, 'select decide_memberships(array[$1], $2, force => true)', [email, status])
}

export interface BuiltActions {
  database: TestDatabase
  /** Requests an address that isn't an action. */
  ask: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>
  /** Sends an input as JSON; without one, no body. */
  call: (action: string, input?: unknown, headers?: Record<string, string>, ip?: string) => Promise<Answer>
  /** Sends a body exactly as given. */
  send: (action: string, body: Body, headers?: Record<string, string>, ip?: string) => Promise<Answer>
}

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null

export interface Answer {
  status: number
  error: object | null
  body: string
  cookies: string[]
  /** Without `set-cookie`. */
  headers: [string, string][]
  retryAfter: string | null
}

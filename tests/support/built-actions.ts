import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { startBlobs } from '../../netlify/local/blobs.ts'
import { loadFunction, type Serve } from '../../netlify/local/site.ts'
import { BUILT_PROJECT } from './built-project.ts'
import { query } from './query.ts'
import { signedInMember } from './signed-in-member.ts'
import { startTestDatabase, type TestDatabase } from './test-databases.ts'

const FUNCTION = join(BUILT_PROJECT, '.netlify/v1/functions/ssr/ssr.mjs')
const SITE = 'https://portal.example.org'

/** For a whole test file: the built actions, with nobody and nothing in them before each test. */
export async function useBuiltActions(): Promise<BuiltActions> {
  const actions = await startBuiltActions()
  beforeEach(async () => {
    // No mail provider is known here, and every delivery says so.
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await actions.reset()
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  afterAll(() => actions.close())
  return actions
}

/** The built function over a database in memory and a store of pictures, asked as the browser asks it. */
async function startBuiltActions(): Promise<BuiltActions> {
  const database = await startTestDatabase()
  vi.stubEnv('SITE_URL', SITE)
  vi.stubEnv('DATABASE_URL', database.roleUrls.lanai_app)
  vi.stubEnv('DATABASE_HTTP_URL', database.httpUrl)
  const directory = await mkdtemp(join(tmpdir(), 'lanai-pictures-'))
  const blobs = await startBlobs({ directory, token: 'secret' })
  vi.stubEnv('NETLIFY_BLOBS_CONTEXT', blobs.context)
  const serve = await loadFunction(FUNCTION)

  const send: BuiltActions['send'] = (action, body, headers = {}, ip = '127.0.0.1') =>
    post(serve, { action, body, headers, ip })
  return {
    database,
    send,
    ask(path, headers = {}, method = 'GET') {
      const url = new URL(path, SITE)
      return serve(from('127.0.0.1', new Request(url, { method, headers })))
    },
    async close() {
      await blobs.close()
      await database.close()
      await rm(directory, { recursive: true })
    },
    call: (action, input, headers, ip) =>
      send(action, input === undefined ? null : JSON.stringify(input), headers, ip),
    async reset() {
      for (const table of ['users', 'rate_limits', 'outbox']) await query(database, `delete from ${table}`)
    },
  }
}

async function post(serve: Serve, { action, body, headers, ip }: Sent): Promise<Answer> {
  const url = new URL(`/_actions/${action}`, SITE)
  const request = new Request(url, {
    method: 'POST',
    body,
    headers: { origin: SITE, ...typeOf(body), ...headers },
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  })
  return toAnswer(await serve(from(ip, request)))
}

function from(ip: string, request: Request) {
  return Object.assign(request, { ip })
}

/** What a browser says of it: a picture is bytes, everything else is JSON. */
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

/** Makes somebody an approved member with a session. Returns the request header of their browser. */
export async function signedIn(
  { database }: BuiltActions,
  member: { email: string; password: string; fullName?: string },
): Promise<Record<string, string>> {
  return { cookie: await signedInMember(database, { ...member, status: 'approved' }) }
}

export async function decide({ database }: BuiltActions, email: string, status: string): Promise<void> {
  await query(database, 'select decide_membership($1, $2)', [email, status])
}

/** The value of the cookie that an answer sets; '' without one. */
export function cookieOf({ cookies }: Answer, name: string): string {
  const pair = cookies.map((cookie) => cookie.split(';')[0] ?? '').find((text) => text.startsWith(`${name}=`))
  return pair?.slice(name.length + 1) ?? ''
}

export interface BuiltActions {
  database: TestDatabase
  /** Asks for what is no action. */
  ask: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>
  /** Sends an input as JSON; without one, no body. */
  call: (action: string, input?: unknown, headers?: Record<string, string>, ip?: string) => Promise<Answer>
  /** Sends a body exactly as given. */
  send: (action: string, body: Body, headers?: Record<string, string>, ip?: string) => Promise<Answer>
  /** No members, no mail, no attempts counted. */
  reset: () => Promise<void>
  close: () => Promise<void>
}

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null

export interface Answer {
  status: number
  error: object | null
  body: string
  cookies: string[]
  /** All but cookies. */
  headers: [string, string][]
  retryAfter: string | null
}

interface Sent {
  action: string
  body: Body
  headers: Record<string, string>
  ip: string
}

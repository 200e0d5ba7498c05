import { join } from 'node:path'
import { sha256Hex } from '#src/server/tokens.ts'
import type { BuiltFile } from '#src/server/vendors/ports.ts'
import { SCREEN_KEYS, VAULT_KEYS } from '#src/shared/paths.ts'
import { refuse } from '../../netlify/local/host.ts'
import { loadEdge } from '../../netlify/local/site/edge.ts'
import { loadFunction } from '../../netlify/local/site/function.ts'
import type { Origin } from '../../netlify/local/site/site-request.ts'
import { readHeaderRules, readStaticFiles } from '../../netlify/local/site/static-files.ts'
import { keysOfDeployStore, readFromDeployStore } from '../../tools/deploy-store.ts'
import { pathOf } from '../support/built-site.ts'
import { CANARY, HIDDEN_FROM_MEMBERS } from './judge.ts'
import { people } from './people.ts'
import type { Pages } from './recipes.ts'
import { type Ask, SITE_HOST, sourceGate } from './source-gate.ts'

/**
 * The build's own edge function, files and function, called in this process, with a canary in each protected file. What
 * they ask of the database and of the store over HTTP is answered here: members and files are in memory.
 */
export async function loadBuiltPortal(root: string): Promise<BuiltPortal> {
  const built = join(root, '.netlify/v1')
  const store = await readStore(root)
  Object.assign(process.env, ENV)
  globalThis.fetch = (input, init) => Promise.resolve(answerFetch(store, new Request(input, init).url, init))

  const files = await readStaticFiles(join(root, 'dist'), await readHeaderRules(built))
  const serveFunction = await loadFunction(join(built, 'functions/ssr/ssr.mjs'))
  const edge = await loadEdge(join(built, 'edge-functions/middleware/middleware.mjs'))
  const origin: Origin = async (ask) => (await files.answer(ask)) ?? serveFunction(ask)
  const atEdge: Ask = (request, ip) => {
    const ask = { request, url: new URL(request.url), ip }
    return edge.covers(ask.url) ? edge.answer(ask, origin) : origin(ask)
  }
  const inFunction: Ask = (request, ip) => serveFunction({ request, url: new URL(request.url), ip })

  const open = (key: string) => Promise.resolve(store.get(key) ?? null)
  const nameOf = (path: string) =>
    path === '/' ? 'index.html' : /\.[a-z0-9]+$/.test(path) ? path.slice(1) : `${path.slice(1)}.html`
  const pages = {
    openProtected: (path: string) => open(VAULT_KEYS + nameOf(path)),
    async openPublic(path: string) {
      const screen = await open(SCREEN_KEYS + nameOf(path))
      if (!screen) throw new Error(`The build has no screen ${path}.`)
      return screen
    },
  }
  // Development hands on what is not the gate's to the same files and function.
  const behind: Ask = (request, ip) => origin({ request, url: new URL(request.url), ip })
  const dev = sourceGate({ pages, next: behind })
  return {
    atEdge: behindHost(atEdge),
    inFunction,
    dev: behindHost(dev),
    pages: protectedPaths([...store.keys()]),
  }
}

/** What no host lets through reaches no gate. */
function behindHost(ask: Ask): Ask {
  return async (request, ip) => refuse(request) ?? ask(request, ip)
}

/** What is protected and has an address. */
export function protectedPaths(keys: readonly string[]): Pages {
  const inVault = keys
    .filter((key) => key.startsWith(VAULT_KEYS))
    .map((key) => pathOf(key.slice(VAULT_KEYS.length)))
  return {
    all: inVault.filter((path) => !path.startsWith('/states/')),
    hiddenFromMembers: HIDDEN_FROM_MEMBERS,
  }
}

/** The same file, to be recognised wherever a byte of its end turns up. Screens that stand for a page are shown to outsiders. */
export function withCanary(key: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const path = pathOf(key.slice(VAULT_KEYS.length))
  const isMarked = key.startsWith(VAULT_KEYS) && !/^\/states\/(?!missing)/.test(path)
  return new Uint8Array(isMarked ? Buffer.concat([bytes, Buffer.from(`\n${CANARY}${path};`)]) : bytes)
}

/** Enough of each file for its marks; its words would only be copied about. */
const KEPT_BYTES = 1000

async function readStore(root: string): Promise<Map<string, BuiltFile>> {
  const entries = keysOfDeployStore(root).map(async (key): Promise<[string, BuiltFile]> => {
    const { bytes, metadata } = await readFromDeployStore(root, key)
    return [key, { ...metadata, bytes: withCanary(key, bytes.subarray(0, KEPT_BYTES)) }]
  })
  return new Map(await Promise.all(entries))
}

const DATABASE = 'http://database.localhost/sql'
const STORE = 'http://store.localhost'
const ENV = {
  SITE_URL: `http://${SITE_HOST}`,
  DATABASE_URL: 'postgres://user:password@database.localhost/lanai',
  DATABASE_HTTP_URL: DATABASE,
  LOG_REQUESTS: 'errors',
  NETLIFY_BLOBS_CONTEXT: btoa(
    JSON.stringify({ edgeURL: STORE, token: 't', siteID: 's', deployID: 'd', primaryRegion: 'r' }),
  ),
}

function answerFetch(store: ReadonlyMap<string, BuiltFile>, url: string, init?: RequestInit): Response {
  if (url === DATABASE) return answerSql(JSON.parse(init?.body as string) as Statement)
  const file = store.get(decodeURIComponent(new URL(url).pathname).replace(/^\/region:r\/s\/deploy:d\//, ''))
  if (!url.startsWith(STORE) || !file) return new Response(null, { status: 404 })
  const metadata = btoa(JSON.stringify({ type: file.type, etag: file.etag }))
  return new Response(file.bytes, { headers: { 'netlify-blobs-metadata': `b64;${metadata}` } })
}

/** As Neon answers: rows of text. What else is asked about finds nothing. */
function answerSql({ query, params }: Statement): Response {
  if (query.includes('portal_health')) return rowsOf([{ health: JSON.stringify(HEALTH) }], { health: 114 })
  if (!query.includes('FROM sessions s JOIN members')) return rowsOf([])
  // The sessions that are asked about at once: {"…","…"}
  const sessionIds = String(params.at(-2)).match(/\w+/g) ?? []
  return rowsOf(
    sessionIds.flatMap((sessionId) => {
      const member = membersByHash.get(sessionId)
      return member ? [{ sessionId, ...member, secondsLeft: 2_000_000 }] : []
    }),
  )
}

function rowsOf(found: Row[], types: Record<string, number> = {}): Response {
  const fields = Object.entries(found[0] ?? {}).map(([name, value]) => ({
    name,
    dataTypeID: types[name] ?? typeIds[typeof value] ?? 25,
  }))
  const rows = found.map((row) => Object.values(row).map(asText))
  return Response.json({ command: 'SELECT', rowCount: rows.length, rowAsArray: true, fields, rows })
}

function asText(value: Row[string]): string | null {
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return value === null ? null : String(value)
}

const HEALTH = {
  migration: '0001_members.sql',
  migrations: 1,
  outbox: { waiting: 0, dead: 0, oldestSeconds: null },
  sweptSecondsAgo: null,
}

const typeIds: Record<string, number> = { boolean: 16, number: 701 }

const membersByHash = new Map(
  Object.values(people).flatMap(({ token, member }) => (member ? [[sha256Hex(token), member]] : [])),
)

type Row = Record<string, string | number | boolean | null>

interface Statement {
  query: string
  params: unknown[]
}

export interface BuiltPortal {
  /** All of the build, as it is deployed. */
  atEdge: Ask
  /** Past the edge, straight to the function. */
  inFunction: Ask
  /** The gate of development, from its sources. */
  dev: Ask
  pages: Pages
}

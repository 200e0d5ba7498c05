import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { FastResponse } from 'srvx'
import { staticMiddleware } from 'srvx/static'
import type { SiteRequest } from './site-request.ts'

/** Pages and scripts; anything larger is read from disk when it is asked for. */
const MAX_KEPT_BYTES = 512 * 1024

/** Read by Netlify itself at deploy time and never served. */
const NOT_SERVED = new Set(['_headers', '_redirects'])

/** A request with one of these wants a part of the file, or only to know whether it changed. */
const CONDITIONS = [
  'range',
  'if-none-match',
  'if-modified-since',
  'if-match',
  'if-unmodified-since',
  'if-range',
]

/**
 * The files of a finished build, found as Netlify's CDN finds them: the path is decoded and its case does not
 * matter, and `/x`, `/x/`, `/x.html` and `/x/index.html` are one file. What is not in the build when the host
 * starts is not found, so no path can lead anywhere else on the disk.
 */
export async function readStaticFiles(directory: string, rules: HeaderRule[]): Promise<StaticFiles> {
  const library = staticMiddleware({ dir: directory, compress: false, encodings: false })
  const read = (request: Request) => library(request, () => NOT_FOUND) as Promise<Response>

  const files = new Map<string, StaticFile>()
  for (const name of await fileNames(directory)) {
    const file = await keep(name, read, rules)
    for (const key of keysOf(name)) files.set(key, file)
  }

  return {
    async answer({ request, url }) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return null
      const file = files.get(keyOf(url.pathname) ?? '')
      if (!file) return null
      if (file.bytes && !CONDITIONS.some((name) => request.headers.has(name))) {
        return new FastResponse(request.method === 'HEAD' ? null : file.bytes, { headers: file.headers })
      }
      const { method, headers } = request
      const answer = await read(new Request(new URL(file.path, url), { method, headers }))
      return withHeaders(answer, file.extraHeaders)
    },
  }
}

/** The response headers that the build asks for, by path, from Netlify's own configuration file. */
export async function readHeaderRules(builtDirectory: string): Promise<HeaderRule[]> {
  const config = JSON.parse(await readFile(join(builtDirectory, 'config.json'), 'utf8')) as NetlifyConfig
  return (config.headers ?? []).map((rule) => ({
    pattern: new URLPattern({ pathname: rule.for }),
    headers: rule.values,
  }))
}

/** The library's own answer for the file, kept in memory, so that both ways give the same headers. */
async function keep(name: string, read: Read, rules: HeaderRule[]): Promise<StaticFile> {
  const path = `/${name.split('/').map(encodeURIComponent).join('/')}`
  const extraHeaders = rules
    .filter(({ pattern }) => pattern.test({ pathname: `/${name}` }))
    .flatMap(({ headers }) => Object.entries(headers))
  const address = `http://localhost${path}`
  const { headers } = await read(new Request(address, { method: 'HEAD' }))
  // Opened only to be kept: a body that nobody reads holds its file open.
  if (Number(headers.get('content-length')) > MAX_KEPT_BYTES) {
    return { path, extraHeaders, bytes: null, headers: [] }
  }
  const answer = withHeaders(await read(new Request(address)), extraHeaders)
  if (name.endsWith('.ics')) answer.headers.set('content-type', CALENDAR_TYPE)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return { path, extraHeaders, bytes, headers: [...answer.headers] }
}

function withHeaders(answer: Response, headers: [string, string][]): Response {
  for (const [name, value] of headers) answer.headers.set(name, value)
  if (!answer.headers.has('cache-control')) answer.headers.set('cache-control', REVALIDATE)
  return answer
}

/** Every name under which a file is found. */
function keysOf(name: string): string[] {
  const key = `/${name.toLowerCase()}`
  if (key.endsWith('/index.html')) return [key, key.slice(0, -'/index.html'.length) || '/']
  return key.endsWith('.html') ? [key, key.slice(0, -'.html'.length)] : [key]
}

/** The name a path stands for; null when it cannot be decoded. */
function keyOf(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname).toLowerCase().replace(/\/+/g, '/')
    return path === '/' ? path : path.replace(/\/$/, '')
  } catch {
    return null
  }
}

async function fileNames(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !NOT_SERVED.has(entry.name) && !entry.name.startsWith('.'))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

/** Known to Netlify's CDN, and not to the library. */
const CALENDAR_TYPE = 'text/calendar; charset=UTF-8'

/** Netlify's default for everything that has no rule of its own. */
const REVALIDATE = 'public, max-age=0, must-revalidate'
const NOT_FOUND = new Response(null, { status: 404 })

interface HeaderRule {
  pattern: URLPattern
  headers: Record<string, string>
}

interface NetlifyConfig {
  headers?: { for: string; values: Record<string, string> }[]
}

type Read = (request: Request) => Promise<Response>

interface StaticFile {
  path: string
  extraHeaders: [string, string][]
  /** null when it is too large to be kept. */
  bytes: Uint8Array<ArrayBuffer> | null
  headers: [string, string][]
}

export interface StaticFiles {
  /** null when the build has no such file. */
  answer(ask: Pick<SiteRequest, 'request' | 'url'>): Promise<Response | null>
}

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A finished build in a folder of its own, with as little in it as a test of the host needs. */
export async function makeTinySite({ edge, files = {}, fn = ECHO }: TinySite): Promise<MadeSite> {
  const root = await mkdtemp(join(tmpdir(), 'lanai-site-'))
  const written: Record<string, string | Uint8Array> = {
    '.netlify/v1/config.json': JSON.stringify({ headers: [{ for: '/_astro/*', values: IMMUTABLE }] }),
    '.netlify/v1/edge-functions/middleware/middleware.mjs': `${edge}\n${EDGE_CONFIG}`,
    '.netlify/v1/functions/ssr/ssr.mjs': fn,
    ...Object.fromEntries(Object.entries(files).map(([name, content]) => [`dist/${name}`, content])),
  }
  await mkdir(join(root, 'dist'))
  for (const [name, content] of Object.entries(written)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), content)
  }
  return { root, remove: () => rm(root, { recursive: true }) }
}

const IMMUTABLE = { 'Cache-Control': 'public, max-age=31536000, immutable' }
const EDGE_CONFIG = "export const config = { path: '/*', excludedPath: ['/_astro/*'] }"
const ECHO =
  "export default async (request) => new Response('function ' + request.method + ' ' + (await request.text()), { status: 404 })"

export interface TinySite {
  /** Source of the edge function's default export. */
  edge: string
  /** Relative to `dist`. */
  files?: Record<string, string | Uint8Array>
  /** Source of the function; by default it answers 404 and what it was asked. */
  fn?: string
}

export interface MadeSite {
  root: string
  remove: () => Promise<void>
}

import { vaultPath } from 'virtual:lanai/vault'
import type { Pages } from './ports.ts'

/**
 * The built site behind Netlify's `context.rewrite`, which fetches a file of this deploy without running the gate
 * again. Protected files lie in the vault: a directory whose name only this bundle knows.
 */
export function createNetlifyPages(request: Request, rewrite: Rewrite, kept: KeptFiles): Pages {
  const open = (path: string) => {
    askForWholeFile(request.headers)
    return rewrite(path)
  }

  async function openProtected(path: string): Promise<Response | null> {
    const file = await open(vaultPath + fileName(path))
    if (file.status === 200) return file
    await file.body?.cancel()
    if (file.status === 404) return null
    throw new Error(`The file server answered ${file.status} for a protected page.`)
  }

  return {
    openProtected,

    async openKept(path) {
      const known = kept.get(path) ?? (await keep(await openProtected(path)))
      if (!known) return null
      kept.set(path, known)
      return new Response(known.text, { headers: { 'Content-Type': known.type } })
    },

    async openPublic(path) {
      const file = await open(fileName(path))
      if (file.status === 200) return file
      throw new Error(`The file server answered ${file.status} for the public screen ${path}.`)
    },
  }
}

async function keep(file: Response | null): Promise<KeptFile | null> {
  return file && { text: await file.text(), type: file.headers.get('content-type') ?? 'text/plain' }
}

interface KeptFile {
  text: string
  type: string
}

/** Small files by their path, which the caller may keep from one request to the next. */
export type KeptFiles = Map<string, KeptFile>

export type Rewrite = (path: string) => Promise<Response>

/**
 * The host passes the visitor's headers on to the file server, but a part of a file, or word that it is unchanged,
 * is of no use to the gate: it writes the member into the page.
 */
function askForWholeFile(headers: Headers): void {
  for (const name of conditionalHeaders) headers.delete(name)
}

const conditionalHeaders = [
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
]

/** Astro writes `/leaderboard` to `leaderboard.html`; data files keep their own name. */
function fileName(path: string): string {
  if (path === '/') return '/index.html'
  return /\.[a-z0-9]+$/.test(path) ? path : `${path}.html`
}

import type { Pages, BuiltFile } from './ports.ts'

/** All pages of a programme many times over, and little of what an instance has. */
const MOST_KEPT_BYTES = 32 * 1024 * 1024

/**
 * The built site behind Netlify's `context.rewrite`, which fetches a file of this deploy without running the gate
 * again. Protected files lie in the vault: a directory whose name only this bundle knows. Each file is fetched once.
 */
export function createNetlifyPages({ vaultPath, kept }: Vault, request: Request, rewrite: Rewrite): Pages {
  async function open(name: string): Promise<BuiltFile | null> {
    const known = kept.get(name)
    if (known) return known

    askForWholeFile(request.headers)
    const answer = await rewrite(name)
    if (answer.status === 200) {
      const file = await readFile(answer)
      // The host asks with the visitor's method, and the answer to HEAD has no body.
      const isWhole = request.method === 'GET'
      return isWhole && mayBeKept(answer) ? kept.keep(name, file) : file
    }
    await answer.body?.cancel()
    if (answer.status === 404) return null
    throw new Error(`The file server answered ${answer.status} for a file of the build.`)
  }

  return {
    openProtected: (path) => open(vaultPath + fileName(path)),

    async openPublic(path) {
      const file = await open(fileName(path))
      if (file) return file
      throw new Error(`The build has no public screen ${path}.`)
    },
  }
}

/** The development server makes its pages anew each time, and says so. */
function mayBeKept({ headers }: Response): boolean {
  return headers.get('cache-control') !== 'no-store'
}

async function readFile(answer: Response): Promise<BuiltFile> {
  return {
    type: answer.headers.get('content-type') ?? 'application/octet-stream',
    etag: answer.headers.get('etag'),
    bytes: new Uint8Array(await answer.arrayBuffer()),
  }
}

export interface Vault {
  /** Where the protected files lie, without a slash at the end. */
  vaultPath: string
  kept: KeptFiles
}

/** Files of one build by their name, for as long as the instance lives. When there is no more room, none is added. */
export class KeptFiles {
  readonly #files = new Map<string, BuiltFile>()
  #bytes = 0

  get(name: string): BuiltFile | undefined {
    return this.#files.get(name)
  }

  /** @returns the file itself. */
  keep(name: string, file: BuiltFile): BuiltFile {
    if (this.#bytes + file.bytes.length > MOST_KEPT_BYTES) return file
    this.#bytes += file.bytes.length
    this.#files.set(name, file)
    return file
  }
}

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

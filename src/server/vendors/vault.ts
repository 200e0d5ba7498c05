import { getDeployStore } from '@netlify/blobs'
import { SCREEN_KEYS, VAULT_KEYS } from '#src/shared/paths.ts'
import type { BuiltFile, Pages } from './ports.ts'

/** A member waits no longer than this for a file before the gate says that the portal is away. */
const READ_TIMEOUT_MS = 2500

/**
 * The built site in the deploy's own store of Netlify Blobs, where the build has put it: nothing in it has an address.
 * Each file is read once and kept for as long as the instance lives: a build never changes.
 */
export function createDeployPages(): Pages {
  const kept = new Map<string, BuiltFile>()

  async function open(key: string): Promise<BuiltFile | null> {
    const known = kept.get(key)
    if (known) return known

    // Opened each time: the host hands out the key to its store with each request.
    const store = getDeployStore({ fetch: fetchWithRetry })
    // What its type does not say: null when there is nothing under this key.
    const found = (await store.getWithMetadata(key, { type: 'arrayBuffer' })) as Found | null
    if (!found) return null
    const { type, etag } = found.metadata
    if (typeof type !== 'string' || typeof etag !== 'string')
      throw new Error('A file of the build has no type.')
    const file = { type, etag, bytes: new Uint8Array(found.data) }
    kept.set(key, file)
    return file
  }

  return {
    openProtected: (path) => open(VAULT_KEYS + fileName(path)),

    async openPublic(path) {
      const file = await open(SCREEN_KEYS + fileName(path))
      if (file) return file
      throw new Error(`The build has no public screen ${path}.`)
    },
  }
}

/** Astro writes `/leaderboard` to `leaderboard.html`; data files keep their own name. */
function fileName(path: string): string {
  if (path === '/') return 'index.html'
  return /\.[a-z0-9]+$/.test(path) ? path.slice(1) : `${path.slice(1)}.html`
}

/**
 * Asks a store that fails once more at once. Its own client would do so five seconds later, again and again, when
 * the member has given up: what failed twice is said to it in a way that it takes for an answer.
 */
async function fetchWithRetry(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const inTime = { ...init, signal: AbortSignal.timeout(READ_TIMEOUT_MS) }
  const ask = () => fetch(input, inTime).then(orFailed, failed)
  const answer = await ask()
  return answer.status === FAILED ? ask() : answer
}

/** To the client an error of ours, after which it does not ask again. */
const FAILED = 424

function orFailed(answer: Response): Response {
  return answer.status === 429 || answer.status >= 500 ? failed(answer.status) : answer
}

/** The client puts this header into its error. */
function failed(reason: unknown): Response {
  const said = reason instanceof Error ? reason.name : String(reason)
  return new Response(null, { status: FAILED, headers: { 'x-nf-error': said } })
}

type Found = Awaited<ReturnType<ReturnType<typeof getDeployStore>['getWithMetadata']>> & { data: ArrayBuffer }

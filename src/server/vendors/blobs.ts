import { getStore } from '@netlify/blobs'
import type { AvatarStore } from './ports.ts'

const STORE = 'avatars'
const TIMEOUT_MS = 8000

export function createAvatarStore(timeoutMs = TIMEOUT_MS): AvatarStore {
  // Opened per call, because Netlify provides credentials per request.
  const open = () => getStore({ name: STORE, consistency: 'strong', fetch: fetchInTime(timeoutMs) })

  return {
    async put(key, picture) {
      await open().set(key, new Blob([new Uint8Array(picture)]))
    },

    async read(key) {
      // null when there is no such key, which the package's type omits.
      const found = (await open().get(key, { type: 'arrayBuffer' })) as ArrayBuffer | null
      return found && new Uint8Array(found)
    },

    async remove(key) {
      await open().delete(key)
    },

    async list() {
      const { blobs } = await open().list()
      return blobs.map(({ key }) => key)
    },
  }
}

/**
 * For the package, which has no timeout and would retry five times with pauses of 5 s: retries once at once, and returns failures
 * with a status that it doesn't retry. Netlify sometimes answers 403 for a moment. Keys are written once, so a retry is safe.
 *
 * @param timeoutMs for both attempts together.
 */
export function fetchInTime(timeoutMs: number): typeof fetch {
  return async (input, init) => {
    const inTime = { ...init, signal: AbortSignal.timeout(timeoutMs) }
    const attempt = () => fetch(input, inTime).then(orFailed, failed)
    const response = await attempt()
    return response.status === FAILED || response.status === 403 ? attempt() : response
  }
}

/** A client error, which the package doesn't retry. */
const FAILED = 424

function orFailed(response: Response): Response {
  return response.status === 429 || response.status >= 500 ? failed(response.status) : response
}

/** The package includes this header in its error. */
function failed(reason: unknown): Response {
  const message = reason instanceof Error ? reason.name : String(reason)
  return new Response(null, { status: FAILED, headers: { 'x-nf-error': message } })
}

import { getStore } from '@netlify/blobs'
import type { AvatarStore } from './ports.ts'

const STORE = 'avatars'
const TIMEOUT_MS = 8000

/** Pictures kept by Netlify Blobs, for the whole site and not for one deploy of it. What takes longer fails. */
export function createAvatarStore(timeoutMs = TIMEOUT_MS): AvatarStore {
  // Opened each time: the host hands out the key to its store with each request.
  const open = () => getStore({ name: STORE, consistency: 'strong' })
  const inTime = <T>(work: Promise<T>) => Promise.race([work, failAfter(timeoutMs)])

  return {
    async put(key, picture) {
      const set = () => open().set(key, new Blob([new Uint8Array(picture)]))
      // Now and then the host refuses what it takes a moment later. Each key is written once, so setting it twice is harmless.
      await inTime(
        set().catch((error: unknown) => (isRefusal(error) ? set() : Promise.reject(error as Error))),
      )
    },

    async read(key) {
      // What its type does not say: null when there is nothing under this key.
      const found = (await inTime(open().get(key, { type: 'arrayBuffer' }))) as ArrayBuffer | null
      return found && new Uint8Array(found)
    },

    async remove(key) {
      await inTime(open().delete(key))
    },

    async list() {
      const { blobs } = await inTime(open().list())
      return blobs.map(({ key }) => key)
    },
  }
}

/** The store's own client waits without end, and tries five more times with pauses of five seconds. */
function failAfter(ms: number): Promise<never> {
  const { reject, promise } = Promise.withResolvers<never>()
  const signal = AbortSignal.timeout(ms)
  signal.addEventListener('abort', () => {
    reject(signal.reason as Error)
  })
  return promise
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 403
}

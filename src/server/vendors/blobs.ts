import { once } from 'node:events'
import { getStore } from '@netlify/blobs'
import type { AvatarStore } from './ports.ts'

const STORE = 'avatars'
const TIMEOUT_MS = 8000

/** Pictures in Netlify Blobs, shared by all deploys. Calls fail after the timeout. */
export function createAvatarStore(timeoutMs = TIMEOUT_MS): AvatarStore {
  // Opened per call, because Netlify provides credentials per request.
  const open = () => getStore({ name: STORE, consistency: 'strong' })
  const inTime = <T>(work: Promise<T>) => Promise.race([work, failAfter(timeoutMs)])

  return {
    async put(key, picture) {
      const set = () => open().set(key, new Blob([new Uint8Array(picture)]))
      // Netlify sometimes answers 403 for a moment. Keys are written once, so a retry is safe.
      await inTime(
        set().catch((error: unknown) => (isRefusal(error) ? set() : Promise.reject(error as Error))),
      )
    },

    async read(key) {
      // null when there is no such key, which the package's type omits.
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

/** Needed because the package has no timeout, and retries five times with pauses of 5 s. */
async function failAfter(ms: number): Promise<never> {
  const signal = AbortSignal.timeout(ms)
  await once(signal, 'abort')
  throw signal.reason as Error
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 403
}

import { getStore } from '@netlify/blobs'
import type { AvatarStore } from './ports.ts'

const STORE = 'avatars'
const TIMEOUT_MS = 8000

/** Pictures kept by Netlify Blobs, for the whole site and not for one deploy of it. */
export function createAvatarStore(): AvatarStore {
  // Opened anew each time: the host hands out the key to its store with each request.
  const open = () => getStore({ name: STORE, consistency: 'strong', fetch: fetchInTime })

  return {
    async put(key, picture) {
      await open().set(key, new Blob([new Uint8Array(picture)]))
    },

    async read(key) {
      // What its type does not say: null when there is nothing under this key.
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

/** The store's own client waits for ever. */
function fetchInTime(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  return fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
}

import { getStore } from '@netlify/blobs'
import { avatarKey, parseAvatarKey } from '../avatars/avatar-name.ts'
import type { AvatarStore } from '../members/ports.ts'

const STORE = 'avatars'
const TIMEOUT_MS = 8000

/** Pictures kept by Netlify Blobs, for the whole site and not for one deploy of it. */
export function createAvatarStore(): AvatarStore {
  // Opened anew each time: the host hands out the key to its store with each request.
  const open = () => getStore({ name: STORE, consistency: 'strong', fetch: fetchInTime })

  return {
    async put(avatar, picture) {
      await open().set(avatarKey(avatar), new Blob([new Uint8Array(picture)]))
    },

    async read(avatar) {
      // What its type does not say: null when there is nothing under this key.
      const found = (await open().get(avatarKey(avatar), { type: 'arrayBuffer' })) as ArrayBuffer | null
      return found && new Uint8Array(found)
    },

    async remove(avatar) {
      await open().delete(avatarKey(avatar))
    },

    async list() {
      const { blobs } = await open().list()
      return blobs.flatMap(({ key }) => parseAvatarKey(key) ?? [])
    },
  }
}

/** The store's own client waits for ever. */
function fetchInTime(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  return fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
}

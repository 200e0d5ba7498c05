import type { AvatarStore } from '#src/server/vendors/ports.ts'

/** Pictures in memory, in place of Netlify Blobs. */
export function memoryAvatarStore(): AvatarStore {
  const pictures = new Map<string, Uint8Array>()
  return {
    put: (key, picture) => Promise.resolve(void pictures.set(key, picture)),
    read: (key) => Promise.resolve(pictures.get(key) ?? null),
    remove: (key) => Promise.resolve(void pictures.delete(key)),
    list: () => Promise.resolve([...pictures.keys()]),
  }
}

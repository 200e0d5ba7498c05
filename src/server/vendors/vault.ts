import { getDeployStore } from '@netlify/blobs'
import { SCREEN_KEYS, VAULT_KEYS } from '#src/shared/paths.ts'
import { fetchInTime } from './blobs.ts'
import type { BuiltFile, Pages } from './ports.ts'

const READ_TIMEOUT_MS = 2500

/**
 * Files of the build in the deploy store of Netlify Blobs, which has no public URLs. Cached for the life of the instance, because
 * a build never changes.
 */
export function createDeployPages(): Pages {
  const kept = new Map<string, BuiltFile>()

  async function open(key: string): Promise<BuiltFile | null> {
    const known = kept.get(key)
    if (known) return known

    // Opened per call, because Netlify provides credentials per request.
    const store = getDeployStore({ fetch: fetchInTime(READ_TIMEOUT_MS) })
    // null when there is no such key, which the package's type omits.
    const found = (await store.getWithMetadata(key, { type: 'arrayBuffer' })) as Found | null
    if (!found) return null
    const { type } = found.metadata
    if (typeof type !== 'string') throw new Error('A file of the build has no type.')
    const file = { type, bytes: new Uint8Array(found.data) }
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

/** Astro writes `/leaderboard` to `leaderboard.html`; data files keep their name. */
function fileName(path: string): string {
  if (path === '/') return 'index.html'
  return /\.[a-z0-9]+$/.test(path) ? path.slice(1) : `${path.slice(1)}.html`
}

type Found = Awaited<ReturnType<ReturnType<typeof getDeployStore>['getWithMetadata']>> & { data: ArrayBuffer }

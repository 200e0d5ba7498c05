import { getDeployStore } from '@netlify/blobs'
import { deployStoreKeys, readFromDeployStore } from '../../tools/deploy-store.ts'

/**
 * Replaces the contents of the deploy store with the files of the build at `root`, as Netlify does at a deploy. The store is
 * the one in NETLIFY_BLOBS_CONTEXT.
 */
export async function fillDeployStore(root: string): Promise<void> {
  const store = getDeployStore()
  await store.deleteAll()
  await Promise.all(
    deployStoreKeys(root).map(async (key) => {
      const { bytes, metadata } = await readFromDeployStore(root, key)
      await store.set(key, new Blob([new Uint8Array(bytes)]), { metadata })
    }),
  )
}

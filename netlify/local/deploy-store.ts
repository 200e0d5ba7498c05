import { getDeployStore } from '@netlify/blobs'
import { keysOfDeployStore, readFromDeployStore } from '../../tools/deploy-store.ts'

/**
 * Does with the build at `root` what Netlify does at a deploy: puts what the build has left for it into the deploy's own
 * store. Of an earlier build nothing stays there. The store is the one of NETLIFY_BLOBS_CONTEXT.
 */
export async function fillDeployStore(root: string): Promise<void> {
  const store = getDeployStore()
  await store.deleteAll()
  await Promise.all(
    keysOfDeployStore(root).map(async (key) => {
      const { bytes, metadata } = await readFromDeployStore(root, key)
      await store.set(key, new Blob([new Uint8Array(bytes)]), { metadata })
    }),
  )
}

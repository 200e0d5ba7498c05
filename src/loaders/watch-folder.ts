import type { LoaderContext } from 'astro/loaders'
import { coalesced } from '../content-check/coalesced.ts'

/** While editing, a change to any file of a folder loads everything again: that is faster than knowing what it touched. */
export function watchFolder(
  { watcher, logger }: LoaderContext,
  folder: string,
  load: () => Promise<void>,
): void {
  if (!watcher) return
  watcher.add(folder)
  const loadAgain = coalesced(load)
  watcher.on('all', (_, path) => {
    if (!path.startsWith(folder)) return
    loadAgain().catch((cause: unknown) => logger.error(String(cause)))
  })
}

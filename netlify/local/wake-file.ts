import { watch, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'

/**
 * Calls back whenever the file is touched: how a command of this machine asks the running portal to deliver
 * at once. The data folder belongs to its user alone, so no other user can ask.
 */
export function watchWakeFile(path: string, wake: () => void): () => void {
  writeFileSync(path, '', { mode: 0o600 })
  const watcher = watch(dirname(path), { persistent: false }, (_, name) => {
    if (name === basename(path)) wake()
  })
  // Without a watch the schedule delivers.
  watcher.on('error', () => {
    watcher.close()
  })
  return () => {
    watcher.close()
  }
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { PortalMessage } from './portal-process.ts'

/**
 * Starts the built portal, with nothing kept, in a process of its own.
 *
 * @param root the project whose build is served; this one by default.
 */
export async function forkPortal(root?: string): Promise<ForkedPortal> {
  const portal = fork(join(import.meta.dirname, 'portal-process.ts'), root ? [root] : [])
  const failed = once(portal, 'exit').then(() => {
    throw new Error('The portal did not start.')
  })
  const [message] = (await Promise.race([once(portal, 'message'), failed])) as [PortalMessage]
  failed.catch(() => undefined)
  return {
    ...message,
    async peakMemoryMiB() {
      portal.send('memory?')
      const [bytes] = (await once(portal, 'message')) as [number]
      return bytes / 1024 ** 2
    },
    async stop() {
      if (portal.exitCode !== null) return
      const exit = once(portal, 'exit')
      portal.disconnect()
      await exit
    },
  }
}

export interface ForkedPortal extends PortalMessage {
  /** The most memory the process has held since this was last asked, database and mailbox included. */
  peakMemoryMiB: () => Promise<number>
  stop: () => Promise<void>
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { PortalMessage, PortalQuestion } from './portal-process.ts'

/** Starts the built portal, with nothing kept, in a process of its own. */
export async function forkPortal({ root, isQuiet = false }: PortalOptions = {}): Promise<ForkedPortal> {
  const portal = fork(join(import.meta.dirname, 'portal-process.ts'), root ? [root] : [], {
    ...(isQuiet && { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
  })
  const failed = once(portal, 'exit').then(() => {
    throw new Error('The portal did not start.')
  })
  const [message] = (await Promise.race([once(portal, 'message'), failed])) as [PortalMessage]
  failed.catch(() => undefined)
  const ask = async (question: PortalQuestion) => {
    portal.send(question)
    const [figure] = (await once(portal, 'message')) as [number]
    return figure
  }
  return {
    ...message,
    peakMemoryMiB: async () => (await ask('memory?')) / 1024 ** 2,
    longestBlockMs: () => ask('block?'),
    async stop() {
      if (portal.exitCode !== null) return
      const exit = once(portal, 'exit')
      portal.disconnect()
      await exit
    },
    async kill() {
      const exit = once(portal, 'exit')
      portal.kill('SIGKILL')
      await exit
    },
  }
}

interface PortalOptions {
  /** The project whose build is served; this one by default. */
  root?: string
  /** Shows nothing of what it logs. */
  isQuiet?: boolean
}

export interface ForkedPortal extends PortalMessage {
  /** The most memory the process has held since this was last asked, database and mailbox included. */
  peakMemoryMiB: () => Promise<number>
  /** The longest time since this was last asked that its main thread worked at one thing, in milliseconds of the processor. */
  longestBlockMs: () => Promise<number>
  stop: () => Promise<void>
  /** For a portal that hears nothing any more. */
  kill: () => Promise<void>
}

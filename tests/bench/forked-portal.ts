import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { PortalMessage, PortalOptions, PortalQuestion } from './portal-process.ts'

/** Starts the built portal, with nothing kept, in a process of its own. */
export async function forkPortal({ onLog, ...options }: ForkOptions = {}): Promise<ForkedPortal> {
  const portal = fork(join(import.meta.dirname, 'portal-process.ts'), [JSON.stringify(options)], {
    stdio: onLog ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  for (const log of [portal.stdout, portal.stderr]) {
    log?.setEncoding('utf8').on('data', (text: string) => onLog?.(text))
  }
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
    peakMemoryMiB: async () => (await ask('peak memory?')) / 1024 ** 2,
    residentMiB: async () => (await ask('memory?')) / 1024 ** 2,
    processorMs: async () => (await ask('processor?')) / 1000,
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

export interface ForkOptions extends PortalOptions {
  /** Takes what the portal writes to its log, in pieces; without it that is shown. */
  onLog?: (text: string) => void
}

export interface ForkedPortal extends PortalMessage {
  /** The most memory the process has held since this was last asked, mailbox and blobs included. */
  peakMemoryMiB: () => Promise<number>
  /** What it holds now. */
  residentMiB: () => Promise<number>
  /** The processor's time that it has used, all its threads together. */
  processorMs: () => Promise<number>
  /** The longest time since this was last asked that its main thread worked at one thing, in milliseconds of the processor. */
  longestBlockMs: () => Promise<number>
  stop: () => Promise<void>
  /** For a portal that hears nothing any more. */
  kill: () => Promise<void>
}

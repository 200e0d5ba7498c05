import { fork } from 'node:child_process'
import { once } from 'node:events'
import { startStack } from '../../netlify/local/stack.ts'
import { BUILT_PROJECT } from './built-project.ts'
import { signedInMember } from './signed-in-member.ts'

/** Starts the built portal in its own process, so that what is measured and what measures do not share a thread. */
export async function forkPortal({ root = BUILT_PROJECT, isQuiet = false } = {}): Promise<ForkedPortal> {
  const output = isQuiet ? 'ignore' : 'inherit'
  const portal = fork(import.meta.filename, [root], { stdio: ['ignore', output, output, 'ipc'] })
  const exited = once(portal, 'exit')
  const failed = exited.then(() => Promise.reject(new Error('The portal did not start.')))
  const [message] = (await Promise.race([once(portal, 'message'), failed])) as [PortalMessage]
  failed.catch(() => undefined)
  return {
    ...message,
    async longestBlockMs() {
      portal.send('longest block?')
      const [ms] = (await once(portal, 'message')) as [number]
      return ms
    },
    async stop() {
      if (portal.connected) portal.disconnect()
      await exited
    },
  }
}

async function serve(root: string): Promise<void> {
  const ports = { site: 0, mailbox: 0, postgres: 0 }
  const stack = await startStack({ root, dataFolder: null, host: '127.0.0.1', ports })
  const { siteUrl, databaseUrl } = stack
  const email = 'bench@example.com'
  const cookie = await signedInMember(stack, { email, status: 'approved' })
  process.send?.({ siteUrl, databaseUrl, email, cookie } satisfies PortalMessage)
  let takeLongestMs: (() => number) | undefined
  process.on('message', () => process.send?.((takeLongestMs ??= countBlocks())()))
  process.once('disconnect', () => void stack.close())
}

/** Counts the processor's time of this thread alone, so that a busy machine changes nothing. */
function countBlocks(): () => number {
  let [last, longest] = [process.threadCpuUsage(), 0]
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    last = process.threadCpuUsage()
    longest = Math.max(longest, user + system)
  }
  setInterval(look, 1).unref()
  return () => {
    look()
    const ms = longest / 1000
    longest = 0
    return ms
  }
}

if (import.meta.main) await serve(process.argv[2] ?? BUILT_PROJECT)

interface PortalMessage {
  siteUrl: string
  databaseUrl: string
  /** An approved member, and the request header of a browser that is signed in as them. */
  email: string
  cookie: string
}

export interface ForkedPortal extends PortalMessage {
  /** The longest processor time, since this was last asked, for which its main thread worked at one thing. */
  longestBlockMs: () => Promise<number>
  stop: () => Promise<void>
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { startStack } from '../../netlify/local/stack.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { signedInMember } from '../support/signed-in-member.ts'

/** Starts the built portal in its own process, so that what is measured and what measures do not share a thread. */
export async function forkPortal(root = BUILT_PROJECT): Promise<ForkedPortal> {
  const portal = fork(import.meta.filename, [root], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const exited = once(portal, 'exit')
  const failed = exited.then(() => Promise.reject(new Error('The portal did not start.')))
  const [message] = (await Promise.race([once(portal, 'message'), failed])) as [PortalMessage]
  failed.catch(() => undefined)
  return {
    ...message,
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
  process.once('disconnect', () => void stack.close())
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
  stop: () => Promise<void>
}

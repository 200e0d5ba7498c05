import { BUILT_PROJECT } from '../support/built-project.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { countBlocks, type BlockCounter } from '../support/stall/block-counter.ts'
import { startStack } from '../../netlify/local/stack.ts'

const MEMORY_SAMPLE_MS = 10

/** The portal in a process of its own, so that what is measured and what measures do not share a thread. */
const options = JSON.parse(process.argv[2] ?? '{}') as PortalOptions
const stack = await startStack({
  dataFolder: null,
  host: '127.0.0.1',
  ports: { site: 0, mailbox: 0, postgres: 0 },
  root: BUILT_PROJECT,
  ...options,
})
const member = { email: 'bench@example.com', status: 'approved' } as const
const cookie = await signedInMember(stack, member)
const message: PortalMessage = {
  siteUrl: stack.siteUrl,
  databaseUrl: stack.databaseUrl,
  email: member.email,
  cookie,
}
process.send?.(message)

let peakMemory = 0
setInterval(() => {
  peakMemory = Math.max(peakMemory, process.memoryUsage.rss())
}, MEMORY_SAMPLE_MS).unref()
let blocks: BlockCounter | undefined
process.on('message', (question: PortalQuestion) => {
  if (question === 'block?') {
    process.send?.((blocks ??= countBlocks()).takeLongestMs())
    return
  }
  process.send?.(Math.max(peakMemory, process.memoryUsage.rss()))
  peakMemory = 0
})
process.once('disconnect', () => void stack.close())

export type PortalQuestion = 'memory?' | 'block?'

export interface PortalOptions {
  /** The project whose build is served; the tests' own by default. */
  root?: string
}

export interface PortalMessage {
  siteUrl: string
  databaseUrl: string
  /** An approved member, and the request header of a browser that is signed in as them. */
  email: string
  cookie: string
}

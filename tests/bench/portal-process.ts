import { BUILT_PROJECT } from '../support/built-project.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { countBlocks, type BlockCounter } from '../support/block-counter.ts'
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

let blocks: BlockCounter | undefined
let peak: (() => number) | undefined
process.on('message', (question: PortalQuestion) => {
  process.send?.(answers[question]())
})
process.once('disconnect', () => void stack.close())

/** What costs time is begun with the first question. */
const answers = {
  'block?': () => (blocks ??= countBlocks()).takeLongestMs(),
  'peak memory?': () => (peak ??= watchMemory())(),
  'memory?': () => process.memoryUsage.rss(),
  'processor?': () => process.cpuUsage().user + process.cpuUsage().system,
}

/** @returns the most since it was last asked. */
function watchMemory(): () => number {
  let most = 0
  setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, MEMORY_SAMPLE_MS).unref()
  return () => {
    const mostUntilNow = Math.max(most, process.memoryUsage.rss())
    most = 0
    return mostUntilNow
  }
}

export type PortalQuestion = keyof typeof answers

export interface PortalOptions {
  /** The project whose build is served; the tests' own by default. */
  root?: string
  /** The address of a database's owner; without it one of its own. */
  database?: string | undefined
}

export interface PortalMessage {
  siteUrl: string
  databaseUrl: string
  /** An approved member, and the request header of a browser that is signed in as them. */
  email: string
  cookie: string
}

import { BUILT_PROJECT } from '../support/built-project.ts'
import { startStack } from '../../netlify/local/stack.ts'

/** The built portal in a process of its own: the entry of those that `npm run history` starts. */
const options = JSON.parse(process.argv[2] ?? '{}') as HistoryPortalOptions
const stack = await startStack({
  host: '127.0.0.1',
  ports: { site: 0, mailbox: 0, postgres: 0 },
  root: BUILT_PROJECT,
  ...options,
})
const started: StartedPortal = { siteUrl: stack.siteUrl, databaseUrl: stack.databaseUrl }
process.send?.(started)
process.once('disconnect', () => void stack.close().then(() => process.exit(0)))

export interface HistoryPortalOptions {
  /** null keeps nothing. */
  dataFolder: string | null
  /** The owner's address of a server that runs already; without it the portal has its own. */
  database?: string
}

export interface StartedPortal {
  siteUrl: string
  databaseUrl: string
}

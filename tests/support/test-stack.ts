import { expect, vi } from 'vitest'
import { startBuiltSite, startStack, type Stack } from '../../netlify/local/stack.ts'
import { BUILT_PROJECT } from './built-project.ts'
import { createDatabase } from './test-databases.ts'

/** The tests' build as `npm start` runs it, on free ports and with nothing kept. */
export async function startTestStack(): Promise<Stack> {
  const options = {
    dataFolder: null,
    database: await createDatabase(),
    host: '127.0.0.1',
    ports: { site: 0, mailbox: 0, postgres: 0 },
  }
  return startStack(options, (place) => startBuiltSite({ root: BUILT_PROJECT, ...place }))
}

/** A first query is slow, and the gate waits for a busy machine no longer than for Neon. Settings are read by then. */
export async function startReadyStack(): Promise<Stack> {
  const stack = await startTestStack()
  const isReady = async () => expect((await fetch(`${stack.siteUrl}/healthz`)).status).toBe(200)
  await vi.waitFor(isReady, { timeout: 90_000, interval: 300 })
  return stack
}

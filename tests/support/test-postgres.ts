import type { TestProject } from 'vitest/node'
import { startPostgresServer } from './postgres-server.ts'

/** Vitest's global set-up: one PostgreSQL server for the whole run, stopped and removed at its end. */
export default async function startServer(project: TestProject): Promise<() => Promise<void>> {
  const { url, roleUrls, close } = await startPostgresServer()
  project.provide('postgres', { url, roleUrls })
  return close
}

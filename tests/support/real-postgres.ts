import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { startPostgresServer } from './postgres-server.ts'

/** Vitest's global set-up: one real PostgreSQL server for the whole run, stopped and removed at its end. */
export default async function startServer(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer()
  project.provide('realPostgresUrl', server.url)
  return server.close
}

/**
 * A new database on the run's real server, empty or the copy of one that nobody is connected to. Drop it when the suite
 * is done.
 */
export async function createRealDatabase(copyOf?: RealDatabase): Promise<RealDatabase> {
  const adminUrl = inject('realPostgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = copyOf ? ` TEMPLATE ${new URL(copyOf.url).pathname.slice(1)}` : ''
  await runOnce(adminUrl, `CREATE DATABASE ${name}${template}`)

  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runOnce(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`) }
}

async function runOnce(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export interface RealDatabase {
  url: string
  drop: () => Promise<void>
}

declare module 'vitest' {
  export interface ProvidedContext {
    realPostgresUrl: string
  }
}

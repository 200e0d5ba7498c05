import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type Postgres } from '../../netlify/local/postgres.ts'

/** A PostgreSQL server of its own; closing it removes all it held. */
export async function startPostgresServer(): Promise<Postgres> {
  const directory = await mkdtemp(join(tmpdir(), 'lanai-postgres-'))
  const server = await startPostgres({
    directory: join(directory, 'data'),
    host: '127.0.0.1',
    port: 0,
    password: randomBytes(12).toString('hex'),
    isKept: false,
  })
  return {
    ...server,
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

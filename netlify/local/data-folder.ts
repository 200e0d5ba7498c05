import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod'
import { StackError } from './stack-error.ts'

/**
 * Locks a data folder for this process and creates it if it doesn't exist. The operating system releases the lock when the
 * process ends. @throws StackError when the folder is in use or not writable.
 */
export function openDataFolder(path: string) {
  const folder = resolve(path)
  const release = lock(makeFolder(folder))
  return { ...pathsIn(folder), password: readPassword(join(folder, 'secrets.json')), release }
}

/** A temporary folder, deleted by `release`. */
export function temporaryDataFolder(): DataFolder {
  const folder = mkdtempSync(join(tmpdir(), 'lanai-data-'))
  const release = () => {
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...pathsIn(folder), password: newPassword(), release }
}

function pathsIn(folder: string) {
  return {
    postgres: join(folder, 'postgres'),
    blobs: join(folder, 'blobs'),
    mail: join(folder, 'mail'),
    stackFile: join(folder, 'stack.json'),
  }
}

function makeFolder(folder: string): string {
  try {
    mkdirSync(dirname(folder), { recursive: true })
    // Not recursive, because in /proc that never returns.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
    writeFileSync(join(folder, 'lock'), '', { flag: 'a' })
    return folder
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    const message = `The data folder ${folder} can’t be written to (${code}). Change LANAI_DATA.`
    throw new StackError(message, { cause })
  }
}

/** Node has no file locks, so this uses SQLite's: the system releases it even if the process is killed. */
function lock(folder: string): () => void {
  const database = new DatabaseSync(join(folder, 'lock'))
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (cause) {
    database.close()
    throw new StackError(`Another portal is already using the data folder ${folder}.`, { cause })
  }
  return () => {
    database.close()
  }
}

function readPassword(path: string): string {
  try {
    return Secrets.parse(JSON.parse(readFileSync(path, 'utf8'))).databasePassword
  } catch {
    const databasePassword = newPassword()
    writeFileSync(path, JSON.stringify({ databasePassword }, null, 2), { mode: 0o600 })
    return databasePassword
  }
}

/** Of the database, because other users of this machine can reach its port. */
function newPassword(): string {
  return randomBytes(16).toString('hex')
}

const Secrets = z.object({ databasePassword: z.string() })

export type DataFolder = ReturnType<typeof openDataFolder>

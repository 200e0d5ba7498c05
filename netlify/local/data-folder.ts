import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { StackError } from './stack-error.ts'

/** Creates the folder if it doesn't exist; null for a temporary one. @throws StackError when it isn't writable. */
export function openDataFolder(path: string | null) {
  const folder = path === null ? mkdtempSync(join(tmpdir(), 'lanai-data-')) : resolve(path)
  return {
    password: prepare(folder),
    postgres: join(folder, 'postgres'),
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
    return Secrets.parse(JSON.parse(readFileSync(join(folder, SECRETS), 'utf8'))).databasePassword
  } catch (cause) {
    if (!existsSync(join(folder, 'postgres'))) return null
    const message = `The database in ${folder} can’t be opened, because ${SECRETS} is missing or damaged. Copy it from a backup of this folder.`
    throw new StackError(message, { cause })
  }
}

// Other users of this machine can reach the database's port.
function choosePassword(folder: string): string {
  const databasePassword = randomBytes(16).toString('hex')
  writePrivately(join(folder, SECRETS), { databasePassword })
  return databasePassword
}

/** In one step, so that a full disk or a kill leaves no half file. */
export function writePrivately(path: string, data: object): void {
  writeFileSync(`${path}.new`, JSON.stringify(data, null, 2), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

const SECRETS = 'secrets.json'

const Secrets = z.object({ databasePassword: z.string() })

export type DataFolder = ReturnType<typeof openDataFolder>

import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** Returns the password of the folder's database. */
function prepare(folder: string): string {
  try {
    mkdirSync(dirname(folder), { recursive: true })
    // Not recursive, because in /proc that never returns.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
    return readPassword(join(folder, 'secrets.json'))
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    const message = `The data folder ${folder} can’t be written to (${code}). Change LANAI_DATA.`
    throw new StackError(message, { cause })
  }
}

function readPassword(path: string): string {
  try {
    return Secrets.parse(JSON.parse(readFileSync(path, 'utf8'))).databasePassword
  } catch {
    // Other users of this machine can reach its port.
    const databasePassword = randomBytes(16).toString('hex')
    writeFileSync(path, JSON.stringify({ databasePassword }, null, 2), { mode: 0o600 })
    return databasePassword
  }
}

const Secrets = z.object({ databasePassword: z.string() })

export type DataFolder = ReturnType<typeof openDataFolder>

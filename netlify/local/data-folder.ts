import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod'
import { StackError } from './stack-error.ts'

/**
 * Takes a data folder for this process alone, making it when it is new. The operating system gives the lock back
 * however the process ends. Throws a StackError when the folder is in use or cannot be written.
 */
export function takeDataFolder(path: string): DataFolder {
  const folder = resolve(path)
  makeWritable(folder)
  const unlock = lock(folder)
  return { ...pathsIn(folder), secrets: readSecrets(folder), release: unlock }
}

/** A folder of its own for a test or a trial, gone when it is released. */
export function temporaryDataFolder(): DataFolder {
  const folder = mkdtempSync(join(tmpdir(), 'lanai-data-'))
  return {
    ...pathsIn(folder),
    secrets: newSecrets(),
    release() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function pathsIn(folder: string) {
  return {
    path: folder,
    postgres: join(folder, 'postgres'),
    blobs: join(folder, 'blobs'),
    mail: join(folder, 'mail'),
    stackFile: join(folder, 'stack.json'),
    wakeFile: join(folder, 'wake'),
  }
}

function makeWritable(folder: string): void {
  try {
    mkdirSync(dirname(folder), { recursive: true })
    // Not recursive: where the kernel makes no folders at all, as in /proc, that would try for ever.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
    const probe = join(folder, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (cause) {
    throw new StackError(
      `The data folder ${folder} cannot be written to (${codeOf(cause)}). Change LANAI_DATA.`,
      {
        cause,
      },
    )
  }
}

/** SQLite brings a lock of the operating system that Node lacks: it ends with the process, even a killed one. */
function lock(folder: string): () => void {
  const database = new DatabaseSync(join(folder, 'lock'))
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (cause) {
    database.close()
    throw new StackError(`Another portal is already running on the data folder ${folder}.`, { cause })
  }
  return () => {
    database.close()
  }
}

function readSecrets(folder: string): Secrets {
  const path = join(folder, 'secrets.json')
  try {
    return SecretsSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    const secrets = newSecrets()
    writeFileSync(`${path}.part`, JSON.stringify(secrets, null, 2), { mode: 0o600 })
    renameSync(`${path}.part`, path)
    return secrets
  }
}

function newSecrets(): Secrets {
  const secret = () => randomBytes(16).toString('hex')
  return { databasePassword: secret(), blobsToken: secret(), mailToken: secret() }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

/** Other users of this machine can reach the ports, so even here each has a password. */
const SecretsSchema = z.object({
  databasePassword: z.string(),
  blobsToken: z.string(),
  mailToken: z.string(),
})

export type Secrets = z.output<typeof SecretsSchema>

export interface DataFolder {
  path: string
  postgres: string
  blobs: string
  mail: string
  stackFile: string
  wakeFile: string
  secrets: Secrets
  release(): void
}

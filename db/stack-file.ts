import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

const DOTENV = join(import.meta.dirname, '../.env')

/** What the portal that runs on this machine tells the commands of this machine; null when none runs. */
export function readStackFile(env: NodeJS.ProcessEnv, dotenv = DOTENV): StackNote | null {
  const folder = env.LANAI_DATA || dataFolderIn(dotenv) || '.lanai'
  try {
    const note: unknown = JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8'))
    return isNote(note) ? note : null
  } catch {
    // Not there, or half-written at this very moment: no portal is running here.
    return null
  }
}

/** The portal reads this file when it starts; its commands have to find it in the same place. */
function dataFolderIn(dotenv: string): string | undefined {
  try {
    return parseEnv(readFileSync(dotenv, 'utf8')).LANAI_DATA
  } catch {
    return undefined
  }
}

function isNote(note: unknown): note is StackNote {
  return (
    typeof note === 'object' && note !== null && 'databaseUrl' in note && typeof note.databaseUrl === 'string'
  )
}

/**
 * The database that commands of this machine work on: DATABASE_URL, else that of the portal running here.
 * null when there is neither; NO_DATABASE says what to do then.
 */
export function findDatabaseUrl(env: NodeJS.ProcessEnv): string | null {
  return env.DATABASE_URL || (readStackFile(env)?.databaseUrl ?? null)
}

/** As whom a connection string signs in; '' when it does not say. */
export function loginOf(databaseUrl: string | undefined): string {
  return databaseUrl && URL.canParse(databaseUrl) ? decodeURIComponent(new URL(databaseUrl).username) : ''
}

export const NO_DATABASE =
  'No database found. Start the portal with "npm start", or set DATABASE_URL to the database of your choice.'

export interface StackNote {
  databaseUrl: string
  /** Touching this file has the portal deliver at once what waits in the outbox. */
  wakeFile?: string
  /** The application's variables, as the portal has set them. */
  env?: Record<string, string>
}

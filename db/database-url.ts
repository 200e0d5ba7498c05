import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The database that commands of this machine work on: DATABASE_URL, else that of the portal running here.
 * null when there is neither; NO_DATABASE says what to do then.
 */
export function findDatabaseUrl(env: NodeJS.ProcessEnv): string | null {
  const { DATABASE_URL, LANAI_DATA } = env
  if (DATABASE_URL) return DATABASE_URL
  return readStackFile(join(LANAI_DATA ?? '.lanai', 'stack.json'))
}

export const NO_DATABASE =
  'No database found. Start the portal with "npm start", or set DATABASE_URL to the database of your choice.'

/** Written by the portal while it runs on this machine. */
function readStackFile(path: string): string | null {
  try {
    const stack: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return hasDatabaseUrl(stack) ? stack.databaseUrl : null
  } catch {
    // Not there, or half-written at this very moment: no portal is running here.
    return null
  }
}

function hasDatabaseUrl(stack: unknown): stack is { databaseUrl: string } {
  return (
    typeof stack === 'object' &&
    stack !== null &&
    'databaseUrl' in stack &&
    typeof stack.databaseUrl === 'string'
  )
}

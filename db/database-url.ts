import { readStackFile } from './stack-file.ts'

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

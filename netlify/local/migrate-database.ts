import { migrate, MigrationError } from '../../db/migrate.ts'
import { StackError } from './stack-error.ts'

/** Brings the database up to date. Throws a StackError when it cannot be reached or refuses. */
export async function migrateDatabase(databaseUrl: string): Promise<void> {
  try {
    await migrate(databaseUrl)
  } catch (cause) {
    if (cause instanceof MigrationError) throw new StackError(firstLine(cause.message), { cause })
    const { host, pathname } = new URL(databaseUrl)
    throw new StackError(`The database at ${host}${pathname} cannot be used: ${reason(cause)}`, { cause })
  }
}

/** Several addresses of one name fail with several errors and no message of their own. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return reason(error.errors[0])
  return firstLine(error instanceof Error ? error.message : String(error))
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text
}

import { parseArgs } from 'node:util'
import { findDatabaseUrl, NO_DATABASE } from './stack-file.ts'
import { describeError } from './describe-error.ts'
import { NEWER_REMEDY, newerMessage } from './migration-files.ts'
import { migrate, type MigrationResult } from './migrator.ts'

export { migrate, MigrationError } from './migrator.ts'

const HELP = `Usage: npm run migrate -- [--json]

Applies the migrations in db/migrations that the database doesn't have yet. Safe to run again. Warns if the database is
newer than this code, as after a rollback.
Uses the database in DATABASE_URL, or that of the portal running on this machine.

  --json   print {"applied": [names], "newer": [names]}
  --help   show this help

Exit status: 0 up to date, 1 failed (the failing migration was rolled back), 2 wrong arguments.`

if (import.meta.main) process.exitCode = await migrateCommand(process.argv.slice(2), process.env)

/** `npm run migrate`. Returns the exit status. */
export async function migrateCommand(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = readOptions(args)
  if (!options) return 2
  if (options.help) return say(HELP)

  const databaseUrl = findDatabaseUrl(env)
  if (!databaseUrl) return fail(NO_DATABASE)
  try {
    const migrated = await migrate(databaseUrl)
    return say(options.json ? JSON.stringify(migrated) : sentence(migrated))
  } catch (error) {
    return fail(describeError(error))
  }
}

function readOptions(args: string[]): { json: boolean; help: boolean } | null {
  try {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean' }, help: { type: 'boolean' } } })
    return { json: values.json ?? false, help: values.help ?? false }
  } catch (error) {
    fail(`${describeError(error)}\n\n${HELP}`)
    return null
  }
}

function sentence({ applied, newer }: MigrationResult): string {
  if (newer.length > 0) return `${newerMessage(newer)} ${NEWER_REMEDY}`
  return applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`
}

function say(text: string): 0 {
  console.log(text)
  return 0
}

function fail(text: string): 1 {
  console.error(text)
  return 1
}

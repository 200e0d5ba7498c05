import { parseArgs } from 'node:util'
import { findDatabaseUrl, NO_DATABASE } from './stack-file.ts'
import { describeError } from './describe-error.ts'
import { isNewer, WHEN_NEWER } from './migration-files.ts'
import { migrate, type Migrated } from './migrator.ts'

export { migrate, MigrationError } from './migrator.ts'

const HELP = `Usage: npm run migrate -- [--json]

Applies the files of db/migrations that the database does not have yet. Running it again changes nothing. Says when the
database is newer than this code, as it is after a rollback.
The database is DATABASE_URL, else that of the portal running on this machine.

  --json   print {"applied": [names], "newer": [names]} instead of sentences
  --help   print this

Exit status: 0 up to date, 1 failed (nothing of the failing migration stays), 2 wrong arguments.`

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

function sentence({ applied, newer }: Migrated): string {
  if (newer.length > 0) return `${isNewer(newer)} ${WHEN_NEWER}`
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

import { npmCommand, runCommand, type Status } from '../tools/command.ts'
import { findDatabaseUrl, NO_DATABASE } from './stack-file.ts'
import { describeError } from './describe-error.ts'
import { NEWER_REMEDY, newerMessage } from './migration-files.ts'
import { migrate, type MigrationResult } from './migrator.ts'

if (import.meta.main) process.exitCode = await migrateCommand(process.argv.slice(2), process.env)

export function migrateCommand(args: string[], env: NodeJS.ProcessEnv): Promise<Status> {
  const command = npmCommand(
    'migrate',
    'Applies the migrations in db/migrations that the database doesn’t have yet. Safe to run again. Warns if the database is ' +
      'newer than this code, as after a rollback.',
  )
    .option('--json', 'print {"applied": [names], "newer": [names]}')
    .addHelpText(
      'after',
      `
Uses the database in DATABASE_URL, or that of the portal running on this machine.
Exit status: 0 up to date, 1 failed (nothing was changed), 2 wrong arguments.`,
    )
  return runCommand(command, args, ({ json }) => run(Boolean(json), env))
}

async function run(json: boolean, env: NodeJS.ProcessEnv): Promise<Status> {
  try {
    const databaseUrl = findDatabaseUrl(env)
    if (!databaseUrl) throw new Error(NO_DATABASE)
    const migrated = await migrate(databaseUrl)
    console.log(json ? JSON.stringify(migrated) : sentence(migrated))
    return 0
  } catch (error) {
    console.error(describeError(error))
    return 1
  }
}

function sentence({ applied, newer }: MigrationResult): string {
  if (newer.length > 0) return `${newerMessage(newer)} ${NEWER_REMEDY}`
  return applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`
}

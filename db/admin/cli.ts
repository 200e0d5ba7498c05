import { parseArgs } from 'node:util'
import { findDatabaseUrl, NO_DATABASE } from '../database-url.ts'
import { describeError } from '../describe-error.ts'
import { approve, deny } from './decide.ts'
import { pending } from './pending.ts'
import { transaction } from './transaction.ts'
import { UsageError, type Verb } from './verb.ts'

const verbs = new Map<string | undefined, Verb>(Object.entries({ approve, deny, pending }))

const HELP = `Usage: npm run admin -- VERB [options]

  approve EMAIL…   let members in
  deny EMAIL…      turn members away
  pending          list who waits for a decision

VERB --help tells more. The database is DATABASE_URL, else that of the portal running on this machine.
Exit status: 0 done, 1 failed and nothing changed, 2 wrong arguments.`

if (import.meta.main) process.exitCode = await admin(process.argv.slice(2), process.env)

/** `npm run admin`. Returns the exit status; results go to standard output, complaints to standard error. */
export async function admin([name, ...args]: string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    console.log(await run(name, args, env))
    return 0
  } catch (error) {
    console.error(describeError(error))
    return error instanceof UsageError ? 2 : 1
  }
}

async function run(name: string | undefined, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (name === '--help' || name === 'help') return HELP
  const verb = verbs.get(name)
  if (!verb) throw new UsageError(name ? `There is no verb "${name}".\n\n${HELP}` : HELP)

  const { values, positionals } = readArguments(verb, args)
  if (values.help) return verb.help
  const work = verb.prepare({ emails: positionals, reason: values.reason ?? null })

  const databaseUrl = findDatabaseUrl(env)
  if (!databaseUrl) throw new Error(NO_DATABASE)
  const report = await transaction(databaseUrl, work)
  return values.json ? JSON.stringify(report.json, null, 2) : report.text(terminalColumns())
}

function readArguments(verb: Verb, args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { reason: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
    })
  } catch (error) {
    throw new UsageError(`${describeError(error)}\n\n${verb.help}`)
  }
}

/** A pipe or a file takes lines of any length. */
function terminalColumns(): number {
  return process.stdout.isTTY ? process.stdout.columns : Infinity
}

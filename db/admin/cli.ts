import { nearest } from '#src/shared/nearest.ts'
import { findDatabaseUrl, NO_DATABASE } from '../database-url.ts'
import { describeError } from '../describe-error.ts'
import { readArguments, type Arguments } from './arguments.ts'
import { helpForAll, helpFor } from './help.ts'
import { kickDelivery, kickSentence } from './kick.ts'
import { print } from './print.ts'
import { transaction } from './transaction.ts'
import { UsageError, type Report, type Task } from './verb.ts'
import { verbs } from './verbs.ts'

const DRY_RUN = 'Dry run: all of this was taken back, nothing was changed.'

if (import.meta.main) process.exitCode = await admin(process.argv.slice(2), process.env)

/** `npm run admin`. Returns the exit status; results go to standard output, complaints to standard error. */
export async function admin([name, ...args]: string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    return await run(name, args, env)
  } catch (error) {
    console.error(describeError(error))
    return error instanceof UsageError ? 2 : 1
  }
}

async function run(name: string | undefined, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (name === '--help' || name === 'help') return say(helpForAll(verbs))
  const verb = verbs.find((each) => each.name === name)
  if (!verb) throw new UsageError(`${name ? noVerb(name) : ''}${helpForAll(verbs)}`)

  const given = readArguments(verb, args, env)
  if (given.input.has('help')) return say(helpFor(verb))
  const task = verb.prepare(given.input)
  const report = await carryOut(task, given, env)

  say(print(report, given.input.format, terminalColumns()))
  if (given.isDryRun) console.error(DRY_RUN)
  else if (report.announces) console.error(kickSentence(await kickDelivery(env)))
  return report.status ?? 0
}

function noVerb(typed: string): string {
  const meant = nearest(
    typed,
    verbs.map(({ name }) => name),
  )
  return `There is no verb "${typed}".${meant ? ` Did you mean ${meant}?` : ''}\n\n`
}

async function carryOut(task: Task, { isDryRun }: Arguments, env: NodeJS.ProcessEnv): Promise<Report> {
  const databaseUrl = findDatabaseUrl(env)
  if (task.in === 'surroundings') return task.work({ env, databaseUrl })
  if (!databaseUrl) throw new Error(NO_DATABASE)
  return transaction(databaseUrl, task.work, isDryRun ? 'rollback' : 'commit')
}

function say(text: string): 0 {
  console.log(text)
  return 0
}

/** A pipe or a file takes lines of any length. */
function terminalColumns(): number {
  return process.stdout.isTTY ? process.stdout.columns : Infinity
}

import { type Command, CommanderError, InvalidArgumentError } from 'commander'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import pg, { DatabaseError } from 'pg'
import { findDatabaseUrl, loginOf, NO_DATABASE } from '../stack-file.ts'
import { describeError } from '../describe-error.ts'
import { Email } from '../../src/shared/people/person.ts'
import { npmCommand } from '../../tools/command.ts'
import { readGroups } from '../../tools/groups.ts'
import { formatJson, formatText } from './output.ts'
import { groupCommands } from './commands/groups.ts'
import { memberCommands } from './commands/members.ts'
import { portalCommands } from './commands/portal.ts'
import type {
  AdminCommand,
  CommandInput,
  ProgramCommand,
  ResultTable,
  Cell,
  Result,
  Statement,
} from './commands/command.ts'

export const commands: readonly AdminCommand[] = [...memberCommands, ...groupCommands, ...portalCommands]

export async function admin(
  args: string[],
  env: NodeJS.ProcessEnv,
  programs: readonly ProgramCommand[] = [],
  root = join(import.meta.dirname, '../..'),
): Promise<0 | 1 | 2> {
  try {
    await programOf([...commands, ...programs], env, root).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof InvalidArgumentError) console.error(`error: ${error.message}`)
    // Commander has printed its own errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const message = describeError(error)
    console.error(
      error instanceof DatabaseError ? message.replace(/\.?$/, '. Nothing was changed.') : message,
    )
    return 1
  }
}

function programOf(
  all: readonly (AdminCommand | ProgramCommand)[],
  env: NodeJS.ProcessEnv,
  root: string,
): Command {
  const program = npmCommand('admin', '')
    .showHelpAfterError('(run with --help for usage)')
    .addHelpText(
      'after',
      `
Uses the database in DATABASE_URL, or that of the portal running on this machine.
Exit status: 0 done, 1 failed (nothing was changed), 2 wrong arguments.`,
    )
  for (const command of all) {
    const [summary = '', ...details] = command.help.split('\n')
    const parser = program
      .command(command.name)
      .summary(summary)
      .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.\n\n${details.join(' ')}`.trimEnd())
    for (const [option, help] of Object.entries(command.parameters ?? {})) parser.option(option, help)
    parser.option('--json', 'print the rows as JSON').action(async () => {
      const options = parser.opts<CommandInput['options']>()
      const tables =
        'sql' in command ? await runSql(command, parser, env, root) : await command.run(parser.args, env)
      console.log(options.json ? formatJson(tables) : formatText(tables))
      if (options.dryRun) console.error('Dry run: nothing was changed.')
    })
  }
  return program
}

async function runSql(
  command: AdminCommand,
  parser: Command,
  env: NodeJS.ProcessEnv,
  root: string,
): Promise<ResultTable[]> {
  const options = parser.opts<CommandInput['options']>()
  const { args } = parser
  // SQL doesn't convert domains such as bücher.example.
  const emails = args.map((arg) => Email.safeParse(arg).data ?? arg)
  const input = {
    args,
    emails,
    options,
    actor: String(options.actor ?? defaultActor(env)),
    groups: () => readGroups(root),
  }
  const queries = [{ title: parser.name(), ...command }, ...(command.more ?? [])] as const
  const statements = queries.map(({ sql }) => sql(input))
  const databaseUrl = findDatabaseUrl(env)
  if (!databaseUrl) throw new Error(NO_DATABASE)

  for (const { about } of statements) if (about) console.error(about)
  const results = await transaction(databaseUrl, statements, options.dryRun ? 'rollback' : 'commit')
  return results.map((result, n) => ({ ...(queries[n] ?? queries[0]), ...result }))
}

const CONNECT_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 30_000

const types = new pg.TypeOverrides()
// Counts fit into a double.
types.setTypeParser(pg.types.builtins.INT8, Number)

async function transaction(
  databaseUrl: string,
  statements: Statement[],
  end: 'commit' | 'rollback',
): Promise<Result[]> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    types,
  })
  await client.connect()
  try {
    const results: Result[] = []
    // Times without an offset are UTC, whatever the server's zone.
    await client.query(`begin; set local time zone 'UTC'`)
    for (const statement of statements) {
      const { fields, rows } = await client.query<Record<string, Cell>>(statement)
      results.push({ fields: fields.map(({ name }) => name), rows })
    }
    await client.query(end)
    return results
  } finally {
    await client.end()
  }
}

function defaultActor(env: NodeJS.ProcessEnv): string {
  const login = loginOf(env.DATABASE_URL)
  return login ? `admin cli (${systemUser()} as ${login})` : `admin cli (${systemUser()})`
}

// In a container the user id may have no name.
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown user'
  }
}

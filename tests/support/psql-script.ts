import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/**
 * Runs a script the way `psql -v name=value -f script` would, so that the scripts in db/admin are tested where
 * psql is not installed. It knows what those scripts use: `\if :{?name}`, `\else`, `\endif`, `\set name value`,
 * `\ir file` and `:'name'`; `\warn`, `\pset` and comments are skipped. Anything else is an error, as is an unset
 * variable.
 *
 * @returns the rows of the statements that have any.
 */
export async function interpretScript(
  databaseUrl: string,
  path: string,
  given: Record<string, string>,
): Promise<Row[]> {
  const sql = expand(await readScript(path), new Map(Object.entries(given)))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // Several statements in one message stop at the first error, like ON_ERROR_STOP.
    const results = (await client.query(sql)) as unknown as pg.QueryResult[]
    return results.flatMap(({ rows }) => rows as Row[])
  } finally {
    await client.end()
  }
}

/** The same through psql itself. Rejects with psql's complaint when it exits with anything but 0. */
export async function runWithPsql(
  databaseUrl: string,
  path: string,
  given: Record<string, string>,
): Promise<Row[]> {
  const variables = Object.entries(given).flatMap(([name, value]) => ['-v', `${name}=${value}`])
  const { stdout } = await run('psql', [databaseUrl, '--no-psqlrc', '--csv', ...variables, '-f', path])
  const [heading = [], ...rows] = readCsv(stdout)
  return rows.map((row) => Object.fromEntries(heading.map((name, column) => [name, row[column]])))
}

export function findPsql(): boolean {
  return spawnSync('psql', ['--version']).status === 0
}

/** With the scripts it includes in their places. */
async function readScript(path: string): Promise<string> {
  const lines = (await readFile(path, 'utf8')).split('\n')
  const included = lines.map(async (line) => {
    const name = /^\\ir (\S+)$/.exec(line)?.[1]
    return name ? await readScript(join(dirname(path), name)) : line
  })
  return (await Promise.all(included)).join('\n')
}

function expand(script: string, variables: Map<string, string>): string {
  const skipping: boolean[] = []
  const kept: string[] = []
  for (const line of script.split('\n')) {
    const [command = '', ...words] = line.trim().split(/\s+/)
    if (command === '\\if') skipping.push(!isSet(words.join(' '), variables))
    else if (command === '\\else') skipping.push(!skipping.pop())
    else if (command === '\\endif') skipping.pop()
    else if (skipping.includes(true) || line.startsWith('--')) continue
    else if (command === '\\set') variables.set(words[0] ?? '', unquote(words.slice(1).join(' ')))
    else if (!/^\\(?:warn|pset)$/.test(command)) kept.push(interpolate(line, variables))
  }
  return kept.join('\n')
}

function isSet(condition: string, variables: Map<string, string>): boolean {
  const name = /^:\{\?(\w+)\}$/.exec(condition)?.[1]
  if (!name) throw new Error(`\\if ${condition} is not understood`)
  return variables.has(name)
}

function interpolate(line: string, variables: Map<string, string>): string {
  if (line.trim().startsWith('\\')) throw new Error(`${line.trim()} is not understood`)
  return line.replace(/:'(\w+)'/g, (_, name: string) => {
    const value = variables.get(name)
    if (value === undefined) throw new Error(`The variable ${name} is not set`)
    return pg.escapeLiteral(value)
  })
}

function unquote(word: string): string {
  return word.replace(/^'(.*)'$/, '$1')
}

/** Fields without line breaks, as the scripts print them. */
function readCsv(text: string): string[][] {
  const lines = text.split('\n').filter(Boolean)
  return lines.map((line) =>
    [...line.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g)]
      .map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
      .slice(0, -1),
  )
}

type Row = Record<string, unknown>

import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'

const run = promisify(execFile)

/** The rows that a script prints. Rejects with psql's complaint when it exits with anything but 0. */
export async function runWithPsql(
  databaseUrl: string,
  path: string,
  given: Record<string, string> = {},
): Promise<Record<string, string>[]> {
  const variables = Object.entries(given).flatMap(([name, value]) => ['-v', `${name}=${value}`])
  const { stdout } = await run('psql', [databaseUrl, '--no-psqlrc', '--csv', ...variables, '-f', path])
  return parse<Record<string, string>>(stdout, { columns: true })
}

export function findPsql(): boolean {
  return spawnSync('psql', ['--version']).status === 0
}

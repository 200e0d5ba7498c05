import { execFile, spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Runs psql and returns its exit status and output. npm has the server without it, so as root on a Debian-like machine it is
 * installed. @throws Error that says how to get it.
 */
export function psql(args: readonly string[], options: { cwd: string; env?: NodeJS.ProcessEnv }) {
  return run(requirePsql(), args, options)
}

/** Runs a line of a shell that calls psql. */
export function shell(line: string, { cwd, env }: { cwd: string; env?: NodeJS.ProcessEnv }) {
  const PATH = [join(requirePsql(), '..'), process.env.PATH].join(delimiter)
  return run('bash', ['-c', line], { cwd, env: { ...env, PATH } })
}

function run(
  program: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env?: NodeJS.ProcessEnv },
) {
  return new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const quiet = { ...process.env, PSQLRC: '/dev/null', LC_MESSAGES: 'C', ...env }
    execFile(program, args, { cwd, env: quiet }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

let hasTried = false

function requirePsql(): string {
  if (!findPsql() && !hasTried && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    hasTried = true
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    spawnSync('apt-get', ['install', '-y', '-qq', 'postgresql-client'], { stdio: 'inherit' })
  }
  const found = findPsql()
  if (found) return found
  throw new Error(
    'No psql found, which runs db/admin/*.sql. Install it: apt-get install postgresql-client, or brew install libpq.',
  )
}

/** In PATH, or where Debian, Homebrew and the installer for Windows put it. */
function findPsql(): string | undefined {
  const places = [
    '/usr/lib/postgresql/*/bin',
    '/opt/homebrew/opt/libpq/bin',
    '/usr/local/opt/libpq/bin',
    'C:/Program Files/PostgreSQL/*/bin',
  ]
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...globSync(places)]
  const names = folders.flatMap((folder) => [join(folder, 'psql'), join(folder, 'psql.exe')])
  return names.find((path) => existsSync(path))
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format } from 'node:util'
import { beforeEach } from 'vitest'
import { admin as runAdmin } from '../../db/admin/cli.ts'
import { bareEnv } from './bare-env.ts'
import { findPsql, interpretScript, runWithPsql } from './psql-script.ts'
import { query } from './query.ts'
import { useDatabase } from './use-database.ts'

const CLI = join(import.meta.dirname, '../../db/admin/cli.ts')

/** `npm run admin` as it ends for who calls it, without a process of its own. */
export async function runCli(args: string[], env: Record<string, string>): Promise<Outcome> {
  const outcome: Outcome = { status: null, stdout: '', stderr: '' }
  hearConsole()
  const status = await outcomes.run(outcome, () => runAdmin(args, { PATH: process.env.PATH, ...env }))
  return { ...outcome, status }
}

const outcomes = new AsyncLocalStorage<Outcome>()
const heard = new WeakSet<Print>()
type Print = (...words: unknown[]) => void

/** Test files share what they import, and each of them has a console of its own. */
function hearConsole(): void {
  for (const [method, stream] of [
    ['log', 'stdout'],
    ['error', 'stderr'],
  ] as const) {
    const print = Reflect.get(console, method) as Print
    if (heard.has(print)) continue
    const hear: Print = (...words) => {
      const outcome = outcomes.getStore()
      if (outcome) outcome[stream] += `${format(...words)}\n`
      else print(...words)
    }
    console[method] = hear
    heard.add(hear)
  }
}

/** The same as a process of its own, from another folder. */
export function runCliProcess(args: string[], env: Record<string, string>, input = ''): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [CLI, ...args],
      { env: bareEnv(env), cwd: tmpdir() },
      (_, stdout, stderr) => {
        resolve({ status: child.exitCode, stdout, stderr })
      },
    )
    child.stdin?.end(input)
  })
}

export interface Outcome {
  status: number | null
  stdout: string
  stderr: string
}

/** Three people who wait, two of them with a confirmed address, and an administrator's ways to the database. */
export function useWaitingPeople() {
  const database = useDatabase()
  beforeEach(async () => {
    await query(database, 'delete from users; delete from roster')
    await register('keoni@example.org', 'Keoni Kalākaua')
    await register('leilani@example.org', 'Leilani ʻŌhiʻa')
    await register('kai@example.org', null)
    await query(database, `update users set email_confirmed_at = now() where email not like 'kai@%'`)
  })
  return { database, register, asAdmin, admin, statuses }

  function register(email: string, name: string | null) {
    return query(database, `select register_member($1, '$argon2id$', $2)`, [email, name])
  }

  function asAdmin(statement: string) {
    return query({ databaseUrl: database.roleUrls.lanai_admin }, statement)
  }

  function admin(...args: string[]) {
    return runCli(args, { DATABASE_URL: database.roleUrls.lanai_admin })
  }

  async function statuses() {
    const rows = await query<{ status: string; people: number }>(
      database,
      'select approval_status as status, count(*)::int as people from profiles group by 1',
    )
    return Object.fromEntries(rows.map(({ status, people }) => [status, people]))
  }
}

/** Where psql is installed the scripts run through it as well. */
export function programs(): [string, typeof interpretScript][] {
  return [
    ['our reading of psql', interpretScript],
    ...(findPsql() ? [['psql', runWithPsql] as [string, typeof runWithPsql]] : []),
  ]
}

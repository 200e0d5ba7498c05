import { execFile } from 'node:child_process'
import { writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '../../db/migrate.ts'
import { transaction } from '../../db/admin/transaction.ts'
import { UsageError, type Input } from '../../db/admin/verb.ts'
import { verbs } from '../../db/admin/verbs.ts'
import { startPostgresServer } from '../support/postgres-server.ts'

/** `npm run bench -- admin`: how long each verb takes with 10,000 members, by itself and as a whole command. */
const MEMBERS = 10_000
const LIMIT_MS = 1_000
const CLI = join(import.meta.dirname, '../../db/admin/cli.ts')

const folder = await mkdtemp(join(tmpdir(), 'lanai-bench-'))
const roster = join(folder, 'roster.csv')
await writeFile(roster, Array.from({ length: 1000 }, (_, n) => `r${n}@example.org,Person ${n}`).join('\n'))

/** Every verb, as it is called when it has the most to do. */
const calls: readonly [verb: string, ...args: string[]][] = [
  ['pending'],
  ['pending', '--page', '100'],
  ['pending', '--csv'],
  ['approve', 'm17@example.org', '--force'],
  ['deny', 'm17@example.org'],
  ['undo', 'm17@example.org'],
  ['history'],
  ['history', 'm17@example.org'],
  ['member', 'm17@example.org'],
  ['roster-import', roster],
  ['find', 'member 17'],
  ['approved', '--csv'],
  ['delete', 'm17@example.org', '--dry-run'],
  ['admins', 'm17@example.org'],
  ['kick-off', '--people', '300', '--dry-run'],
  ['sessions-end', 'm17@example.org'],
  ['sessions-end', '--everybody', '--dry-run'],
  ['editors', 'm17@example.org'],
  ['status', 'Maintenance on Sunday'],
  ['stats'],
  ['outbox'],
  ['outbox-retry', '--dry-run'],
]

const server = await startPostgresServer()
try {
  const slow = await measure(server.url)
  console.log(slow.length === 0 ? `Every verb is below ${LIMIT_MS} ms.` : `Too slow: ${slow.join(', ')}`)
  process.exitCode = slow.length === 0 ? 0 : 1
} finally {
  await server.close()
  await rm(folder, { recursive: true })
}

/** @returns the calls that took too long. */
async function measure(databaseUrl: string): Promise<string[]> {
  await migrate(databaseUrl)
  await seed(databaseUrl)
  console.log(`${MEMBERS} members: ms on the database, ms for the whole command`)
  const slow: string[] = []
  for (const call of calls) {
    const line = call.map((word) => word.replace(folder, '')).join(' ')
    const [inside, whole] = [await timeInside(databaseUrl, call), await timeWhole(databaseUrl, call)]
    console.log(`  ${line.padEnd(34)} ${inside.toFixed(0).padStart(5)} ${whole.toFixed(0).padStart(6)}`)
    if (whole >= LIMIT_MS) slow.push(`${line} (${whole.toFixed(0)} ms)`)
  }
  return slow
}

/** A tenth approved, a tenth denied, the others waiting; mails in every state; half of them signed in. */
async function seed(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const statement of [
    `select register_member('m' || n || '@example.org', '$argon2id$', 'Member ' || n, 't', md5('a' || n) || md5('b' || n), '1 day')
     from generate_series(1, ${MEMBERS}) n`,
    `update users set email_confirmed_at = now() where right(email, 13) ~ '^[0-4]'`,
    `set lanai.many = 'yes'`,
    `update profiles set approval_status = case when left(md5(id), 1) < '2' then 'approved' else 'denied' end
     where left(md5(id), 1) < '4'`,
    `insert into sessions (id, user_id, expires_at) select md5(id) || md5(id), id, now() + interval '1 day' from users
     where left(id, 1) < '8'`,
    `update outbox set sent_at = now(), payload = null, provider_id = 'x' where left(id::text, 1) < '8'`,
    `update outbox set dead_at = now(), payload = payload - 'token' where left(id::text, 1) = '9'`,
    'analyze',
  ])
    await client.query(statement)
  await client.end()
}

async function timeInside(databaseUrl: string, [name, ...args]: (typeof calls)[number]): Promise<number> {
  const verb = verbs.find((each) => each.name === name)
  if (!verb) throw new UsageError(name)
  const task = verb.prepare(toInput(args))
  if (task.in !== 'transaction') throw new UsageError(name)
  const begun = performance.now()
  await transaction(databaseUrl, task.work, 'rollback')
  return performance.now() - begun
}

async function timeWhole(databaseUrl: string, call: (typeof calls)[number]): Promise<number> {
  const begun = performance.now()
  await promisify(execFile)(process.execPath, [CLI, ...call], {
    env: { DATABASE_URL: databaseUrl },
    cwd: folder,
    maxBuffer: 2 ** 26,
  })
  return performance.now() - begun
}

function toInput(args: string[]): Input {
  const words = args.filter(
    (word, n) => !word.startsWith('--') && !['--page', '--people'].includes(args[n - 1] ?? ''),
  )
  return {
    words,
    value: (option) => (args.includes(`--${option}`) ? args[args.indexOf(`--${option}`) + 1] : undefined),
    has: (option) => args.includes(`--${option}`),
    actor: 'the bench',
    format: args.includes('--csv') ? 'csv' : 'text',
  }
}

import { execFile, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { migrate } from '../../db/migrator.ts'
import { SCHEMA } from '../../scripts/doctor/schema-lines.ts'
import { asUnprivilegedUser } from '../../netlify/local/postgres.ts'
import { everyRow, query } from '../support/query.ts'

const PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'psql']
const REVIEWED = join(import.meta.dirname, '../../db/schema.txt')
const GUIDE = join(import.meta.dirname, '../../docs/deploy.md')

test('the documented way to restore a dump makes every role of the schema first', async () => {
  const commands = await readCommands()
  expect(commands.indexOf('CREATE ROLE')).toBeLessThan(commands.indexOf('pg_restore'))
  for (const role of ['lanai_edge', 'lanai_app', 'lanai_admin'])
    expect(commands).toContain(`CREATE ROLE ${role}`)
})

/** Runs the guide's commands with an installed PostgreSQL. */
test('a dump restored as documented is complete', { timeout: 60_000 }, async ({ skip }) => {
  const bin = installedPostgres() ?? skip('It needs psql, pg_dump and the other programs of PostgreSQL.')
  const [lost, restored] = await Promise.all([startInstalledPostgres(bin), startInstalledPostgres(bin)])
  const folder = await mkdtemp(join(tmpdir(), 'lanai-dump-'))
  try {
    await migrate(lost.databaseUrl)
    await query(lost, LIVED)
    await promisify(execFile)('bash', ['-eu', '-c', await readCommands()], {
      cwd: folder,
      env: {
        PATH: `${bin}:${process.env.PATH ?? ''}`,
        DATABASE_URL: lost.databaseUrl,
        NEW_DATABASE_URL: restored.databaseUrl,
      },
    })
    expect(await everyRow(restored)).toBe(await everyRow(lost))
    expect(await rightsIn(restored)).toEqual(await rightsIn(lost))
    // The installed version and the project's write a schema alike.
    const lines = await query<{ line: string }>(restored, SCHEMA)
    expect(lines.map(({ line }) => `${line}\n`).join('')).toBe(await readFile(REVIEWED, 'utf8'))
    expect(await migrate(restored.databaseUrl)).toEqual({ applied: [], newer: [] })
    const mayDeliver = `select claim_site('https://portal.school.dev') as may`
    expect(await query(restored, mayDeliver)).toEqual([{ may: false }])
    expect(await query(restored, 'select kind, failed::int from reconcile_after_restore()')).toEqual([
      { kind: 'password_changed', failed: 1 },
    ])
    expect(await query(restored, mayDeliver)).toEqual([{ may: true }])
    await expect(query(restored, `update approval_events set reason = 'x'`)).rejects.toThrow()
  } finally {
    await rm(folder, { recursive: true })
    await Promise.all([lost.close(), restored.close()])
  }
})

/** The shell's lines under "Backup and restore". */
async function readCommands(): Promise<string> {
  const guide = await readFile(GUIDE, 'utf8')
  const commands = /## Backup and restore.*?```sh\n(.*?)```/s.exec(guide)?.[1]
  if (!commands) throw new Error('The guide shows no commands.')
  return commands
}

/** A member, with a session, and a mail that has waited for more than an hour. */
const LIVED = `
  select register_member('kala@school.dev', '$argon2id$', 'Kalā ʻŌhiʻa 張 🌺');
  select decide_memberships(array['kala@school.dev'], 'approved', force => true);
  insert into sessions (id, user_id, expires_at) select repeat('a', 64), id, now() + interval '30 days' from users;
  delete from outbox;
  select claim_site('https://portal.school.dev');
  select enqueue('password_changed', 'old', '{"to": "kala@school.dev"}');
  update outbox set created_at = now() - interval '61 minutes'`

/** All grants and default privileges. */
function rightsIn(database: { databaseUrl: string }) {
  return query(
    database,
    `select relname as name, relacl::text as rights from pg_class where relnamespace = 'public'::regnamespace
     union all select proname || pg_get_function_identity_arguments(oid), proacl::text from pg_proc
       where pronamespace = 'public'::regnamespace
     union all select attrelid::regclass || '.' || attname, attacl::text from pg_attribute where attacl is not null
     union all select 'public', nspacl::text from pg_namespace where nspname = 'public'
     union all select 'default ' || defaclobjtype::text, defaclacl::text from pg_default_acl
     order by 1, 2`,
  )
}

/**
 * The folder of this machine's PostgreSQL, if it has the programs that copy a database: in PATH, or the newest of Debian's. The
 * project's own PostgreSQL is a server without them, and a pg_dump reads no server that is newer than itself.
 */
function installedPostgres(): string | undefined {
  const debians = globSync('/usr/lib/postgresql/*/bin').sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  )
  return [...(process.env.PATH ?? '').split(delimiter), ...debians].find((folder) =>
    PROGRAMS.every((program) => existsSync(join(folder, program))),
  )
}

/** An empty server of that PostgreSQL, removed when closed. `databaseUrl` is its owner's. */
async function startInstalledPostgres(
  bin: string,
): Promise<{ databaseUrl: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'lanai-installed-'))
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')]
  const [password, port] = [randomBytes(12).toString('hex'), randomInt(20_000, 30_000)]
  await writeFile(passwordFile, password)
  const owner = ['-U', 'postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const flags = ['-D', data, ...owner, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  await promisify(execFile)(...asUnprivilegedUser(join(bin, 'initdb'), flags))

  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off']
  const options = settings.flatMap((setting) => ['-c', setting])
  const [program, args] = asUnprivilegedUser(join(bin, 'postgres'), ['-D', data, ...options])
  const server = spawn(program, args, { stdio: 'ignore' })
  const exited = once(server, 'exit')
  const databaseUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  await vi.waitFor(() => query({ databaseUrl }, 'select 1'), { timeout: 20_000, interval: 50 })
  return {
    databaseUrl,
    async close() {
      server.kill('SIGINT')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

import { beforeAll, beforeEach } from 'vitest'
import { admin as runAdmin } from '../../db/admin/cli.ts'
import type { ProgramCommand } from '../../db/admin/commands/command.ts'
import { outputOf } from './command-output.ts'
import { query } from './query.ts'
import { useDatabase } from './test-databases.ts'

/** `npm run admin` without a process. */
export function runCli(
  args: string[],
  env: NodeJS.ProcessEnv,
  programs: readonly ProgramCommand[] = [],
  root?: string,
) {
  return outputOf(() => runAdmin(args, { PATH: process.env.PATH, ...env }, programs, root))
}

/** Three pending people, two of them confirmed, and an administrator's access to the database. @param root the repository whose content has the groups. */
export function useWaitingPeople(root?: string) {
  const database = useDatabase()
  // The commands' times are UTC on any server.
  beforeAll(async () => {
    const name = new URL(database.databaseUrl).pathname.slice(1)
    await query(database, `alter database ${name} set timezone = 'Pacific/Honolulu'`)
  })
  beforeEach(async () => {
    await query(database, 'delete from users; delete from outbox')
    await register('keoni@example.org', 'Keoni Kalākaua')
    await register('leilani@example.org', 'Leilani ʻŌhiʻa')
    await register('kai@example.org', null)
    await query(
      database,
      `update users set email_confirmed_at = now() where email not like 'kai@%'; delete from outbox`,
    )
  })
  return { database, register, asAdmin, admin, statuses }

  function register(email: string, name: string | null) {
    return query(database, `select register_member($1, '$argon2id$', $2)`, [email, name])
  }

  function asAdmin(statement: string) {
    return query({ databaseUrl: database.roleUrls.lanai_admin }, statement)
  }

  function admin(...args: string[]) {
    const env = { DATABASE_URL: database.roleUrls.lanai_admin, LANAI_DATA: '/no/portal/here' }
    return runCli(args, env, [], root)
  }

  async function statuses() {
    const rows = await query<{ status: string; people: number }>(
      database,
      'select approval_status as status, count(*)::int as people from profiles group by 1',
    )
    return Object.fromEntries(rows.map(({ status, people }) => [status, people]))
  }
}

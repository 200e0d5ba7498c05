import { inOneSession } from './transactions.ts'

/** How many rows a statement inserts, changes and deletes, what it calls included. Nothing of it stays. */
export function countWrites(
  database: { databaseUrl: string },
  statement: string,
  params: unknown[],
): Promise<number> {
  return inOneSession(database, async (ask) => {
    await ask('begin')
    await ask(statement, params)
    const [row] = await ask(
      'select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as writes from pg_stat_xact_user_tables',
    )
    return Number(row?.writes)
  })
}

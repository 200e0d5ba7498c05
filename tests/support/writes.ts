import pg from 'pg'

/** How many rows a statement inserts, changes and deletes, what it calls included. Nothing of it stays. */
export async function countWrites(
  { databaseUrl }: { databaseUrl: string },
  statement: string,
  params: unknown[],
): Promise<number> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(statement, params)
    const { rows } = await client.query<{ writes: number }>(
      'select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as writes from pg_stat_xact_user_tables',
    )
    return rows[0]?.writes ?? 0
  } finally {
    await client.end()
  }
}

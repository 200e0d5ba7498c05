import pg from 'pg'

/** One statement over the wire, as psql would send it. */
export async function query<Row extends pg.QueryResultRow>(
  { databaseUrl }: { databaseUrl: string },
  text: string,
  params: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Row>(text, params)
    return rows
  } finally {
    await client.end()
  }
}

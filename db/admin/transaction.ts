import pg from 'pg'

const CONNECT_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 30_000

/** Does the work in one transaction: when it throws, nothing was changed. With 'rollback' nothing is in any case. */
export async function transaction<T>(
  databaseUrl: string,
  work: (client: pg.ClientBase) => Promise<T>,
  end: 'commit' | 'rollback' = 'commit',
): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
  })
  // What the database has to say besides, such as whom it left out.
  client.on('notice', ({ message }) => {
    if (message) console.error(message)
  })
  await client.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query(end)
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.end()
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { query } from './query.ts'

/**
 * What comes of work that begins while a transaction with this statement is under way. The transaction is committed as soon as
 * somebody waits for it, or the work is done without having waited.
 */
export async function whileHeld<Result>(
  { databaseUrl }: { databaseUrl: string },
  [statement, params = []]: [statement: string, params?: unknown[]],
  work: () => Promise<Result>,
): Promise<Result> {
  const holder = new pg.Client(databaseUrl)
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(statement, params)
    const working = work()
    await Promise.race([working.catch(() => undefined), waitForLocks({ databaseUrl })])
    await holder.query('commit')
    return await working
  } finally {
    await holder.end()
  }
}

/** Until so many wait for a lock; where they never do, what is expected of them tells. */
export async function waitForLocks(database: { databaseUrl: string }, count = 1): Promise<void> {
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  for (let tries = 0; tries < 250 && (await query(database, waiting)).length < count; tries++) await sleep(20)
}

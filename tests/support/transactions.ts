import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { query } from './query.ts'

/**
 * Runs the work while a transaction holds this statement's locks. The transaction commits as soon as the work waits for a lock
 * or is done. @returns the work's result.
 *
 * @param last what the transaction does before it is committed.
 */
export async function whileHeld<Result>(
  { databaseUrl }: Database,
  [statement, params = []]: [statement: string, params?: unknown[]],
  work: () => Promise<Result>,
  last = '',
): Promise<Result> {
  const holder = new pg.Client(databaseUrl)
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(statement, params)
    const working = work()
    await Promise.race([working.catch(() => undefined), waitForLocks({ databaseUrl })])
    await holder.query(`${last}; commit`)
    return await working
  } finally {
    await holder.end()
  }
}

/** Resolves once a session waits for a lock; throws after 5 s. */
async function waitForLocks(database: Database): Promise<void> {
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  for (let tries = 0; (await query(database, waiting)).length === 0; tries++) {
    if (tries === 250) throw new Error('No session waits for a lock.')
    await sleep(20)
  }
}

interface Database {
  databaseUrl: string
}

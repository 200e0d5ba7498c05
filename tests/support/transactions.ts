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

/** Runs statements in one session, so that settings and transactions last between them. */
export async function inOneSession<Result>(
  { databaseUrl }: Database,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return await work(async (text, params) => (await client.query<Row>(text, params)).rows)
  } finally {
    await client.end()
  }
}

/** Resolves once so many sessions wait for a lock; throws after 5 s. */
export async function waitForLocks(database: Database, count = 1): Promise<void> {
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  for (let tries = 0; (await query(database, waiting)).length < count; tries++) {
    if (tries === 250) throw new Error('No session waits for a lock.')
    await sleep(20)
  }
}

interface Database {
  databaseUrl: string
}

type Ask = (text: string, params?: unknown[]) => Promise<Row[]>
type Row = Record<string, unknown>

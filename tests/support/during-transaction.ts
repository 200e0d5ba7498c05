import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { query } from './query.ts'

/**
 * Begins `work` once a transaction has done `first`, and commits that transaction, after it has done `last`, as soon as the work
 * waits for it or has ended. What the work comes to is returned.
 */
export async function duringTransaction<Result>(
  database: { databaseUrl: string },
  { first, last = '' }: { first: string; last?: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const holder = new pg.Client(database.databaseUrl)
  await holder.connect()
  try {
    await holder.query(`begin; ${first}`)
    const working = work()
    let isOver = false
    const over = working.then(
      () => (isOver = true),
      () => (isOver = true),
    )
    await Promise.race([over, somebodyWaits(database, () => isOver)])
    await holder.query(`${last}; commit`)
    return await working
  } finally {
    await holder.end()
  }
}

/** The rows of a statement that another transaction does not make wait, though it has done `first` and stays open; fails otherwise. */
export async function besideTransaction<Row extends pg.QueryResultRow>(
  { databaseUrl }: { databaseUrl: string },
  first: string,
  text: string,
): Promise<Row[]> {
  const holder = new pg.Client(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl, lock_timeout: 1000 })
  await Promise.all([holder.connect(), client.connect()])
  try {
    await holder.query(`begin; ${first}`)
    return (await client.query<Row>(text)).rows
  } finally {
    await Promise.all([holder.end(), client.end()])
  }
}

async function somebodyWaits(database: { databaseUrl: string }, isOver: () => boolean): Promise<void> {
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  for (let tries = 0; tries < 200 && !isOver(); tries++) {
    if ((await query(database, waiting)).length > 0) return
    await sleep(10)
  }
}

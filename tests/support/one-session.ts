import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { query } from './query.ts'

/** One session: what it says of itself, and what it holds in a transaction, is so for all of its statements. */
export async function inOneSession(
  { databaseUrl }: { databaseUrl: string },
  work: (ask: Ask) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await work(async (text, params) => (await client.query<Row>(text, params)).rows)
  } finally {
    await client.end()
  }
}

/** Ends also when nobody comes to wait: what is asked afterwards tells. */
export async function waitsForALock(database: { databaseUrl: string }): Promise<void> {
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  for (let tries = 0; tries < 100 && (await query(database, waiting)).length === 0; tries++) await sleep(20)
}

type Ask = (text: string, params?: unknown[]) => Promise<Row[]>
type Row = Record<string, unknown>

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Postgres, RoleUrls } from '../../netlify/local/postgres.ts'
import { startSqlEndpoint } from '../../netlify/local/sql-endpoint.ts'
import { disconnect } from './query.ts'

/** The database every suite about stored things runs on, with the whole schema and nothing in it, behind the application's own way in. */
export async function startTestDatabase(): Promise<TestDatabase> {
  return behindTheDoor(await createDatabase())
}

/** The same without the schema. */
export async function startEmptyDatabase(): Promise<TestDatabase> {
  return behindTheDoor(await createDatabase('empty'))
}

async function behindTheDoor(database: CreatedDatabase): Promise<TestDatabase> {
  const front = await openDatabase(database)
  return {
    ...front,
    async close() {
      await front.close()
      await database.close()
    },
  }
}

/** An existing database of the run's server behind the door. Closing it leaves it as it is. */
export async function openDatabase({ url, roleUrls }: CreatedDatabase): Promise<TestDatabase> {
  const endpoint = await startSqlEndpoint(url)
  return { databaseUrl: url, roleUrls, httpUrl: endpoint.url, close: () => endpoint.close() }
}

/**
 * A new database on the run's server: with the schema, empty, or the copy of one that nobody but `query` is connected to.
 * Closing it drops it.
 */
export async function createDatabase(copyOf?: CreatedDatabase | 'empty'): Promise<CreatedDatabase> {
  const server = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  await runOnce(server.url, `create database ${name}${copyOf === 'empty' ? '' : await copying(copyOf?.url)}`)

  const named = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  const { lanai_edge, lanai_app, lanai_admin } = server.roleUrls
  return {
    url: named(server.url),
    roleUrls: { lanai_edge: named(lanai_edge), lanai_app: named(lanai_app), lanai_admin: named(lanai_admin) },
    stopped: new Promise(() => undefined),
    close: () => drop(server.url, name),
  }
}

/** Files are copied in a third of the time that it takes to log what is in them. */
async function copying(url = inject('postgres').migratedUrl): Promise<string> {
  await disconnect(url)
  return ` template ${new URL(url).pathname.slice(1)} strategy file_copy`
}

/**
 * A pool has ended before its connections are gone, and listens to them no more: forced out, they would throw. So they
 * have a second to leave.
 */
async function drop(url: string, name: string): Promise<void> {
  await disconnect(Object.assign(new URL(url), { pathname: `/${name}` }).href)
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (let tries = 0; tries < 40; tries++) {
      const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name])
      if (rowCount === 0) break
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    await client.query(`drop database ${name} with (force)`)
  } finally {
    await client.end()
  }
}

async function runOnce(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export type CreatedDatabase = Postgres

export interface TestDatabase {
  /** The owner's. */
  databaseUrl: string
  /** With the rights of one role, once the schema is there: the application's own is lanai_app. */
  roleUrls: RoleUrls
  /** Of the SQL endpoint. */
  httpUrl: string
  close(): Promise<void>
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: Pick<Postgres, 'url' | 'roleUrls'> & {
      /** A database with the schema that nobody is connected to. */
      migratedUrl: string
    }
  }
}

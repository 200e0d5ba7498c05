import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Postgres, RoleUrls } from '../../netlify/local/postgres.ts'
import { startSqlEndpoint } from '../../netlify/local/sql-endpoint.ts'
import { disconnect, query } from './query.ts'

/** A database with the whole schema and nothing in it, behind the application's SQL endpoint. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const { url, roleUrls, close } = await createDatabase()
  const endpoint = await startSqlEndpoint(url)
  return {
    databaseUrl: url,
    roleUrls,
    httpUrl: endpoint.url,
    close: () => endpoint.close().then(close),
  }
}

/** A database with the whole schema for the tests of a file or a `describe`. */
export function useDatabase(): TestDatabase {
  const database = {} as TestDatabase
  beforeAll(async () => {
    Object.assign(database, await startTestDatabase())
  })
  afterAll(() => database.close())
  return database
}

/** A new database on the run's server, with the schema or empty. Closing it drops it. */
export async function createDatabase(content: 'schema' | 'empty' = 'schema'): Promise<Postgres> {
  const server = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  if (content === 'schema') await disconnect(server.migratedUrl)
  // Copying files takes a third of the time of logging their contents.
  const source = content === 'schema' ? ' template migrated strategy file_copy' : ''
  await query({ databaseUrl: server.url }, `create database ${name}${source}`)

  const named = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  const { lanai_edge, lanai_app, lanai_admin } = server.roleUrls
  return {
    url: named(server.url),
    roleUrls: { lanai_edge: named(lanai_edge), lanai_app: named(lanai_app), lanai_admin: named(lanai_admin) },
    stopped: new Promise(() => undefined),
    close: () => drop(server.url, name),
  }
}

/** A pool's connections leave a moment after it has ended, and would throw if they were forced out. */
async function drop(databaseUrl: string, name: string): Promise<void> {
  await disconnect(Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href)
  const connected = 'select from pg_stat_activity where datname = $1'
  for (let tries = 0; tries < 40; tries++) {
    if ((await query({ databaseUrl }, connected, [name])).length === 0) break
    await sleep(25)
  }
  await query({ databaseUrl }, `drop database ${name} with (force)`)
}

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
      /** A database with the schema without connections. */
      migratedUrl: string
    }
  }
}

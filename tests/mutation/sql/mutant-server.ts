import pg from 'pg'
import type { RoleUrls } from '../../../netlify/local/postgres.ts'
import { migrate } from '../../../db/migrate.ts'
import { startPostgresServer } from '../../support/postgres-server.ts'
import { query } from '../../support/query.ts'
import { readMutants, type Mutant } from './mutants.ts'

/** What the databases of the tests are copied from. */
export const TEMPLATE = 'mutant'

const ORIGINAL = 'original'

/** A PostgreSQL of its own with a migrated database to make mutants of. */
export async function startMutantServer(): Promise<MutantServer> {
  const { url, roleUrls, close } = await startPostgresServer()
  await query({ databaseUrl: url }, `create database ${ORIGINAL}`)
  await migrate(databaseAt(url, ORIGINAL))
  const client = new pg.Client(databaseAt(url, ORIGINAL))
  await client.connect()
  const mutants = await readMutants(client)
  await client.end()
  return { url, roleUrls, mutants, close }
}

/** Makes the template that databases of the tests are copied from anew, without any fault. */
export async function makeTemplate(serverUrl: string): Promise<void> {
  await query({ databaseUrl: serverUrl }, `drop database if exists ${TEMPLATE} with (force)`)
  await query({ databaseUrl: serverUrl }, `create database ${TEMPLATE} template ${ORIGINAL}`)
}

/** Throws when PostgreSQL takes no such statement. */
export async function changeTemplate(serverUrl: string, statement: string): Promise<void> {
  await query({ databaseUrl: databaseAt(serverUrl, TEMPLATE) }, statement)
}

export function databaseAt(serverUrl: string, name: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
}

export interface MutantServer {
  url: string
  roleUrls: RoleUrls
  mutants: Mutant[]
  close: () => Promise<void>
}

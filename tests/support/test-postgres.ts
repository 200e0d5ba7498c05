import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../db/migrate.ts'
import { startPostgresServer } from './postgres-server.ts'
import { disconnect, query } from './query.ts'

/** Vitest's global set-up: one PostgreSQL server for the whole run, stopped and removed at its end. */
export default async function startServer(project: TestProject): Promise<() => Promise<void>> {
  const { close, ...postgres } = await startMigratedServer()
  project.provide('postgres', postgres)
  return close
}

/** A server with a migrated database to copy. */
export async function startMigratedServer(): Promise<ProvidedContext['postgres'] & { close: Close }> {
  const { url, roleUrls, close } = await startPostgresServer()
  await query({ databaseUrl: url }, 'create database migrated')
  await disconnect(url)
  const migratedUrl = Object.assign(new URL(url), { pathname: '/migrated' }).href
  await migrate(migratedUrl)
  return { url, roleUrls, migratedUrl, close }
}

type Close = () => Promise<void>

import type { TestProject } from 'vitest/node'
import { migrate } from '../../db/migrate.ts'
import { startPostgresServer } from './postgres-server.ts'
import { disconnect, query } from './query.ts'

/** Vitest's global set-up: one PostgreSQL server for the whole run with a migrated database to copy, stopped and removed at its end. */
export default async function startServer(project: TestProject): Promise<() => Promise<void>> {
  const { url, roleUrls, close } = await startPostgresServer()
  await query({ databaseUrl: url }, 'create database migrated')
  await disconnect(url)
  const migratedUrl = Object.assign(new URL(url), { pathname: '/migrated' }).href
  await migrate(migratedUrl)
  project.provide('postgres', { url, roleUrls, migratedUrl })
  return close
}

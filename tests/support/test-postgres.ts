import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../db/migrator.ts'
import { startPostgres } from '../../netlify/local/postgres.ts'
import { query } from './query.ts'

/** Vitest's global set-up: one PostgreSQL server for the whole run, with a migrated database to copy. */
export default async function startServer(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'lanai-postgres-'))
  const { url, roleUrls, close } = await startPostgres({
    directory: join(folder, 'data'),
    port: 0,
    password: randomBytes(12).toString('hex'),
    isDurable: false,
  })
  await query({ databaseUrl: url }, 'create database migrated')
  const migratedUrl = Object.assign(new URL(url), { pathname: '/migrated' }).href
  await migrate(migratedUrl)
  project.provide('postgres', { url, roleUrls, migratedUrl })
  return async () => {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

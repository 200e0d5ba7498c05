import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import RELEASES from './released-migrations.json' with { type: 'json' }

const MIGRATION_NAME = /^\d{4}_[a-z0-9_]+\.sql$/

/**
 * The migrations of a directory, in the order to apply them.
 * @throws Error with the file's name if it isn't named like `0001_what_it_does.sql`.
 */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  const misnamed = names.find((name) => !MIGRATION_NAME.test(name))
  if (misnamed) throw new Error(`${misnamed} must be named like 0001_what_it_does.sql`)
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(directory, name), 'utf8')
      return { name, sql, checksum: hash('sha256', sql) }
    }),
  )
}

export function findUnknownMigration(applied: string[], migrations: Migration[]): string | undefined {
  const names = migrations.map(({ name }) => name)
  const newest = names.at(-1) ?? ''
  return applied.toSorted().find((name) => name < newest && !names.includes(name))
}

export function findNewer(applied: string[], migrations: Migration[]): string[] {
  const newest = migrations.at(-1)?.name ?? ''
  return applied.filter((name) => name > newest).sort()
}

export function newerMessage(names: string[]): string {
  const latest = Object.keys(RELEASES).at(-1)
  return `The database is newer than this code. A version of Lanai after ${latest} changed it: it also has ${names.join(', ')}.`
}

export const NEWER_REMEDY =
  'The site keeps working, because migrations only add (docs/deploy.md, "Going back"). Deploy the newer code again once it’s fixed.'

export interface Migration {
  name: string
  sql: string
  checksum: string
}

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const MIGRATION_NAME = /^\d{4}_[a-z0-9_]+\.sql$/

/**
 * The migrations of a directory in the order they apply.
 * @throws Error naming the file when one does not follow `0001_what_it_does.sql`.
 */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  const misnamed = names.find((name) => !MIGRATION_NAME.test(name))
  if (misnamed) throw new Error(`${misnamed} must be named like 0001_what_it_does.sql`)
  return Promise.all(names.map((name) => readMigration(directory, name)))
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  const sql = await readFile(join(directory, name), 'utf8')
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

/**
 * A name that the database has applied and that is none of these files although later ones are: the database was made by
 * another line of migrations. What is only newer than the files is none.
 */
export function findForeign(applied: string[], migrations: Migration[]): string | undefined {
  const names = migrations.map(({ name }) => name)
  const newest = names.at(-1) ?? ''
  return applied.toSorted().find((name) => name < newest && !names.includes(name))
}

/** What the database has applied beyond the last of these files: the code is older than the database. */
export function findNewer(applied: string[], migrations: Migration[]): string[] {
  const newest = migrations.at(-1)?.name ?? ''
  return applied.filter((name) => name > newest).sort()
}

/** The same for people, with what follows from it. */
export function isNewer(names: string[]): string {
  return `The database is newer than this code: it has ${names.join(', ')} besides.`
}

export const WHEN_NEWER =
  'The site keeps working, because a migration only adds (docs/deploy.md, "Going back"). Deploy the newer code again when it is mended.'

export interface Migration {
  name: string
  sql: string
  /** Hex SHA-256 of the text: tells whether a landed migration was edited. */
  checksum: string
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Migration } from './migration-files.ts'

/** Carries a database of 0.1 over to the names of 1.0. Goes with 1.1, with `carry-over.sql`. */

const FIRST_AND_LAST = ['0001_members.sql', '0018_submissions.sql']

export function needsCarryingOver(applied: readonly string[]): boolean {
  return FIRST_AND_LAST.every((name) => applied.includes(name))
}

export async function readCarryOver(): Promise<Migration> {
  const name = 'carry-over.sql'
  return { name, sql: await readFile(join(import.meta.dirname, name), 'utf8'), checksum: '' }
}

/** The migration for a database that has its tables and indexes. */
export function keepTables(migration: Migration): Migration {
  const sql = migration.sql
    .replaceAll(/^create (table|index|unique index) /gm, 'create $1 if not exists ')
    .replaceAll(/^create function /gm, 'create or replace function ')
  return { ...migration, sql }
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Migration } from './migration-files.ts'

/** Carries a database of 0.1 over to the names of 1.0. Goes with 1.1, with `carry-over.sql`. */

const FIRST_AND_LAST = ['0001_members.sql', '0018_submissions.sql']

export function needsCarryingOver(applied: readonly string[]): boolean {
  return FIRST_AND_LAST.every((name) => applied.includes(name))
}

/** Renames what is there, and then what to apply: the migrations without the tables and indexes that are there. */
export async function carryOverSteps(migrations: readonly Migration[]): Promise<Migration[]> {
  const name = 'carry-over.sql'
  const sql = await readFile(join(import.meta.dirname, name), 'utf8')
  const rename = { name, sql, checksum: '' }
  return [rename, ...migrations.map((migration) => ({ ...migration, sql: keepingTables(migration.sql) }))]
}

function keepingTables(sql: string): string {
  return sql
    .replaceAll(/^create (table|index|unique index) /gm, 'create $1 if not exists ')
    .replaceAll(/^create function /gm, 'create or replace function ')
}

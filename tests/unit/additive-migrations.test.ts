import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMigrations } from '../../db/migration-files.ts'

/**
 * The code before a migration runs on the database after it: while a deploy is on its way, and after it was rolled back.
 * What takes something away says in a comment why the older code can live with it.
 */
const REASON = /^-- Not additive: \S.{20,}/m

const TAKING: readonly [RegExp, string][] = [
  [/\bdrop (?:table|column|function|view|index)\b/, 'drop'],
  [/\brename\b/, 'rename'],
  [/\balter (column )?\w+ (set data )?type\b/, 'alter type'],
  [/\bset not null\b/, 'set not null'],
  [/\badd column (?:(?!default)[^,;])*\bnot null\b(?:(?!default)[^,;])*(?:[,;]|$)/, 'add not null'],
  // No role has its rights from PUBLIC.
  [/\brevoke (?![^;]* from public\b)/, 'revoke'],
]

test('a migration that drops or renames explains why older code still works', async () => {
  const migrations = await readMigrations(join(import.meta.dirname, '../../db/migrations'))
  const silent = migrations
    .filter(({ sql }) => !REASON.test(sql))
    .flatMap(({ name, sql }) => takenAway(sql).map((what) => `${name}: ${what}`))
  expect(silent, 'add a line such as "-- Not additive: no code since 1.4 reads the column"').toEqual([])
})

function takenAway(sql: string): string[] {
  const words = sql
    .replace(/--[^\n]*|'(?:[^']|'')*'|(\$\w*\$).*?\1/gs, ' ')
    .toLowerCase()
    .replace(/\s+/g, ' ')
  return TAKING.filter(([pattern]) => pattern.test(words)).map(([, what]) => what)
}

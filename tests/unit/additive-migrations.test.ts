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

test.each([
  ['ALTER TABLE profiles\n  DROP COLUMN avatar_url', ['drop']],
  ['drop function if exists f(text)', ['drop']],
  ['alter table notes rename to remarks', ['rename']],
  ['alter table notes alter column body type jsonb', ['alter type']],
  ['alter table notes alter body set not null', ['set not null']],
  ['alter table notes add column place text not null', ['add not null']],
  ['revoke select on members from lanai_edge', ['revoke']],
  ['create table notes (body text not null)', []],
  ["alter table notes add column place text not null default ''", []],
  // Widened: every row that the older code writes is still good.
  ['alter table outbox drop constraint kind_check, add constraint kind_check check (true)', []],
  ["comment on table notes is 'Do not drop table notes.'", []],
  ['-- drop table notes\nselect 1', []],
  ['create function tidy() returns void language sql as $$ drop table notes $$', []],
  ['revoke execute on function take_attempt from lanai_app', ['revoke']],
])('%s takes away %j', (sql, what) => {
  expect(takenAway(sql)).toEqual(what)
})

function takenAway(sql: string): string[] {
  const words = sql
    .replace(/--[^\n]*|'(?:[^']|'')*'|(\$\w*\$).*?\1/gs, ' ')
    .toLowerCase()
    .replace(/\s+/g, ' ')
  return TAKING.filter(([pattern]) => pattern.test(words)).map(([, what]) => what)
}

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMigrations } from '../../db/migration-files.ts'
import RELEASES from '../../db/released-migrations.json' with { type: 'json' }
import { nonAdditiveChanges } from '../support/non-additive-changes.ts'

const MIGRATIONS = join(import.meta.dirname, '../../db/migrations')
/** No code is older than these. */
const FIRST_RELEASE: Partial<Record<string, string>> = RELEASES['1.0.0']

/**
 * The code before a migration runs on the database after it: while a deploy is on its way, and after it was rolled back.
 * What isn’t additive says in a comment why the older code can live with it.
 */
const REASON = /^-- Not additive: \S.{20,}/m

test('a migration that isn’t additive explains why older code still works', async () => {
  const migrations = await readMigrations(MIGRATIONS)
  const silent = migrations.flatMap(({ name, sql }, n) => {
    const isOfFirstRelease = name in FIRST_RELEASE
    const taken = isOfFirstRelease ? [] : [...new Set(nonAdditiveChanges({ sql }, migrations.slice(0, n)))]
    return taken.length > 0 && !REASON.test(sql) ? `${name}: ${taken.join(', ')}` : []
  })
  expect(silent, 'add a line such as "-- Not additive: no code since 1.4 reads the column"').toEqual([])
})

test('a released migration has the hash that it was released with', async () => {
  const migrations = await readMigrations(MIGRATIONS)
  const found = Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum]))
  expect(found, 'a released file can’t be edited: add a new one').toMatchObject(
    Object.assign({}, ...Object.values(RELEASES)) as Record<string, string>,
  )
})

const EARLIER = `
  create table people (id text primary key, kind text constraint people_kind check (kind in ('a', 'b')),
    name text constraint people_name check (length(name) <= 80));
  create function find(part text, at_most int default 10) returns text language sql as $$ select 'x' $$`

test.each([
  ['drop', 'drop view seen'],
  ['drop', 'alter table people drop column name'],
  ['drop', 'alter table people alter name drop default'],
  [
    'drop',
    'drop function find(text, int); create function find(part text, at_most int) returns int language sql as $$ $$',
  ],
  ['rename', 'alter table people rename name to full_name'],
  ['alter type', 'alter table people alter column name type varchar(80)'],
  ['set not null', 'alter table people alter name set not null'],
  ['add not null', 'alter table people add column role text not null'],
  ['revoke', 'revoke select on people from lanai_app'],
  ['delete', `delete from people where kind = 'a'`],
  ['delete', 'with gone as (delete from only people returning *) insert into archive select * from gone'],
  ['delete', 'truncate people'],
  ['delete', 'do $$ begin delete from people; end $$'],
  ['update', `update people set kind = 'b'`],
  ['update', `insert into people (id) values ('1') on conflict (id) do update set name = ''`],
  ['add check', `alter table people add check (name <> '')`],
  ['add check', `alter table people add constraint people_named check (name <> '')`],
  [
    'add check',
    `alter table people drop constraint people_kind, add constraint people_kind check (kind in ('a', 'c'))`,
  ],
  [
    'add check',
    'alter table people drop constraint people_name, add constraint people_name check (length(name) <= 60)',
  ],
  ['add constraint', 'alter table people add constraint one_name unique (name)'],
  ['add constraint', 'alter table only people add foreign key (id) references users'],
  ['add unique index', 'create unique index concurrently one_name on people (lower(name))'],
  [
    'add trigger',
    'create trigger t before insert or update of name on people for each row execute function f()',
  ],
  ['add rule', 'create rule r as on insert to people do instead nothing'],
  ['add policy', 'alter table people enable row level security'],
  ['other parameters', 'create or replace function find(part text) returns text language sql as $$ $$'],
])('a migration isn’t additive, because of “%s”: %s', (what, sql) => {
  expect(nonAdditiveChanges({ sql }, [{ sql: EARLIER }])).toContain(what)
})

test.each([
  `alter table people drop constraint people_kind, add constraint people_kind check (kind in ('a', 'b', 'c'))`,
  'alter table people add column role text, add column seen int not null default 0',
  `create table others (id int unique check (id > 0)); update others set id = 1; create unique index o on others (id);
   create trigger t before update on others for each row execute function f()`,
  `create or replace function find(part text, at_most int default 10) returns text language sql as
   $$ delete from people; update people set name = '' $$`,
  `insert into people (id) select 'delete from people' on conflict do nothing`,
  `comment on table people is 'Nobody may update people; drop column never.'`,
  'revoke all on function find from public',
  '-- delete from people',
])('a migration is additive: %s', (sql) => {
  expect(nonAdditiveChanges({ sql }, [{ sql: EARLIER }])).toEqual([])
})

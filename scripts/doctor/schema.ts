import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { check, fail, ok, skip, type Check } from './check.ts'
import type { Examined } from './health.ts'

const REVIEWED = join(import.meta.dirname, '../../db/schema.txt')
const SHOWN = 3
const SHOWN_LETTERS = 80

/** Finds what was changed by hand. What the migrations didn't make, such as a table for a report, may be there as well. */
export const schemaCheck: Check<Examined & { client: pg.Client }> = check(
  'schema',
  'as the owner, run again what db/migrations says of it, or restore the database: docs/admins.md, "Backup and restore"',
  async ({ client, health, migrations }) => {
    const applied = (await health())?.migrations ?? []
    if (applied.length > migrations.length) return skip('not checked, because the database is newer')
    const { rows } = await client.query<{ line: string }>(SCHEMA)
    const found = new Set(rows.map(({ line }) => line))
    const wrong = (await readFile(REVIEWED, 'utf8'))
      .split('\n')
      .filter((line) => line && !found.has(line))
      .map((line) => line.slice(0, SHOWN_LETTERS))
    if (wrong.length === 0) return ok('is what the migrations made')
    const more = wrong.length > SHOWN ? `, and ${wrong.length - SHOWN} more` : ''
    return fail(`missing, or changed by hand: ${wrong.slice(0, SHOWN).join(' | ')}${more}`)
  },
)

/** One line for each table, rule, trigger, right and function, with its callers and a hash of its body. */
export const SCHEMA = `
  with relations as (
    select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
  ), roles as (
    select unnest(array['lanai_edge', 'lanai_app', 'lanai_admin']) as role
  ), rights as (
    select relname, role, nth, case
        when has_table_privilege(role, oid, privilege) then privilege
        when privilege in ('select', 'insert', 'update') then (
          select privilege || '(' || string_agg(attname, ', ' order by attnum) || ')' from pg_attribute
          where attrelid = oid and attnum > 0 and not attisdropped and has_column_privilege(role, oid, attnum, privilege)
        )
      end as held
    from relations, roles, unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'])
      with ordinality as p (privilege, nth)
  ), functions as (
    select proname, coalesce(string_agg(role, ', ' order by role) filter (where has_function_privilege(role, oid, 'execute')), 'the owner') as callers,
      left(md5(prosrc), 8) as body
    from pg_proc, roles
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
    group by oid, proname, prosrc
  )
  select line from (
    select 1 as part, relname || ': ' || string_agg(
        attname || ' ' || format_type(atttypid, atttypmod) || case when attnotnull then '!' else '' end, ', ' order by attnum
      ) as line
    from relations join pg_attribute on attrelid = oid
    where attnum > 0 and not attisdropped
    group by relname
    union all select 2, r.relname || ' ' || conname || ': ' || pg_get_constraintdef(c.oid)
    from pg_constraint c join relations r on r.oid = conrelid where contype in ('c', 'f', 'p', 'u')
    union all select 3, pg_get_triggerdef(t.oid) from pg_trigger t join relations r on r.oid = tgrelid where not tgisinternal and tgenabled = 'O'
    union all select 4, relname || ', ' || role || ': ' || string_agg(held, ', ' order by nth)
    from rights group by relname, role having count(held) > 0
    union all select 5, proname || ': ' || callers || ', ' || body from functions
  ) lines
  order by part, line collate "C"`

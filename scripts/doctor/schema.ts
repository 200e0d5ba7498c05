import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { check, fail, ok, shorten, skip, type Check } from './check.ts'
import type { Examined } from './health.ts'

const REVIEWED = join(import.meta.dirname, '../../db/schema.txt')
const SHOWN_LETTERS = 200

/**
 * Finds what was changed by hand: what is missing or different, and what was added to a table or a function of ours. Tables,
 * functions and plain indexes of another program may be there as well.
 */
export const schemaCheck: Check<Examined & { client: pg.Client }> = check(
  'schema',
  'as the owner, drop what was added, run again what db/migrations says of the rest, or restore the database: docs/deploy.md, "Backup and restore"',
  async ({ client, health, migrations }) => {
    const applied = (await health())?.migrations ?? []
    if (applied.length > migrations.length) return skip('not checked, because the database is newer')
    const { rows } = await client.query<{ line: string }>(SCHEMA)
    const reviewed = (await readFile(REVIEWED, 'utf8')).split('\n').filter(Boolean)
    const found = rows.map(({ line }) => line)
    const wrong = differences(reviewed, found).map((text) => text.slice(0, SHOWN_LETTERS))
    if (wrong.length === 0) return ok('is what the migrations made')
    return fail(`changed by hand: ${shorten(wrong, ' | ')}`)
  },
)

/** Of lines of `SCHEMA`. Each is `subject: items`, and a subject begins with the name of a table or function. */
export function differences(reviewed: string[], found: string[]): string[] {
  const [expected, actual] = [bySubject(reviewed), bySubject(found)]
  const ours = new Set([...expected.keys()].map(nameOf))
  const changed = [...expected].flatMap(([subject, items]) => {
    const now = actual.get(subject)
    if (now === undefined) return `${subject} is missing: ${items}`
    return now === items ? [] : `${subject} ${difference(items.split(', '), now.split(', '))}`
  })
  const added = [...actual].filter(
    ([subject, items]) => !expected.has(subject) && ours.has(nameOf(subject)) && !items.startsWith('INDEX '),
  )
  return [...changed, ...added.map(([subject, items]) => `${subject} was added: ${items}`)]
}

function difference(items: string[], now: string[]): string {
  const lost = items.filter((item) => !now.includes(item)).join(', ')
  const gained = now.filter((item) => !items.includes(item)).join(', ')
  if (lost && gained) return `has "${gained}" in place of "${lost}"`
  if (gained) return `has also "${gained}"`
  return lost ? `has lost "${lost}"` : 'has another order'
}

function bySubject(lines: string[]): Map<string, string> {
  return new Map(
    lines.map((line) => {
      const end = line.indexOf(': ')
      return [line.slice(0, end), line.slice(end + 2)]
    }),
  )
}

function nameOf(subject: string): string {
  return /^\w+/.exec(subject)?.[0] ?? ''
}

/**
 * One line for each table, constraint, index, trigger, rule, right and function, and who may call a new function. Bodies are
 * hashes of 8 letters. The lines are the same in PostgreSQL 15 to 18.
 */
export const SCHEMA = `
  with relations as (
    select c.*, relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
  ), roles as (
    select unnest(array['lanai_edge', 'lanai_app', 'lanai_admin']) as role
  ), views as (
    select oid, pg_get_viewdef(oid) as text from relations where relkind = 'v'
  ), columns as (
    select attrelid, string_agg(concat(
        attname, ' ', format_type(atttypid, atttypmod), case when attnotnull then '!' end,
        ' collate ' || (select collname from pg_collation co where co.oid = attcollation and attcollation <> typcollation),
        case attidentity when 'a' then ' always identity' when 'd' then ' identity' end,
        case when attgenerated <> '' then ' generated' end, ' default ' || pg_get_expr(adbin, adrelid)
      ), ', ' order by attnum) as items
    from pg_attribute join pg_type t on t.oid = atttypid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped
    group by attrelid
  ), rights as (
    select name, role, nth, case
        when has_table_privilege(role, oid, privilege) then privilege
        when privilege in ('select', 'insert', 'update') then (
          select privilege || '(' || string_agg(attname, ', ' order by attnum) || ')' from pg_attribute
          where attrelid = oid and attnum > 0 and not attisdropped and has_column_privilege(role, oid, attnum, privilege)
        )
      end as held
    from relations, roles, unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'])
      with ordinality as p (privilege, nth)
    union all select 'public', role, nth, case when has_schema_privilege(role, 'public', privilege) then privilege end
    from roles, unnest(array['usage', 'create']) with ordinality as p (privilege, nth)
  )
  select line from (
    select 1 as part, concat_ws(', ', name || ': ' || columns.items,
        -- Up to version 15, the columns of a view of one table carry its name.
        'view ' || left(md5(case
          when (select count(distinct m) from regexp_matches(views.text, '\\m([a-z_]\\w*)\\.', 'g') m) = 1
          then regexp_replace(views.text, '\\m[a-z_]\\w*\\.', '', 'g') else views.text
        end), 8),
        case when relpersistence <> 'p' then 'unlogged' end, case when relrowsecurity then 'row security' end,
        array_to_string(reloptions, ' '),
        'inherited by ' || (select string_agg(inhrelid::regclass::text, ' ') from pg_inherits where inhparent = r.oid)
      ) as line
    from relations r join columns on attrelid = r.oid left join views on views.oid = r.oid
    union all select 2, name || ' ' || conname || ': ' || pg_get_constraintdef(c.oid)
      || case when exists (select from pg_trigger where tgconstraint = c.oid and tgenabled <> 'O') then ', disabled' else '' end
    from pg_constraint c join relations r on r.oid = conrelid where contype in ('c', 'f', 'p', 'u', 'x')
    union all select 3, name || ' ' || indexrelid::regclass || ': '
      || regexp_replace(pg_get_indexdef(indexrelid), '^CREATE (.*INDEX ).* USING ', '\\1') || case when indisvalid then '' else ', invalid' end
    from pg_index join relations r on r.oid = indrelid
    where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    union all select 4, name || ' ' || tgname || ': ' || pg_get_triggerdef(t.oid)
      || case tgenabled when 'O' then '' when 'D' then ', disabled' else ', enabled ' || tgenabled::text end
    from pg_trigger t join relations r on r.oid = tgrelid where not tgisinternal
    union all select 5, name || ' ' || rulename || ': ' || regexp_replace(pg_get_ruledef(w.oid), '\\s+', ' ', 'g')
    from pg_rewrite w join relations r on r.oid = ev_class where rulename <> '_RETURN'
    union all select 5, name || ' ' || polname || ': POLICY USING ' || pg_get_expr(polqual, polrelid)
    from pg_policy join relations r on r.oid = polrelid
    union all select 6, name || ', ' || role || ': ' || string_agg(held, ', ' order by nth)
    from rights group by name, role having count(held) > 0
    union all select 7, concat(
        proname, '(', pg_get_function_identity_arguments(p.oid), '): ', concat_ws(', ',
          (select coalesce(string_agg(role, ', ' order by role), 'the owner') from roles where has_function_privilege(role, p.oid, 'execute')),
          'returns ' || pg_get_function_result(p.oid), lanname,
          case provolatile when 'i' then 'immutable' when 's' then 'stable' end, case when proisstrict then 'strict' end,
          case when prosecdef then 'definer' end, array_to_string(proconfig, ', '),
          left(md5(concat(pg_get_function_arguments(p.oid), prosrc, pg_get_function_sqlbody(p.oid))), 8)
        )
      )
    from pg_proc p join pg_language l on l.oid = prolang where pronamespace = 'public'::regnamespace
    union all select 8, 'new functions: ' || case
        when exists (
          select from pg_default_acl d join pg_class on relowner = defaclrole
          where relname = 'schema_migrations' and defaclobjtype = 'f' and defaclnamespace = 0
            and not exists (select from aclexplode(defaclacl) where grantee = 0)
        ) then 'the owner' else 'everyone'
      end
  ) lines
  order by part, line collate "C"`

import type pg from 'pg'
import { roles } from '../../support/privileges.ts'
import { findChanges } from './operators.ts'

/** Every mutant of a migrated database: its functions and views, what guards its tables, and who may do what. */
export async function readMutants(client: pg.Client): Promise<Mutant[]> {
  return unique([
    ...(await mutateDefinitions(client, 'code', FUNCTIONS)),
    ...(await mutateDefinitions(client, 'code', VIEWS)),
    ...(await mutateDefinitions(client, 'guard', TRIGGERS)),
    ...(await mutateDefinitions(client, 'guard', CHECKS)),
    ...(await readChanges(client, 'guard', GUARDS)),
    ...(await readChanges(client, 'right', RIGHTS)),
  ])
}

/** The same faults in a text that is no part of a database. */
export function mutateText(subject: string, text: string): { name: string; text: string }[] {
  return findChanges(text).map(({ start, end, instead }) => ({
    name: `${subject}: ${describe(text, start, end, instead)}`,
    text: text.slice(0, start) + instead + text.slice(end),
  }))
}

/** Names that are the same get a number. */
export function unique<Named extends { name: string }>(mutants: Named[]): Named[] {
  const seen = new Map<string, number>()
  return mutants.map((mutant) => {
    const nth = (seen.get(mutant.name) ?? 0) + 1
    seen.set(mutant.name, nth)
    return nth === 1 ? mutant : { ...mutant, name: `${mutant.name} #${nth}` }
  })
}

async function mutateDefinitions(client: pg.Client, kind: Kind, query: string): Promise<Mutant[]> {
  const { rows } = await client.query<{
    name: string
    touches: string[]
    before: string
    definition: string
  }>(query)
  return rows.flatMap(({ name, touches, before, definition }) =>
    mutateText(name, definition).map((mutant) => ({
      name: mutant.name,
      kind,
      touches,
      statement: `${before}${mutant.text}`,
      undo: `${before}${definition}`,
    })),
  )
}

/** Each role gets each right that it does not have, and loses each that it has; each guard goes. */
async function readChanges(client: pg.Client, kind: Kind, query: string): Promise<Mutant[]> {
  const { rows } = await client.query<Omit<Mutant, 'kind'>>(
    query.replaceAll('$ROLES', `'{${roles.join()}}'::text[]`),
  )
  return rows.map((row) => ({ ...row, kind }))
}

function describe(text: string, start: number, end: number, instead: string): string {
  const before = text
    .slice(Math.max(0, start - 40), start)
    .split(/\s+/)
    .slice(1)
    .join(' ')
  const after = text
    .slice(end, end + 30)
    .split(/\s+/)
    .slice(0, -1)
    .join(' ')
  return `${before}[${shorten(text.slice(start, end))} → ${shorten(instead)}]${after}`
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

const FUNCTIONS = `
  select case when count(*) over (partition by p.proname) > 1 then p.oid::regprocedure::text else p.proname end as name,
    array[p.proname::text] as touches, '' as before, pg_get_functiondef(p.oid) as definition
  from pg_proc p where p.pronamespace = 'public'::regnamespace order by 1`

const TABLES_OF_VIEW = `
  array(
    select distinct d.refobjid::regclass::text from pg_rewrite r
    join pg_depend d on d.objid = r.oid and d.classid = 'pg_rewrite'::regclass and d.refclassid = 'pg_class'::regclass
    where r.ev_class = c.oid and d.refobjid <> c.oid
  )`

const VIEWS = `
  select c.relname as name, ${TABLES_OF_VIEW} as touches, format('create or replace view %I as ', c.relname) as before,
    pg_get_viewdef(c.oid) as definition
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' order by 1`

const TRIGGERS = `
  select t.tgname as name, array[p.proname::text, t.tgrelid::regclass::text] as touches,
    format('drop trigger %I on %s; ', t.tgname, t.tgrelid::regclass) as before, pg_get_triggerdef(t.oid) as definition
  from pg_trigger t join pg_proc p on p.oid = t.tgfoid where not t.tgisinternal order by 1`

const CHECKS = `
  select conname as name, array[conrelid::regclass::text] as touches,
    format('alter table %s drop constraint %I, add constraint %2$I ', conrelid::regclass, conname) as before,
    pg_get_constraintdef(oid) as definition
  from pg_constraint where connamespace = 'public'::regnamespace and contype = 'c' order by 1`

const GUARDS = `
  select format('%s: no %s', conrelid::regclass, conname) as name, array[conrelid::regclass::text] as touches,
    format('alter table %s drop constraint %I cascade', conrelid::regclass, conname) as statement
  from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all
  select format('%s: %s restricts', conrelid::regclass, conname), array[conrelid::regclass::text],
    format('alter table %s drop constraint %I, add constraint %2$I %s', conrelid::regclass, conname,
      replace(pg_get_constraintdef(oid), 'ON DELETE CASCADE', ''))
  from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f' and confdeltype = 'c'
  union all
  select format('%s: no index %s', indrelid::regclass, indexrelid::regclass), array[indrelid::regclass::text],
    format('drop index %s', indexrelid::regclass)
  from pg_index join pg_class c on c.oid = indexrelid
  where indisunique and relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)
  union all
  select format('%s: no trigger %s', tgrelid::regclass, tgname), array[proname::text, tgrelid::regclass::text],
    format('drop trigger %I on %s', tgname, tgrelid::regclass)
  from pg_trigger join pg_proc p on p.oid = tgfoid where not tgisinternal
  union all
  select format('%s.%s may be null', attrelid::regclass, attname), array[attrelid::regclass::text],
    format('alter table %s alter %I drop not null', attrelid::regclass, attname)
  from pg_attribute a join pg_class c on c.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and attnotnull and not attisdropped
    and not exists (select from pg_index where indrelid = attrelid and indisprimary and attnum = any (indkey))
  union all
  select format('%s.%s has no default', attrelid::regclass, attname), array[attrelid::regclass::text],
    format('alter table %s alter %I drop default', attrelid::regclass, attname)
  from pg_attribute a join pg_class c on c.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and atthasdef and not attisdropped
  order by 1`

const RIGHTS = `
  select format('%s %s %s', role, case when has_function_privilege(role, p.oid, 'execute') then 'may no longer call' else 'may call' end,
      p.oid::regprocedure) as name, '{}'::text[] as touches,
    format(case when has_function_privilege(role, p.oid, 'execute') then 'revoke execute on function %s from %s'
      else 'grant execute on function %s to %s' end, p.oid::regprocedure, role) as statement
  from pg_proc p cross join unnest($ROLES) role
  where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
  union all
  select format('%s may %s %s', role, privilege, c.oid::regclass), '{}'::text[],
    format('grant %s on %s to %s', privilege, c.oid::regclass, role)
  from pg_class c cross join unnest($ROLES) role
  cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate']) privilege
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and not has_table_privilege(role, c.oid, privilege)
  union all
  select format('%s may no longer %s %s', role, privilege, c.oid::regclass), '{}'::text[],
    format('revoke %s on %s from %s', privilege, c.oid::regclass, role)
  from pg_class c cross join unnest($ROLES) role
  cross join unnest(array['select', 'insert', 'update', 'delete']) privilege
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
    and (has_table_privilege(role, c.oid, privilege)
      or (privilege <> 'delete' and has_any_column_privilege(role, c.oid, privilege)))
  union all
  select format('%s may create in the schema', role), '{}'::text[], format('grant create on schema public to %s', role)
  from unnest($ROLES) role
  order by 1`

export const NO_CHANGE: Change = { statement: '', undo: '' }

/** What functions and views do; what tables, triggers and constraints refuse; who may do what. */
export const kinds = ['code', 'guard', 'right'] as const

export type Kind = (typeof kinds)[number]

export interface Mutant extends Change {
  kind: Kind
  /** What it is, in one line; no two are called the same. */
  name: string
  /** Functions and tables that it changes: whichever test touches one of them may notice. */
  touches: string[]
}

export interface Change {
  /** What makes a mutant of a migrated database. */
  statement: string
  /** What makes it the same as before; without it the database is made anew. */
  undo?: string
}

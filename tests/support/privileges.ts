import { query } from './query.ts'
import type { TestDatabase } from './test-databases.ts'

export const roles = ['lanai_edge', 'lanai_app', 'lanai_admin'] as const

/**
 * Who may do what with each table and view of the database: `select, insert(id, email)`, the columns named where a right
 * is not one to the whole row. A right that PUBLIC has, everybody has.
 */
export async function readTablePrivileges(database: TestDatabase): Promise<Record<string, Rights>> {
  const rows = await query<{ table: string; role: string; rights: string }>(
    database,
    `with asked as (
       select c.oid, c.relname, role, privilege, nth, has_table_privilege(role, c.oid, privilege) as whole
       from pg_class c
       cross join unnest($1::text[]) as role
       cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'])
         with ordinality as p (privilege, nth)
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
     ), answered as (
       select relname, role, nth, case
         when whole then privilege
         when privilege in ('select', 'insert', 'update') then (
           select privilege || '(' || string_agg(attname, ', ' order by attnum) || ')' from pg_attribute
           where attrelid = oid and attnum > 0 and not attisdropped
             and has_column_privilege(role, oid, attnum, privilege)
         )
       end as rights
       from asked
     )
     select relname as table, role, coalesce(string_agg(rights, ', ' order by nth), '') as rights
     from answered group by relname, role order by relname`,
    [roles],
  )
  const tables: Record<string, Rights> = {}
  for (const { table, role, rights } of rows) (tables[table] ??= {})[role] = rights
  return tables
}

/** Which roles may call each function of the database, by name; a trigger's function needs no caller. */
export async function readFunctionPrivileges(database: TestDatabase): Promise<Record<string, string>> {
  const rows = await query<{ name: string; callers: string }>(
    database,
    // Functions of one name that not the same roles may call are told apart.
    `with form as (
       select p.oid, p.proname as name,
         coalesce(string_agg(role, ' ' order by role) filter (where has_function_privilege(role, p.oid, 'execute')), '')
           as callers
       from pg_proc p
       cross join unnest($1::text[]) as role
       where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
       group by p.oid)
     select name, string_agg(distinct callers, ' | ') as callers from form group by name order by name`,
    [roles],
  )
  return Object.fromEntries(rows.map(({ name, callers }) => [name, callers.replaceAll('lanai_', '')]))
}

export type Rights = Record<string, string>

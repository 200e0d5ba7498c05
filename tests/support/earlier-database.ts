import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../db/migrator.ts'
import { query } from './query.ts'
import { createDatabase } from './test-databases.ts'

/** Databases of 0.1, to carry over. Goes with db/carry-over.sql. */

const MIGRATIONS = join(import.meta.dirname, 'migrations-0.1')
const CONTENT = join(import.meta.dirname, 'filled-0.1.sql')

/** With rows in every table, and 0.1's migrations up to this one. `close` drops it. */
export async function createEarlierDatabase(lastMigration: string) {
  const { url: databaseUrl, roleUrls, close } = await createDatabase('empty')
  const directory = await mkdtemp(join(tmpdir(), 'lanai-0.1-'))
  await cp(MIGRATIONS, directory, { recursive: true })
  for (const file of await readdir(directory)) if (file > lastMigration) await rm(join(directory, file))
  await migrate(databaseUrl, directory)
  await rm(directory, { recursive: true })
  await query({ databaseUrl }, await readFile(CONTENT, 'utf8'))
  return { databaseUrl, roleUrls, close }
}

/** Of each table, how many rows it has, and an MD5 of their values in these columns or expressions, in order. */
export async function fingerprint(database: { databaseUrl: string }, columns: Columns): Promise<Tables> {
  const tables = [...columns].map(async ([table, names]) => {
    const [row] = await query<{ rows: number; md5: string }>(
      database,
      `select count(*)::int as rows, md5(coalesce(string_agg(line, E'\\n' order by line), '')) as md5
       from (select row(${names.join(', ')})::text as line from ${table}) lines`,
    )
    return [table, row] as const
  })
  return new Map(await Promise.all(tables))
}

/** The columns of each table but that of migrations, quoted, in their order. */
export async function readColumns(database: { databaseUrl: string }): Promise<Columns> {
  const rows = await query<{ name: string; columns: string[] }>(
    database,
    `select table_name as name, array_agg(quote_ident(column_name) order by ordinal_position) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations'
     group by 1 order by 1`,
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

export type Columns = ReadonlyMap<string, readonly string[]>
export type Tables = ReadonlyMap<string, { rows: number; md5: string } | undefined>

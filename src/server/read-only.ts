import type { Sql } from './vendors/ports.ts'

/** Runs statements that PostgreSQL lets change nothing, as administrators may before they have used a passkey. */
export function readOnly(sql: Sql) {
  return async (strings: TemplateStringsArray, ...params: unknown[]) => {
    const [rows = []] = await sql.transaction([sql(strings, ...params)], { readOnly: true })
    return rows
  }
}

import type { Sql } from './vendors/ports.ts'

/** Runs a statement that PostgreSQL lets change nothing, as administrators may before they have used a passkey. */
export async function readOnly(sql: Sql, statement: ReturnType<Sql>) {
  const [rows = []] = await sql.transaction([statement], { readOnly: true })
  return rows
}

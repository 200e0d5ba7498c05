import { Viewer } from '#src/shared/viewer.ts'
import type { Sql } from '../vendors/neon.ts'

/**
 * The fields of a viewer as columns of the view `members`, called `m` in the statement, each under its own name:
 * `m.full_name AS "fullName"`.
 */
export function viewerColumns(sql: Sql) {
  const columns = Object.keys(Viewer.shape).map((field) => `m.${toSnakeCase(field)} AS "${field}"`)
  return sql.unsafe(columns.join(', '))
}

function toSnakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

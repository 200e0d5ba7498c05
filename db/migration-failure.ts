import { DatabaseError } from 'pg'
import type { Migration } from './migration-files.ts'

/**
 * Where a migration failed and why, as `0021_name.sql:3:8: column "x" does not exist`. PostgreSQL gives a position for what it
 * cannot read or find; of a statement that failed as it ran, the line on which it begins is said.
 *
 * @param finished how many statements of the file had ended well.
 */
export function describeFailure({ name, sql }: Migration, error: unknown, finished: number): string {
  if (!(error instanceof DatabaseError)) return `${name}: ${String(error)}`
  const before = textBefore(sql, error, finished).split('\n')
  const line = `${name}:${before.length}`
  const place = error.position === undefined ? line : `${line}:${Array.from(before.at(-1) ?? '').length + 1}`
  // In a function or DO block the line of the block counts; context says where inside.
  const inside = error.position === undefined ? error.where?.split('\n')[0] : undefined
  const more = [inside, error.detail, error.hint].filter(Boolean).map((text) => ` (${text ?? ''})`)
  return `${place}: ${error.message}${more.join('')}`
}

/**
 * Where each statement begins. It is a guide for messages and nothing else: what runs is the whole file, and PostgreSQL
 * takes it apart itself.
 */
function statementStarts(sql: string): number[] {
  const starts: number[] = []
  let isBetween = true
  for (const { 0: token, index } of sql.matchAll(TOKENS)) {
    if (/^(?:--|\/\*|\s)/.test(token)) continue
    if (token === ';') isBetween = true
    else if (isBetween) {
      starts.push(index)
      isBetween = false
    }
  }
  return starts
}

/** Comments, texts, bodies of functions and names hold semicolons that end nothing. */
const TOKENS = /--[^\n]*|\/\*.*?\*\/|\s+|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$).*?\1|;|[\w.]+|./gs

function textBefore(sql: string, { position }: DatabaseError, finished: number): string {
  if (position === undefined) return sql.slice(0, statementStarts(sql)[finished] ?? 0)
  // PostgreSQL counts characters from 1, JavaScript units of UTF-16.
  return Array.from(sql)
    .slice(0, Number(position) - 1)
    .join('')
}

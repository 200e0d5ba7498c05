import type { Sql } from '#src/server/vendors/ports.ts'

/** The same database, away for every statement that holds these words. */
export function awayFor(words: string, sql: Sql): Sql {
  const ask = (strings: TemplateStringsArray, ...values: unknown[]) =>
    strings.join('').includes(words) ? Promise.reject(new Error('away')) : sql(strings, ...values)
  return Object.assign(ask, sql) as Sql
}

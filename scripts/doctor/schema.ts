import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { check, fail, ok, shorten, skip, type Check } from './check.ts'
import type { Examined } from './health.ts'
import { SCHEMA } from './schema-lines.ts'

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

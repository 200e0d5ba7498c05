import { parse } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'

const STANDARD_INPUT = 0

/** One person, or those in a CSV file with their line numbers. @throws Error when the file isn't valid CSV in UTF-8. */
export function readPeople(fileOrEmail: string, name: unknown): Person[] {
  if (fileOrEmail.includes('@')) return [{ email: fileOrEmail, name }]
  const bytes = readFileSync(fileOrEmail === '-' ? STANDARD_INPUT : fileOrEmail)
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  const [heading = ''] = text.split(/\r|\n/, 1)
  if (!/\bemail\b/i.test(heading)) throw new Error('The first line of the file must be: email,name')

  const problems: string[] = []
  const people = parse<Person, Record<string, string>>(text, {
    columns: (names: string[]) => names.map((each) => each.toLowerCase()),
    delimiter: /[;\t]/.exec(heading)?.[0] ?? ',',
    on_record: ({ email, name }, { lines }) => ({ line: lines, email, name: name || null }),
    on_skip: (error) => void problems.push(error?.message ?? 'A line can’t be read.'),
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    trim: true,
  })
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return people
}

/** Unvalidated: the SQL function invite() checks them. */
interface Person {
  line?: number
  email: unknown
  name: unknown
}

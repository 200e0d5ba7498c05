/** One thing that an administrator can ask for: what is asked of the person, of the database, and printed. */
export interface Verb extends Question {
  /** With what it takes, as commander reads it. */
  name: string
  /** The first line stands in the list of verbs. */
  help: string
  /** Its options, and what they mean. */
  parameters: Record<string, string>
  /** What is printed below, each under its title. */
  more?: (Question & { title: string })[]
  /** Whether a mail tells what this row says: then it is sent at once. */
  announces?: (row: Row) => boolean
}

export interface Question {
  sql: (given: Given) => Statement
  /** A heading, and the field of a row that stands below it. */
  columns: Record<string, string>
  /** Said where there are no rows. */
  empty?: string
  /** Whether the only row is printed with a line for each of its columns. */
  isExpanded?: boolean
}

export interface Given {
  words: string[]
  options: Record<string, string | true | undefined>
  /** Who is recorded as having done it. */
  actor: string
}

export interface Statement {
  text: string
  values: unknown[]
}

export type Row = Record<string, Cell>
export type Cell = string | number | boolean | Date | null

/** A statement whose values are parameters. */
export function sql(text: TemplateStringsArray, ...values: unknown[]): Statement {
  return { text: text.reduce((before, after, n) => `${before}$${n}${after}`), values }
}

export const dryRun = { '--dry-run': 'do everything, show it, and take it back' }
export const recorded = { '--actor <name>': 'who did it, if not the user of this machine', ...dryRun }

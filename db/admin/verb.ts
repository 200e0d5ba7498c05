import type { ClientBase } from 'pg'

/** One thing an administrator can ask for. */
export interface Verb {
  name: string
  /** Its line in the list of all verbs. */
  summary: string
  /** What comes after the name, such as `EMAIL…`. */
  takes: string
  /** What it does and what to know, in sentences. */
  about: string
  options: Options
  /** Checks the arguments and returns what to do. @throws UsageError */
  prepare(input: Input): Task
}

/** Options of a verb by name. `--json`, `--csv`, `--help` every verb has. */
export type Options = Readonly<Record<string, Option>>

/** With `value` it takes one, called so in the help; without, it is there or not. */
export interface Option {
  about: string
  value?: string
}

export interface Input {
  /** What was given besides options: addresses, a file. */
  words: string[]
  /** The value of an option, if given. */
  value(name: string): string | undefined
  /** Whether an option was given. */
  has(name: string): boolean
  /** Who is remembered as having done it. */
  actor: string
  format: Format
}

export type Format = 'text' | 'json' | 'csv'

/** Work in one transaction on the database, or, for what must also run without a database, on its own. */
export type Task = Transaction | { in: 'surroundings'; work: (surroundings: Surroundings) => Promise<Report> }

export interface Transaction {
  in: 'transaction'
  work: (client: ClientBase) => Promise<Report>
}

export interface Surroundings {
  env: NodeJS.ProcessEnv
  databaseUrl: string | null
}

/** The outcome, for people and for programs. */
export interface Report {
  json: unknown
  /** What people see, one under the other; the first is what --csv prints. */
  tables: [Table, ...Table[]]
  /** Sentences under the tables. */
  notes?: string[]
  /** Whether somebody has to be told because of it: then delivery is set off at once. */
  announces?: boolean
  /** 1: done, and what was found is not as it should be. */
  status?: 0 | 1
}

export interface Table {
  title?: string
  columns: string[]
  rows: string[][]
  /** Said in place of an empty table. */
  whenEmpty?: string
}

/** The person asked for something that makes no sense; nothing was tried. */
export class UsageError extends Error {
  override name = 'UsageError'
}

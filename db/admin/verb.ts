import type { ClientBase } from 'pg'

/** One thing an administrator can ask for. */
export interface Verb {
  help: string
  /** Checks the arguments and returns the work that one transaction will do. @throws UsageError */
  prepare(input: VerbInput): (client: ClientBase) => Promise<Report>
}

export interface VerbInput {
  emails: string[]
  reason: string | null
}

/** The outcome for programs and for people. */
export interface Report {
  json: unknown
  /** Fits lines of this many columns. */
  text(columns: number): string
}

/** The person asked for something that makes no sense; nothing was tried. */
export class UsageError extends Error {
  override name = 'UsageError'
}

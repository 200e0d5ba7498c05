import type { Group } from '../../../src/shared/people/groups.ts'

export interface AdminCommand extends CommandName, CommandQuery {
  more?: (CommandQuery & { title: string })[]
}

export interface ProgramCommand extends CommandName {
  run: (args: string[], env: NodeJS.ProcessEnv) => Promise<ResultTable[]>
}

interface CommandName {
  name: string
  help: string
  parameters?: Record<string, string>
}

export interface CommandQuery extends Layout {
  sql: (input: CommandInput) => Statement
}

interface Layout {
  empty?: string
  isExpanded?: boolean
}

export interface ResultTable extends Layout, Result {
  title: string
}

export interface CommandInput {
  args: string[]
  /** The arguments; an address is in canonical form. */
  emails: string[]
  options: Record<string, string | true | undefined>
  actor: string
  /** Those of the content. Throws ContentError. */
  groups: () => readonly Group[]
}

export interface Statement {
  text: string
  values: unknown[]
  about?: string | undefined
}

export interface Result {
  fields: string[]
  rows: Record<string, Cell>[]
}
export type Cell = string | number | boolean | Date | null

/** A parameterised statement: values never become SQL text. */
export function sql(text: TemplateStringsArray, ...values: unknown[]): Statement {
  return { text: text.reduce((before, after, n) => `${before}$${n}${after}`), values }
}

export const dryRun = { '--dry-run': 'show what would change, and change nothing' }
export const recorded = {
  '--actor <name>': 'the name to record (default: the user of this machine)',
  ...dryRun,
}

import type { Options } from './verb.ts'

/** What every verb understands. */
export const commonOptions = {
  json: { about: 'print the outcome as JSON' },
  csv: { about: 'print the outcome as CSV, safe to open in a spreadsheet' },
  help: { about: 'print this' },
} satisfies Options

/** For verbs that change something. */
export const dryRun = {
  'dry-run': { about: 'do everything, show it, and take it back' },
} satisfies Options

/** For verbs about several people. */
export const file = {
  file: {
    value: 'PATH',
    about: 'read addresses from this file too, a list or a CSV file with names; - reads standard input',
  },
} satisfies Options

/** The same, where one that nobody has need not stop the others. */
export const several = {
  ...file,
  'skip-unknown': { about: 'leave out addresses that no member has, and name them' },
} satisfies Options

/** For verbs that are remembered. */
export const remembered = {
  reason: { value: 'TEXT', about: 'kept with the decision; the member never sees it' },
  actor: { value: 'NAME', about: 'who decided, if not the user of this machine' },
} satisfies Options

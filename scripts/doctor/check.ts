import { describeError } from '../../db/describe-error.ts'

export function check<Context>(name: string, remedy: string, run: Run<Context>): Check<Context> {
  return { name, remedy, run }
}

export function readingCheck<Context>(name: string, remedy: string, run: Run<Context>): Check<Context> {
  return { name, remedy, run, isReading: true }
}

type Run<Context> = (context: Context) => Finding | Promise<Finding>

export interface Check<Context> {
  name: string
  remedy: string
  run: Run<Context>
  isRequired?: boolean
  isReading?: boolean
}

/** `skip`: can't be checked from here, which is fine. */
export interface Finding {
  state: 'ok' | 'warn' | 'fail' | 'skip'
  found: string
  remedy?: string | undefined
}

export interface CheckResult extends Finding {
  section: string
  name: string
  remedy: string
  /** false where this is only what a setting or a list says. */
  tried: boolean
}

export const ok = (found: string): Finding => ({ state: 'ok', found })
export const warn = (found: string, remedy?: string): Finding => ({ state: 'warn', found, remedy })
export const fail = (found: string, remedy?: string): Finding => ({ state: 'fail', found, remedy })
export const skip = (found: string): Finding => ({ state: 'skip', found })

/** Sequential, because sites have rate limits and a database connection runs one query at a time. */
export async function runChecks<Context>(
  section: string,
  checks: readonly Check<Context>[],
  context: Context,
): Promise<CheckResult[]> {
  const rows: CheckResult[] = []
  for (const { name, remedy, run, isRequired, isReading = false } of checks) {
    const finding = await attempt(() => run(context))
    const isFine = finding.state === 'ok' || finding.state === 'skip'
    const tried = !isReading && finding.state !== 'skip'
    const found = finding.found.replace(CREDENTIALS, '//…@')
    rows.push({ section, name, tried, ...finding, found, remedy: isFine ? '' : (finding.remedy ?? remedy) })
    if (isRequired && finding.state === 'fail') break
  }
  return rows
}

// Errors of fetch and of Neon's driver quote the URL.
const CREDENTIALS = /\/\/\S*@/g

async function attempt(run: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await run()
  } catch (error) {
    return fail(describeError(error), remedyFor(error))
  }
}

/** undefined where the cause isn't known. */
export function remedyFor(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return REMEDIES['code' in error ? String(error.code) : error.message]
}

const SHOWN = 3

export function shorten(items: readonly string[], separator = ', '): string {
  const more = items.length > SHOWN ? [`and ${items.length - SHOWN} more`] : []
  return [...items.slice(0, SHOWN), ...more].join(separator)
}

// By SQLSTATE, or by what pg says.
export const REMEDIES: Partial<Record<string, string>> = {
  'Query read timeout':
    `end what holds a lock: select pid, query from pg_stat_activity where state like 'idle in%', then pg_terminate_backend(pid); ` +
    'if nothing does, try again: the database is busy',
  ERR_INVALID_URL:
    'copy the connection string again, from postgres:// on; in its password, write # as %23, / as %2F, ? as %3F and % as %25',
  '42501':
    'give the login its role, and CONNECT on the database: docs/deploy.md, "Roles"; after a restore without the roles, restore again: docs/deploy.md, "Backup and restore"',
  '57014':
    'undo statement_timeout of the login and the database (ALTER ROLE … RESET statement_timeout); without one, try again: the database is busy',
  '25006':
    'undo default_transaction_read_only on the database or login; don’t use the address of a read replica',
  '53100': 'free disk space, or add some; at Neon, raise the project’s storage limit or take a larger plan',
  '28P01':
    'copy the connection string again, with the login’s password; if it is right, it has expired: ALTER ROLE … VALID UNTIL',
  '3D000': 'correct the name of the database, the last part of the connection string',
  '42883':
    'compare the name of the database in the connection strings; npm run migrate, with the owner’s connection string in DATABASE_URL; ' +
    'if it says that the database is up to date, run again what db/migrations says of the function',
}

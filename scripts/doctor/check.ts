import { describeError } from '../../db/describe-error.ts'

/** One check. A throw is a failure with the error's message as finding. */
export function check<Context>(name: string, remedy: string, run: Run<Context>): Check<Context> {
  return { name, remedy, run }
}

type Run<Context> = (context: Context) => Finding | Promise<Finding>

export interface Check<Context> {
  name: string
  remedy: string
  run: Run<Context>
  isRequired?: boolean
}

/** `skip`: can't be checked from here, which is fine. */
export interface Finding {
  state: 'ok' | 'warn' | 'fail' | 'skip'
  found: string
  /** Replaces the check's, where the cause is known. */
  remedy?: string | undefined
}

export interface CheckResult extends Finding {
  section: string
  name: string
  remedy: string
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
  for (const { name, remedy, run, isRequired } of checks) {
    const finding = await attempt(() => run(context))
    const isFine = finding.state === 'ok' || finding.state === 'skip'
    rows.push({ section, name, ...finding, remedy: isFine ? '' : (finding.remedy ?? remedy) })
    if (isRequired && finding.state === 'fail') break
  }
  return rows
}

async function attempt(run: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await run()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return fail(describeError(error), REMEDIES[code])
  }
}

const REMEDIES: Partial<Record<string, string>> = {
  '42501':
    'give the login its role: docs/deploy.md, "Roles"; after a restore without the roles, restore again: docs/deploy.md, "Backup and restore"',
  '57014':
    'undo statement_timeout of the login and the database (ALTER ROLE … RESET statement_timeout); without one, try again: the database is busy',
  '42883':
    'npm run migrate, with the owner’s connection string in DATABASE_URL; if it says that the database is up to date, run again ' +
    'what db/migrations says of the function',
}

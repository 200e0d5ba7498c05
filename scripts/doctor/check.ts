import { describeError } from '../../db/describe-error.ts'

/** One thing that has to be right. A throw counts as a failure, with the error as what was found. */
export interface Check<Context> {
  name: string
  check: (context: Context) => Finding | Promise<Finding>
  remedy: string
  /** Without it the checks that follow have no meaning. */
  isRequired?: true
}

/** `skip`: it cannot be known from here, and nothing is wrong with that. */
export interface Finding {
  state: 'ok' | 'warn' | 'fail' | 'skip'
  found: string
}

export interface Row extends Finding {
  section: string
  name: string
  /** '' when there is nothing to do. */
  remedy: string
}

export const ok = (found: string): Finding => ({ state: 'ok', found })
export const warn = (found: string): Finding => ({ state: 'warn', found })
export const fail = (found: string): Finding => ({ state: 'fail', found })
export const skip = (found: string): Finding => ({ state: 'skip', found })

/** One after the other: a site limits how much is asked at a time, and a connection answers one question. */
export async function runChecks<Context>(
  section: string,
  checks: readonly Check<Context>[],
  context: Context,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, check, remedy, isRequired } of checks) {
    const finding = await attempt(() => check(context))
    const isFine = finding.state === 'ok' || finding.state === 'skip'
    rows.push({ section, name, ...finding, remedy: isFine ? '' : remedy })
    if (isRequired && finding.state === 'fail') break
  }
  return rows
}

async function attempt(check: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await check()
  } catch (error) {
    const isForbidden = error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE
    return isForbidden ? skip(`this login may not ask: ${error.message}`) : fail(describeError(error))
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'
